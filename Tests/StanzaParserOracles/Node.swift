package import StanzaParser

/// An element as a tree of values: what all the parsers under comparison are brought to.
package struct Node: Equatable, CustomStringConvertible {
    package var name: String
    package var namespace: String
    /// With their prefixes, in their order, without namespace declarations.
    package var attributes: [[String]] = []
    /// Its own character data.
    package var text = ""
    package var children: [Node] = []

    package init(name: String, namespace: String) {
        self.name = name
        self.namespace = namespace
    }

    package init(_ view: ElementView) {
        name = view.localName
        namespace = view.namespace
        text = view.text
        var attributes: [[String]] = []
        view.forEachAttribute { attributes.append([$0, $1]) }
        self.attributes = attributes
        var child = view.firstChild
        while let next = child {
            children.append(Node(next))
            child = next.nextSibling
        }
    }

    /// Character by character: strings that Unicode holds for equivalent are two.
    package static func == (one: Node, other: Node) -> Bool {
        one.name.utf8.elementsEqual(other.name.utf8)
            && one.namespace.utf8.elementsEqual(other.namespace.utf8)
            && one.text.utf8.elementsEqual(other.text.utf8)
            && one.attributes.elementsEqual(other.attributes) {
                $0.elementsEqual($1) { $0.utf8.elementsEqual($1.utf8) }
            } && one.children == other.children
    }

    package var description: String {
        "{\(namespace)}\(name)\(attributes)\(text.debugDescription)\(children)"
    }
}

/// What became of a stream.
package struct Reading: Equatable {
    package enum End: Equatable {
        case incomplete
        case closed
        case failed(StreamErrorCondition)
    }

    /// The header and the stanzas.
    package var elements: [Node] = []
    package var end = End.incomplete

    package init() {}
}
