import Profile

/// The options of `clamor serve` that make the loopback server do wrong on purpose: the keys of
/// `target.faults`, with the same values.
extension Flag {
    /// A key, and the option that stands for it.
    private static let faultsByKey: [(key: String, flag: Flag)] =
        ProfileShape.faults.keys.map { key in
            let flag = Flag(
                name: key.name.replacing("_", with: "-"),
                value: .text(placeholder(of: key.value)), subcommands: [.serve], help: key.help)
            return (key.name, flag)
        }

    static let faults = faultsByKey.map(\.flag)

    private static func placeholder(of value: ValueShape) -> String {
        switch value {
        case .recurrence: "TIME/PERIOD"
        case .ratio: "SHARE"
        case .rate: "RATE"
        default: "TIME"
        }
    }

    /// The faults that a command line asks for.
    static func faults(_ invocation: Invocation) throws(CommandFailure) -> Faults {
        let given = faultsByKey.compactMap { key, flag in
            invocation.value(of: flag).map { (key: key, option: "--\(flag.name)", yaml: $0) }
        }
        switch ProfileLoader.faults(given) {
        case .success(let faults): return faults
        case .failure(let errors):
            throw CommandFailure(.usage, errors.description, hasPlaces: true)
        }
    }
}
