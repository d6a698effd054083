import Testing
import Units

@testable import LoadEngine

@Suite struct EndpointChoiceTests {
    @Test func `each endpoint of a place is tried once, from where it began`() {
        var choice = EndpointChoice(place: 4, endpoint: 1)
        var tried = [choice.endpoint]
        while choice.goOn(of: 3) { tried.append(choice.endpoint) }
        #expect(tried == [1, 2, 0])
        #expect(choice.place == 4)
        let isAnyLeft = choice.goOn(of: 3)
        #expect(!isAnyLeft)
    }

    @Test func `an attempt is given up early only while there is another one to try`() {
        var choice = EndpointChoice(place: 0, endpoint: 0)
        #expect(choice.patience(of: 2, limit: .seconds(10)) == .seconds(2))
        #expect(choice.patience(of: 2, limit: .seconds(1)) == .seconds(1))
        #expect(choice.patience(of: 1, limit: .seconds(10)) == .seconds(10))
        let isAnyLeft = choice.goOn(of: 2)
        #expect(isAnyLeft)
        #expect(choice.patience(of: 2, limit: .seconds(10)) == .seconds(10))
    }
}
