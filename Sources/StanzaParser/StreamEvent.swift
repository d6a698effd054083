/// What reading on in a stream came to.
public enum StreamEvent: Sendable, Equatable {
    /// All input was consumed; what is missing of a stanza comes with the next read.
    case incomplete
    /// The stream header; `StanzaEngine.element(in:)` is its start tag.
    case opened
    /// A stanza, or another complete child of the stream.
    case stanza
    /// The end of the stream.
    case closed
}
