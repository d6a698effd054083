import StanzaParser

/// An element as a tree of values: what all the parsers under comparison are brought to.
struct Node: Equatable, CustomStringConvertible {
    var name: String
    var namespace: String
    /// With their prefixes, in their order, without namespace declarations.
    var attributes: [[String]] = []
    /// Its own character data.
    var text = ""
    var children: [Node] = []

    init(name: String, namespace: String) {
        self.name = name
        self.namespace = namespace
    }

    init(_ view: ElementView) {
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

    var description: String {
        "{\(namespace)}\(name)\(attributes)\(text.debugDescription)\(children)"
    }
}

/// What became of a stream.
struct Reading: Equatable {
    enum End: Equatable {
        case incomplete
        case closed
        case failed(StreamErrorCondition)
    }

    /// The header and the stanzas.
    var elements: [Node] = []
    var end = End.incomplete
}
