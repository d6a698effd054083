/// Options of `clamor capacity`.
extension Flag {
    package static let slo = Flag(
        name: "slo", value: .text("OBJECTIVE"), subcommands: [.capacity],
        help: "what has to hold, thresholds with `and` between them: "
            + "'message.response.p99 < 100ms and message.lost == 0'")
    package static let over = Flag(
        name: "over", value: .text("rate|sessions|KEY"), subcommands: [.capacity],
        help: "what changes from level to level: the rate of the traffic (or else of the arrivals) "
            + "that the objective is about, the sessions online, or a key of the profile (rate)")
    package static let from = Flag(
        name: "from", value: .text("LEVEL"), subcommands: [.capacity],
        help: "the first level, such as 100/s or 500 (what the profile asks for)")
    package static let to = Flag(
        name: "to", value: .text("LEVEL"), subcommands: [.capacity],
        help: "the highest level that may be tried (none)")
    package static let tolerance = Flag(
        name: "tolerance", value: .text("SHARE"), subcommands: [.capacity],
        help: "how wide the interval may be, by its upper end (5%)")
    package static let warmup = Flag(
        name: "warmup", value: .text("TIME"), subcommands: [.capacity],
        help: "how long each level lasts before it counts (5s)")
    package static let hold = Flag(
        name: "hold", value: .text("TIME"), subcommands: [.capacity],
        help: "how long each level is measured (20s)")
    package static let repeats = Flag(
        name: "repeats", value: .number("NUMBER", 1...20), subcommands: [.capacity],
        help: "how often both ends of the interval are tried (2)")

    static let capacity = [slo, over, from, to, tolerance, warmup, hold, repeats]
}
