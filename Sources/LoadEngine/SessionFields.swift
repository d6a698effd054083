internal import Profile
internal import Units
internal import Workload

/// The values of a template's variables for one session and one stanza.
struct SessionFields: TemplateFields {
    let plan: RunPlan
    let account: Int
    let session: UInt32
    /// The full JID once bound, else empty.
    let jid: [UInt8]
    let variables: [String]
    /// The id of the stanza.
    let id: [UInt8]
    let now: Instant

    func append(_ field: TemplateField, to buffer: inout [UInt8]) {
        switch field {
        case .index: TemplateRenderer.appendDecimal(Int64(account + 1), to: &buffer)
        case .user: plan.accounts.appendUsername(of: account, to: &buffer)
        case .domain: buffer.append(contentsOf: plan.domainBytes)
        case .jid:
            if jid.isEmpty {
                plan.accounts.appendUsername(of: account, to: &buffer)
                buffer.append(UInt8(ascii: "@"))
                buffer.append(contentsOf: plan.domainBytes)
            } else {
                buffer.append(contentsOf: jid)
            }
        case .resource:
            if let slash = jid.firstIndex(of: UInt8(ascii: "/")) {
                buffer.append(contentsOf: jid[(slash + 1)...])
            } else {
                buffer.append(contentsOf: plan.resource(ofSession: session).utf8)
            }
        case .id: buffer.append(contentsOf: id)
        case .now:
            TemplateRenderer.appendDateTime(
                millisecondsSince1970: plan.epochMilliseconds + now.nanoseconds / 1_000_000,
                to: &buffer)
        case .csv(let column):
            let columns = plan.accounts[account].columns
            if column < columns.count { buffer.append(contentsOf: columns[column].utf8) }
        case .variable(let variable):
            if variable < variables.count { buffer.append(contentsOf: variables[variable].utf8) }
        }
    }
}
