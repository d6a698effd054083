internal import EventLoop
internal import Profile
internal import Units
internal import XMPP

/// A server that is not heard from any more (RFC 6120 §4.6): a session that it happens to fails,
/// however the server stays away: frozen, deaf, or reading and never answering.
///
/// One answer that does not come says little: a server may be slow or ignore a kind of request. So
/// where something timed out and nothing at all came since it was sent, the session asks once more,
/// with a ping that every server has to answer (RFC 6120 §8.2.3), and fails if that is silence too.
extension Worker {
    /// Something that was sent at `sent` came to nothing; asks whether the server is there at all.
    func doubtServer(_ row: Int, since sent: Instant, at now: Instant) {
        guard sessions[row].link == .online, sessions[row].probe == 0,
            sessions[row].heardAt <= sent
        else { return }
        let number = note(
            .probe, .server, row, nil, due: now, isStep: false,
            timeout: plan.profile.timeouts.iq, at: now)
        sessions[row].probe = number
        beginRequest(number)
        sendPing(.server, row, at: now)
    }

    func probeTimedOut(_ request: PendingRequest, at now: Instant) {
        let row = Int(request.row)
        guard sessions[row].number == request.session else { return }
        sessions[row].probe = 0
        guard sessions[row].link == .online, sessions[row].heardAt <= request.sent else { return }
        withStream(row, at: now) {
            $0.serverFellSilent("nothing came from the server, not even the answer to a ping")
        }
    }

    /// The end of our stream was answered neither by its end of it nor by the connection's.
    func logoutTimedOut(_ row: Int, at now: Instant) {
        if sessions[row].heardAt <= sessions[row].stepSent {
            withStream(row, at: now) {
                $0.serverFellSilent("nothing came from the server after the end of the stream")
            }
        } else {
            transport.abort(sessions[row].connection)
        }
    }
}
