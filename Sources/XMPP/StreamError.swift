import StanzaParser

/// What a peer says when it ends a stream for an error.
///
/// Source: RFC 6120 §4.9.
package struct StreamError: Hashable, Sendable {
    /// The condition's name; `undefined-condition` where there is none.
    package var condition: String
    /// Words for people.
    package var text: String?
    /// The host to go to instead, with the condition `see-other-host`.
    package var otherHost: String?

    /// The error of an element, or nil when the element is not a stream error.
    package init?(_ element: ElementView) {
        guard element.hasName("error", Namespaces.streams) else { return nil }
        condition = "undefined-condition"
        var candidate = element.firstChild
        while let child = candidate {
            if child.hasName("text", Namespaces.streamErrors) {
                text = child.text
            } else if child.hasNamespace(Namespaces.streamErrors) {
                condition = child.localName
                if child.hasLocalName("see-other-host") { otherHost = child.text }
            }
            candidate = child.nextSibling
        }
    }

    /// The failure of a stream that ended with this error in a stage.
    package func failure(at stage: Stage) -> StreamFailure {
        let isTemporary = ["resource-constraint", "system-shutdown", "reset", "see-other-host"]
            .contains(condition)
        return StreamFailure(
            stage: stage, condition: condition, text: text ?? otherHost, isTemporary: isTemporary,
            otherHost: otherHost)
    }
}
