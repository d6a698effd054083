package import Profile

extension SessionLoad {
    /// Sessions at one time at the most, each with an account of its own.
    package func mostSessions(accounts: Int) -> Int {
        switch self {
        case .closed(let online, _): min(online, accounts)
        case .open(let arrival): min(ArrivalSchedule.count(of: arrival), accounts)
        }
    }
}
