import EventLoop
import StanzaParser
import XMPP

/// A connection of one worker, from the accept to its close.
struct ServerSession {
    /// How far it has come.
    enum Phase {
        /// The place is free.
        case free
        /// Its stream is being negotiated.
        case negotiating(Negotiation)
        /// It exchanges stanzas.
        case bound
        /// Its stream is over; the connection is being closed.
        case ending
    }

    /// The negotiation of a stream; it goes when the session is bound.
    final class Negotiation {
        /// The machine.
        var stream: ServerStream
        /// The connection began with TLS.
        let isDirectTLS: Bool

        init(_ stream: ServerStream, isDirectTLS: Bool) {
            self.stream = stream
            self.isDirectTLS = isDirectTLS
        }
    }

    var phase = Phase.free
    var connection = ConnectionID(slot: 0, generation: 0)
    /// Which of the sessions that used the place in turn.
    var serial: UInt64 = 0
    var parser = StreamState()
    var account = AccountID(index: 0, generation: 0)
    /// The full JID as an attribute value, escaped.
    var jid: [UInt8] = []
    /// The bytes of the bare JID in it.
    var bareCount = 0
    /// What its stanzas inherit from the stream header.
    var inherited: [InheritedAttribute] = []
    /// It is not read from, because it does not read.
    var isPaused = false
    /// What came and has to wait, because of a fault.
    var held = HeldInput()

    /// Whether what comes in is parsed.
    var isReading: Bool {
        switch phase {
        case .free, .ending: false
        case .bound: true
        case .negotiating(let negotiation): !negotiation.stream.expectsTLS
        }
    }

    /// The negotiation, while it lasts.
    var negotiation: Negotiation? {
        if case .negotiating(let negotiation) = phase { negotiation } else { nil }
    }

    var isBound: Bool {
        if case .bound = phase { true } else { false }
    }
}
