/// Whether a complete document fragment, one element, is one that XMPP allows as a stanza; used when
/// a profile is loaded.
///
/// It is read as on a stream with the default namespace `jabber:client` and the prefix `stream`;
/// white space around it is allowed. Nil: it is.
public func checkStanza(
    _ bytes: [UInt8], limits: ParserLimits = ParserLimits()
) -> StreamParserError? {
    var engine = StanzaEngine(limits: limits)
    var state = StreamState(openedIn: .clientStream)
    do {
        var cursor = 0
        switch try engine.next(&state, bytes.span, &cursor) {
        case .stanza: break
        case .incomplete:
            let isBlank = !state.holdsBytes
            return StreamParserError(
                offset: state.byteOffset, reason: isBlank ? .noStanza : .unfinishedStanza)
        case .opened, .closed:
            return StreamParserError(offset: 0, reason: .noStanza)
        }
        let end = state.byteOffset
        if try engine.next(&state, bytes.span, &cursor) != .incomplete || state.holdsBytes {
            return StreamParserError(offset: end, reason: .contentAfterStanza)
        }
        return nil
    } catch {
        return error
    }
}
