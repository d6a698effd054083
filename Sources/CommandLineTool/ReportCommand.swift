import Report

/// `clamor report`: a report, or a search for capacity, rendered again, in any format.
enum ReportCommand {
    static func perform(
        _ invocation: Invocation, _ console: Console
    ) throws(CommandFailure) -> ExitCode {
        let format = try invocation.format(ReportFormat.text)
        let path = invocation.value(of: .output)
        let text = try render(
            invocation.operand(0) ?? ".", format, colour: path == nil && console.usesColor)
        guard let path else {
            console.print(withoutEnd: text)
            return .success
        }
        do throws(ReportError) {
            try ReportFormat.write(text, to: path)
        } catch {
            throw CommandFailure(.unreachable, "\(error)")
        }
        return .success
    }

    private static func render(
        _ path: String, _ format: ReportFormat, colour: Bool
    ) throws(CommandFailure) -> String {
        let search: CapacityDocument
        do throws(ReportError) {
            guard let found = try CapacityDirectory.read(path) else {
                return format.render(try StoredReport(path: path), colour: colour)
            }
            search = found
        } catch {
            throw CommandFailure(.usage, "\(error)")
        }
        if let text = format.render(search) { return text }
        throw CommandFailure(
            .usage,
            "\(path) is a search for capacity, which has no form as \(format.rawValue); each of its "
                + "trials has: \(path)/trials")
    }
}
