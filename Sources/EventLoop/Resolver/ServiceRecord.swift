/// One SRV record (RFC 2782).
package struct ServiceRecord: Hashable, Sendable {
    package var target: String
    package var port: UInt16
    package var priority: UInt16
    package var weight: UInt16
    package var isDirectTLS: Bool

    package init(
        target: String, port: UInt16, priority: UInt16, weight: UInt16, isDirectTLS: Bool = false
    ) {
        self.target = target
        self.port = port
        self.priority = priority
        self.weight = weight
        self.isDirectTLS = isDirectTLS
    }

    /// The order in which to try records: by priority, and within one drawn by weight.
    ///
    /// Records of both services are one set (XEP-0368 §3). Source: RFC 2782, "Weight".
    package static func ordered(
        _ records: [ServiceRecord], using random: inout some RandomNumberGenerator
    ) -> [ServiceRecord] {
        var result: [ServiceRecord] = []
        for priority in Set(records.map(\.priority)).sorted() {
            // Those of weight 0 stand first, so they are drawn only rarely beside others.
            let group = records.filter { $0.priority == priority }
            var waiting = group.filter { $0.weight == 0 } + group.filter { $0.weight > 0 }
            while !waiting.isEmpty {
                let total = waiting.reduce(0) { $0 + Int($1.weight) }
                let drawn = Int.random(in: 0...total, using: &random)
                var sum = 0
                let index =
                    waiting.firstIndex {
                        sum += Int($0.weight)
                        return sum >= drawn
                    } ?? 0
                result.append(waiting.remove(at: index))
            }
        }
        return result
    }
}
