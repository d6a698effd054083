internal import Units

extension ProfileDecoder {
    /// What the loopback server is to do wrong.
    mutating func faults(_ node: YAMLNode) -> Faults {
        var reader = mapping(node, .faults)
        var faults = Faults()
        faults.delay = reader.take("delay").flatMap { pause($0, "delay") }
        faults.freeze = reader.take("freeze").flatMap { recurrence($0, "freeze") }
        faults.stallReads = reader.take("stall_reads").flatMap { recurrence($0, "stall_reads") }
        faults.rateCap = reader.take("rate_cap").flatMap { rate($0, "rate_cap") }
        faults.closeAfter = reader.take("close_after").flatMap { duration($0, "close_after") }
        faults.lose = reader.take("lose").map { share($0, "lose") } ?? 0
        faults.duplicate = reader.take("duplicate").map { share($0, "duplicate") } ?? 0
        faults.reorder = reader.take("reorder").map { share($0, "reorder") } ?? 0
        faults.bounce = reader.take("bounce").map { share($0, "bounce") } ?? 0
        finish(reader)
        let all = faults.lose + faults.duplicate + faults.reorder + faults.bounce
        // A sum of shares as they are written may be off in the last bit.
        if all > 1 + 1e-9 {
            let first = ["lose", "duplicate", "reorder", "bounce"].first(where: reader.has)
            report(
                reader.keyPosition(first ?? "lose"),
                "a message has one fault at most, so lose, duplicate, reorder and bounce are 100% "
                    + "together at most")
        }
        return faults
    }

    /// `1s/10s`: so long in each such period.
    private mutating func recurrence(_ node: YAMLNode, _ what: String) -> Recurrence? {
        guard let text = text(node, what) else { return nil }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            report(node.position, "\(what) is written as 1s/10s, one second in each ten")
            return nil
        }
        let times = parts.compactMap { part in
            quantity(node) { () throws(Quantity.Problem) in try Quantity.duration(String(part)) }
        }
        guard times.count == 2 else { return nil }
        guard times[0] > .zero, times[0] < times[1] else {
            report(node.position, "\(what) lasts some time, and not the whole period: 1s/10s")
            return nil
        }
        return Recurrence(length: times[0], period: times[1])
    }

    /// `1%` or `0.01`.
    private mutating func share(_ node: YAMLNode, _ what: String) -> Double {
        guard let text = text(node, what),
            let share = quantity(node, { () throws(Quantity.Problem) in try Quantity.ratio(text) })
        else { return 0 }
        guard share <= 1 else {
            report(node.position, "\(what) is 100% at most")
            return 0
        }
        return share
    }
}
