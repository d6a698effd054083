import Report

/// `clamor report`: a report rendered again, in any format.
enum ReportCommand {
    static func perform(
        _ invocation: Invocation, _ console: Console
    ) throws(CommandFailure) -> ExitCode {
        let format = try invocation.format(ReportFormat.text)
        let report: StoredReport
        do throws(ReportError) {
            report = try StoredReport(path: invocation.operand(0) ?? ".")
        } catch {
            throw CommandFailure(.usage, "\(error)")
        }
        guard let path = invocation.value(of: .output) else {
            let text = format.render(report, colour: console.usesColor)
            console.print(withoutEnd: text)
            return .success
        }
        do throws(ReportError) {
            try format.write(report, to: path)
        } catch {
            throw CommandFailure(.unreachable, "\(error)")
        }
        return .success
    }
}
