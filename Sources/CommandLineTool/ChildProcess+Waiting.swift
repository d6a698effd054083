import EventLoop
import LoadEngine
import Units

extension ChildProcess {
    /// Between two looks at it.
    private static let stepLength = Nanoseconds.milliseconds(20)

    /// Runs this program with other arguments to its end; what it writes to its output is dropped,
    /// the user's interruptions are passed on.
    static func perform(
        _ arguments: [String], _ control: RunControl
    ) throws(CommandFailure) -> Ending {
        do throws(TransportError) {
            return try ChildProcess(ofThisProgram: arguments).awaitEnd(control)
        } catch {
            throw CommandFailure(.unreachable, "cannot start another process: \(error)")
        }
    }

    /// Waits for its end; what it writes to its output is dropped.
    ///
    /// - Parameter isPassedOn: whether the user's interruptions are its own, too.
    func awaitEnd(_ control: RunControl, isPassedOn: Bool = true) -> Ending {
        var interruptions = 0
        while true {
            look()
            _ = takeLines()
            if let ending { return ending }
            while isPassedOn, interruptions < control.interruptions {
                interruptions += 1
                interrupt()
            }
            WallClock.sleep(Self.stepLength)
        }
    }
}
