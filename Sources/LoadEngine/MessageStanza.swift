internal import Measurement
internal import Profile
internal import StanzaParser
internal import Units
internal import Workload

/// A message step made ready to be sent many times: of its stanza only the values are left.
///
/// A class, since every message looks at it: one reference in place of a copy of the step.
final class MessageStanza: Sendable {
    /// The values, by their numbers in the template.
    enum Slot: Int, CaseIterable {
        case to
        /// What comes behind the head of `MessageID.Origin`.
        case id
        case body
    }

    /// What counts such messages.
    let metric: MetricID
    let to: Recipient
    let form: AddressForm
    let awaitsDelivery: Bool
    let timeout: Nanoseconds
    let template: StanzaTemplate
    /// With its literal parts escaped.
    let body: Template

    init(_ step: MessageStep, metric: MetricID, origin: MessageID.Origin) {
        self.metric = metric
        to = step.to
        form = step.to == .random ? .bare : step.form
        awaitsDelivery = step.awaitsDelivery
        timeout = step.timeout
        let type = step.type == .normal ? "" : " type='\(step.type.rawValue)'"
        let head = String(decoding: origin.head, as: UTF8.self)
        let source =
            "<message to='${\(Slot.to)}'\(type) id='\(head)${\(Slot.id)}'>"
            + "<body>${\(Slot.body)}</body></message>"
        guard let template = try? StanzaTemplate(source) else {
            preconditionFailure("a message of this form is well-formed")
        }
        precondition(template.names == Slot.allCases.map { "\($0)" }, "slots have their numbers")
        self.template = template
        body = step.body.withEscapedLiterals
    }
}

extension Template {
    fileprivate var withEscapedLiterals: Template {
        var escaped = self
        escaped.segments = segments.map { segment in
            guard case .literal(let bytes) = segment else { return segment }
            var writer = StanzaWriter()
            writer.text(bytes.span)
            return .literal(writer.bytes)
        }
        return escaped
    }
}
