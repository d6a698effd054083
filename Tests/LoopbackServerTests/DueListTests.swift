import Testing
import Units

@testable import LoopbackServer

@Suite struct DueListTests {
    @Test func `what is due comes in order of time, equal ones as they came`() {
        var list = DueList<Int>()
        let instants: [Int64] = [30, 10, 20, 10, 40, 20]
        let wereFirst = instants.enumerated().map { number, instant in
            list.insert(number, at: Instant(nanoseconds: instant))
        }
        #expect(wereFirst == [true, true, false, false, false, false])
        var taken: [Int] = []
        while let number = list.take(dueAt: Instant(nanoseconds: 30)) { taken.append(number) }
        #expect(taken == [1, 3, 2, 5, 0])
        #expect(list.first?.instant == Instant(nanoseconds: 40))
        #expect(list.first?.element == 4)
        list.removeFirst()
        #expect(list.first == nil)
    }

    @Test func `many are taken while others come`() {
        var list = DueList<Int>()
        var taken: [Int] = []
        for number in 0..<5_000 {
            _ = list.insert(number, at: Instant(nanoseconds: Int64(number)))
            if number % 2 == 1, let first = list.take(dueAt: .distantFuture) {
                taken.append(first)
            }
        }
        while let first = list.take(dueAt: .distantFuture) { taken.append(first) }
        #expect(taken == Array(0..<5_000))
    }
}
