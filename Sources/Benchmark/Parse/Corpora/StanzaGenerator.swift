import Workload

/// Writes stanzas as servers deliver them to a client: Prosody and ejabberd write attributes in
/// single quotes, escape all five characters also in text, declare a namespace where it changes,
/// and each has an order of attributes and a form of ids of its own.
struct StanzaGenerator {
    var random: SeededRandom
    let contacts: [Contact]
    let rooms: [String]
    /// What is still to come of the current deck of `mixed`.
    private var deck: [CorpusKind] = []
    /// What was counted last in stream management.
    var handled: UInt64 = 0
    /// Seconds since the year began, of the stanza last stamped.
    private var clock: UInt64 = 0

    /// The client's own account, and the address that its session is bound to.
    static let account = "romeo@montague.example"
    static let session = "romeo@montague.example/dino.8a3c51f0"

    /// What a server opens the stream with. Source: RFC 6120 §4.7, as Prosody 0.12 writes it.
    static let header =
        "<?xml version='1.0'?><stream:stream xml:lang='en' version='1.0' "
        + "from='montague.example' xmlns:stream='http://etherx.jabber.org/streams' "
        + "to='romeo@montague.example' id='6c1b5d4e-1c3f-4b0e-9a55-30c2f0d6c7aa' "
        + "xmlns='jabber:client'>"

    /// Someone whom the account hears from.
    struct Contact {
        let bare: String
        let full: String
        let nick: String
    }

    /// One of many independent sources for each kind: a corpus does not change with the others.
    init(_ kind: CorpusKind, seed: UInt64) {
        let stream = CorpusKind.allCases.firstIndex(of: kind) ?? 0
        random = SeededRandom(seed: seed, stream: UInt64(stream))
        var contacts: [Contact] = []
        for index in 0..<240 {
            let name = Self.names[index % Self.names.count]
            let local = index < Self.names.count ? name : "\(name).\(index)"
            let domain = Self.domains[Int(random.below(UInt64(Self.domains.count)))]
            let resource = Self.resources[Int(random.below(UInt64(Self.resources.count)))]
            let bare = "\(local)@\(domain)"
            contacts.append(
                Contact(
                    bare: bare, full: "\(bare)/\(resource)",
                    nick: index % 9 == 0 ? Self.nicks[index / 9 % Self.nicks.count] : local))
        }
        self.contacts = contacts
        rooms = Self.roomNames.map { "\($0)@conference.example.org" }
    }

    mutating func next(_ kind: CorpusKind) -> String {
        switch kind {
        case .chat: chat()
        case .presence: presence()
        case .roster: roster()
        case .mam: archived()
        case .muc: room()
        case .pubsub: publication()
        case .encrypted: encrypted()
        case .acks: acknowledgement()
        case .mixed: mixed()
        }
    }

    // MARK: The mixture

    /// One deck of `mixed`: 40 % acks, 25 % presence, 25 % chat and 10 % of all others, in numbers
    /// that keep each of those below 20 % of the bytes.
    static let shares: [(kind: CorpusKind, count: Int)] = [
        (.acks, 1_600), (.presence, 1_000), (.chat, 1_000), (.muc, 190), (.mam, 130), (.pubsub, 49),
        (.encrypted, 30), (.roster, 1),
    ]

    private mutating func mixed() -> String {
        if deck.isEmpty {
            deck = Self.shares.flatMap { Array(repeating: $0.kind, count: $0.count) }
            deck.shuffle(using: &random)
        }
        return next(deck.removeLast())
    }

    // MARK: Pieces

    mutating func chance(_ percent: UInt64) -> Bool { random.below(100) < percent }

    mutating func pick<T>(_ choices: [T]) -> T {
        choices[Int(random.below(UInt64(choices.count)))]
    }

    mutating func number(below bound: UInt64) -> Int { Int(random.below(bound)) }

    /// An empty element that declares its namespace: servers write the declaration last in what
    /// they make themselves, and most clients first.
    mutating func empty(_ name: String, _ namespace: String, _ attributes: String) -> String {
        chance(60)
            ? "<\(name) \(attributes) xmlns='\(namespace)'/>"
            : "<\(name) xmlns='\(namespace)' \(attributes)/>"
    }

    /// Digits of an alphabet.
    mutating func digits(_ count: Int, of alphabet: [UInt8]) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        for _ in 0..<count { bytes.append(pick(alphabet)) }
        return String(decoding: bytes, as: UTF8.self)
    }

    mutating func hex(_ count: Int) -> String { digits(count, of: Self.hexDigits) }

    /// Base64 of random bytes.
    mutating func base64(ofBytes count: Int) -> String {
        let padding = (3 - count % 3) % 3
        return digits((count + 2) / 3 * 4 - padding, of: Self.base64Digits)
            + String(repeating: "=", count: padding)
    }

    mutating func uuid() -> String {
        "\(hex(8))-\(hex(4))-4\(hex(3))-a\(hex(3))-\(hex(12))"
    }

    /// The id of a stanza, as various clients make them.
    mutating func stanzaID() -> String {
        switch number(below: 4) {
        case 0: digits(12, of: Self.idDigits)
        case 1: digits(22, of: Self.idDigits)
        case 2: "purple\(hex(8))"
        default: uuid()
        }
    }

    /// The id that a server gives: ejabberd's are microseconds, Prosody's are short texts.
    mutating func archiveID() -> String {
        chance(50)
            ? "17\(100_000_000 + number(below: 899_999_999))\(10_000 + number(below: 89_999))"
            : digits(24, of: Self.idDigits)
    }

    /// An instant after the ones before it. Source: XEP-0082.
    mutating func stamp() -> String {
        clock += 1 + random.below(90)
        func two(_ number: UInt64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let day = clock / 86_400
        let date = "2026-\(two(day / 28 % 12 + 1))-\(two(day % 28 + 1))"
        return "\(date)T\(two(clock / 3_600 % 24)):\(two(clock / 60 % 60)):\(two(clock % 60))Z"
    }

    /// Words of a language, escaped; about one text in eight is in another script than Latin.
    mutating func text(words count: Int) -> String {
        let vocabulary = chance(12) ? pick(Self.otherScripts) : Self.words
        var text = ""
        for index in 0..<count {
            if index > 0 { text += " " }
            text += chance(6) ? pick(Self.marked) : pick(vocabulary)
        }
        return text
    }
}
