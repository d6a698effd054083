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
    var cursor = 0
    while cursor < bytes.count, XMLCharacters.isSpace(bytes[cursor]) { cursor += 1 }
    guard cursor < bytes.count, bytes[cursor] == UInt8(ascii: "<") else {
        return StreamParserError(offset: UInt64(cursor), reason: .noStanza)
    }
    state.byteOffset = UInt64(cursor)
    do {
        switch try engine.next(&state, bytes.span, &cursor) {
        case .stanza:
            while cursor < bytes.count, XMLCharacters.isSpace(bytes[cursor]) { cursor += 1 }
            return cursor == bytes.count
                ? nil : StreamParserError(offset: UInt64(cursor), reason: .contentAfterStanza)
        case .incomplete:
            return StreamParserError(offset: UInt64(bytes.count), reason: .unfinishedStanza)
        case .opened, .closed:
            // `</stream:stream>`.
            return StreamParserError(offset: 0, reason: .noStanza)
        }
    } catch {
        return error
    }
}
