import Testing

@testable import LoadEngine

@Suite struct EndpointPreferenceTests {
    @Test func `accounts take turns with the places`() {
        let preference = EndpointPreference(placeCount: 3)
        #expect((6..<10).map { preference.choice(ofAccount: $0).place } == [0, 1, 2, 0])
        #expect(preference.choice(ofAccount: 6).endpoint == 0)
    }

    @Test func `what took the first connection of a place is tried first from then on`() {
        var preference = EndpointPreference(placeCount: 2)
        var choice = preference.choice(ofAccount: 1)
        let isAnyLeft = choice.goOn(of: 3)
        #expect(isAnyLeft)
        preference.connected(choice)
        #expect(preference.choice(ofAccount: 3) == EndpointChoice(place: 1, endpoint: 1))
        #expect(preference.choice(ofAccount: 2) == EndpointChoice(place: 0, endpoint: 0))
        // Whatever takes a connection later was not tried first.
        preference.connected(EndpointChoice(place: 1, endpoint: 2))
        #expect(preference.choice(ofAccount: 3).endpoint == 1)
    }
}
