import Testing

@testable import LoadEngine

@Suite struct EndpointPreferenceTests {
    @Test func `connections take turns with the places`() {
        let preference = EndpointPreference(placeCount: 3)
        #expect((6..<10).map { preference.choice(ofConnection: $0).place } == [0, 1, 2, 0])
        #expect(preference.choice(ofConnection: 6).endpoint == 0)
    }

    @Test func `what took the first connection of a place is tried first from then on`() {
        var preference = EndpointPreference(placeCount: 2)
        var choice = preference.choice(ofConnection: 1)
        let isAnyLeft = choice.goOn(of: 3)
        #expect(isAnyLeft)
        preference.connected(choice)
        #expect(preference.choice(ofConnection: 3) == EndpointChoice(place: 1, endpoint: 1))
        #expect(preference.choice(ofConnection: 2) == EndpointChoice(place: 0, endpoint: 0))
        // Whatever takes a connection later was not tried first.
        preference.connected(EndpointChoice(place: 1, endpoint: 2))
        #expect(preference.choice(ofConnection: 3).endpoint == 1)
    }
}
