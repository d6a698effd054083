/// Why a stream ended otherwise than in good order.
package struct StreamFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where it happened.
    package var stage: Stage
    /// What happened, as one word to count by: the peer's condition where it gave one.
    package var condition: String
    /// What the peer, or the machine, said about it.
    package var text: String?
    /// Whether the same attempt can succeed later: the peer said `wait`, or ran short of something.
    package var isTemporary: Bool
    /// The address that the server sends its clients to (RFC 6120 §4.9.3.19).
    package var otherHost: String?

    /// A failure.
    package init(
        stage: Stage, condition: String, text: String? = nil, isTemporary: Bool = false,
        otherHost: String? = nil
    ) {
        self.stage = stage
        self.condition = condition
        self.text = text
        self.isTemporary = isTemporary
        self.otherHost = otherHost
    }

    package var description: String {
        text.map { "\(stage.rawValue): \(condition) (\($0))" } ?? "\(stage.rawValue): \(condition)"
    }
}
