internal import Profile
internal import StanzaParser
internal import Units
internal import Workload

/// The values of a template's variables for one session and one stanza.
struct SessionFields {
    let plan: RunPlan
    let account: Int
    let session: UInt32
    /// The full JID once bound, else empty.
    let jid: [UInt8]
    let variables: [String]
    /// The id of the stanza.
    let id: [UInt8]
    let now: Instant

    /// Appends the value, escaped unless it is to stay as it is.
    func write(_ field: TemplateField, escaping: Bool, to writer: inout StanzaWriter) {
        switch field {
        case .index: writer.decimal(Int64(account + 1))
        case .user: plan.accounts.writeUsername(of: account, escaping: escaping, to: &writer)
        case .domain: writer.append(plan.domainBytes, escaping: escaping)
        case .jid:
            if jid.isEmpty {
                plan.writeAddress(of: account, escaping: escaping, to: &writer)
            } else {
                writer.append(jid, escaping: escaping)
            }
        case .resource:
            if let slash = jid.firstIndex(of: UInt8(ascii: "/")) {
                writer.append(jid.span.extracting((slash + 1)...), escaping: escaping)
            } else {
                writer.append(plan.resource(ofSession: session), escaping: escaping)
            }
        case .id: writer.append(id, escaping: escaping)
        case .now:
            TemplateRenderer.writeDateTime(
                millisecondsSince1970: plan.epochMilliseconds + now.nanoseconds / 1_000_000,
                to: &writer)
        case .csv(let column):
            let columns = plan.accounts[account].columns
            if column < columns.count { writer.append(columns[column], escaping: escaping) }
        case .variable(let variable):
            if variable < variables.count {
                writer.append(variables[variable], escaping: escaping)
            }
        }
    }
}
