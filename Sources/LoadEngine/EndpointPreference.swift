/// With which endpoint of each place to begin: the first, or the one that took a connection before
/// all others, so that an address where nobody listens costs the first connections alone.
struct EndpointPreference {
    /// By place; nil until one took a connection.
    private var preferred: [Int16?]

    init(placeCount: Int) { preferred = Array(repeating: nil, count: placeCount) }

    /// Where a connection begins: the accounts take turns with the places, so that each finds itself
    /// where it was registered, also on servers that know nothing of each other.
    func choice(ofAccount number: Int) -> EndpointChoice {
        let place = number % preferred.count
        return EndpointChoice(place: place, endpoint: Int(preferred[place] ?? 0))
    }

    /// The endpoint took a connection.
    mutating func connected(_ choice: EndpointChoice) {
        let place = Int(choice.place)
        if preferred[place] == nil { preferred[place] = choice.endpoint }
    }
}
