/// With which endpoint of each place to begin: the first, or the one that took a connection before
/// all others, so that an address where nobody listens costs the first connections alone.
struct EndpointPreference {
    /// By place; nil until one took a connection.
    private var preferred: [Int16?]

    init(placeCount: Int) { preferred = Array(repeating: nil, count: placeCount) }

    /// Where a connection begins; those with consecutive numbers take turns with the places.
    func choice(ofConnection number: UInt32) -> EndpointChoice {
        let place = Int(number) % preferred.count
        return EndpointChoice(place: place, endpoint: Int(preferred[place] ?? 0))
    }

    /// The endpoint took a connection.
    mutating func connected(_ choice: EndpointChoice) {
        let place = Int(choice.place)
        if preferred[place] == nil { preferred[place] = choice.endpoint }
    }
}
