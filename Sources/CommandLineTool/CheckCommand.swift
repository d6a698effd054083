import LoadEngine
import Measurement
import Profile
import Units

/// `clamor check`: the profile is loaded as `run` would, and the plan is printed.
enum CheckCommand {
    static func perform(
        _ invocation: Invocation, _ console: Console
    ) throws(CommandFailure) -> ExitCode {
        let setUp = try RunSetUp(invocation)
        try setUp.checkFiles()
        console.print(plan(setUp))
        let (needed, accounts) = (setUp.estimate.accountsNeeded, setUp.accounts.count)
        if needed > accounts {
            console.note(
                "warning: arrivals will be skipped: about \(needed) sessions need an account at "
                    + "once, and there are \(accounts); raise accounts.count or lower the rate")
        }
        try setUp.checkResources()
        return .success
    }

    private static func plan(_ setUp: RunSetUp) -> String {
        let profile = setUp.profile
        let estimate = setUp.estimate
        let registration = profile.accounts.registration.rawValue
        let ports = setUp.available.ports.map(String.init) ?? "an unknown number"
        let inEach = setUp.ranks == 1 ? "" : " in each of \(setUp.ranks) processes"
        let rows = [
            ("target", profile.target.inWords),
            ("accounts", "\(setUp.accounts.count), register: \(registration)"),
            ("sessions", "\(estimate.sessions), about \(estimate.online) online at once"),
            ("workers", "\(setUp.workers)\(inEach)"),
            (
                "descriptors",
                "\(setUp.needs.descriptors) of \(setUp.available.descriptors)\(inEach)"
            ),
            ("ports", "\(setUp.needs.ports) of \(ports) per source and target address"),
            ("messages", "about \(estimate.messages)"),
            ("bytes/s", "about \(estimate.bytesPerSecond.inWords) both ways, logins apart"),
            ("duration", duration(profile)),
            ("thresholds", "\(profile.thresholds.count)"),
        ]
        let lines = rows.map { name, text in
            name + String(repeating: " ", count: 13 - name.count) + text
        }
        return ([profile.title] + lines).joined(separator: "\n")
    }

    private static func duration(_ profile: Profile) -> String {
        let words = { (time: Nanoseconds) in ResolvedProfile.text(time) }
        let warmup =
            profile.warmup > .zero ? ", its first \(words(profile.warmup)) as warm-up" : ""
        return "\(words(profile.duration))\(warmup); then drain up to \(words(profile.drain))"
    }
}

extension Target {
    /// Which server, where it is, and how sessions are secured.
    var inWords: String {
        let places = addresses.map(\.text)
        let place =
            places.isEmpty ? "the SRV records of its domain" : places.joined(separator: ", ")
        return "\(domain) at \(place), security: \(security.rawValue)"
    }
}
