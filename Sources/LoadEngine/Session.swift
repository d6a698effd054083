internal import EventLoop
internal import StanzaParser
internal import Units
internal import Workload
internal import XMPP

/// One account's way through its scenario; a row of the worker's slab.
struct Session {
    /// Where the connection stands.
    enum Link: UInt8 {
        /// None: before `login` or after `logout`.
        case none
        /// TCP is being connected.
        case connecting
        /// The stream is negotiated.
        case negotiating
        /// A resource is bound.
        case online
        /// The end of the stream was sent or seen.
        case closing
    }

    /// What the present step waits for.
    enum Wait: Equatable {
        case nothing
        /// The next step is due at the session's deadline.
        case pause
        /// `stay`: to the session's deadline, or to the end of the run.
        case stay
        /// A login, or a registration as a step.
        case stream
        /// The answer to the request with this number, or the reflection of presence.
        case reply(UInt32)
        /// The message with this sequence number.
        case delivery(UInt64)
        /// A stanza that the raw step with this number describes.
        case expectation(Int)
        /// The end of the stream.
        case logout
    }

    /// How a session came to its end.
    enum Ending {
        case finished
        case failed
        /// The end of the run found its scenario unfinished.
        case cut
    }

    // What every stanza needs stands side by side, at the beginning: the rows of thousands of
    // sessions are in no cache, and each line of one that is touched has to be fetched.

    /// Unique in the run, from 1; 0: the row is free.
    var number: UInt32 = 0
    var account: Int32 = 0
    var connection = ConnectionID(slot: .max, generation: 0)
    /// When anything last came from the server on the present connection.
    var heardAt: Instant
    /// In whole seconds since the run's origin; for the keep-alive.
    var lastWrite: Int32 = 0
    /// Its place in the worker's timelines; -1: it is not one of the sample.
    var timeline: Int32 = -1
    var random: SeededRandom
    var parser = StreamState()
    var wait = Wait.nothing
    var link = Link.none
    /// Whether the rest of a read is dropped, because TLS begins.
    var dropsInput = false

    var ending = Ending.finished
    /// Whether its present stream registers the account (the step `register`).
    var isRegistering = false
    /// Whether `stay: until-end` brought it to the end of the run.
    var isHeldToEnd = false
    /// Whether its scenario is over; it only logs out.
    var isOver = false
    /// Whether its TLS session was resumed.
    var isResumed = false
    var scenario: Int32 = 0
    var endpoint = EndpointChoice(place: 0, endpoint: 0)
    /// Place in the worker's list of sessions online.
    var onlinePosition: Int32 = -1
    /// The request that asks whether the server is still there; 0: none is out.
    var probe: UInt32 = 0
    /// The number of the step that it is in, among those of all scenarios; -1: in none.
    var openStep: Int32 = -1
    var stream: ClientStream?
    /// The bare bytes of the full JID once bound.
    var jid: [UInt8] = []
    var program = ProgramState()
    /// When the next step is due; and the due and sent instants of the present one.
    var nextDue: Instant
    var stepDue: Instant
    var stepSent: Instant
    /// When the present phase of the login began, and what of it was key derivation.
    var phaseStart = Instant.origin
    var derivation = Nanoseconds.zero
    var derivationStart = Instant.origin
    var deadline = SessionDeadline()
    /// Numbers of the requests for presence that has not come back; the oldest first.
    var reflections: [UInt32] = []
    /// Extracted variables by `Profile.variables`; empty until the first.
    var variables: [String] = []
    /// Accounts of the run in its roster; filled only where a recipient is drawn from it.
    var contacts: [Int32] = []

    /// The stage in which an error now would be counted.
    var stage: Stage { stream?.stage ?? .connection }

    /// A free row.
    init() {
        random = SeededRandom(seed: 0, stream: 0)
        nextDue = .origin
        stepDue = .origin
        stepSent = .origin
        heardAt = .origin
    }
}
