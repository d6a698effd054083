import Profile
import Units

/// What `--load` says: the stages of a load in one line, and which schedule they are for.
package struct LoadArgument: Equatable, Sendable {
    /// What it changes in the profile, in this order.
    package let overrides: [Override]
    /// How long the arrivals of sessions last; nil when it is about traffic.
    package let arrivals: Nanoseconds?

    /// - Throws: a mistake with a caret at its place in the text.
    package init(_ text: String) throws(UsageError) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let hasPlace = parts.count > 1
        let place = hasPlace ? parts[0].filter { $0 != " " } : ""
        let notation = String(parts[parts.count - 1])
        let prefix = hasPlace ? parts[0].unicodeScalars.count + 1 : 0
        if hasPlace, !Self.isTraffic(place) {
            throw Self.mistake(
                LoadNotation.Problem(
                    offset: 0, message: "'\(place)' is no schedule; write traffic or traffic[1]"),
                in: text)
        }
        let stages: [LoadStage]
        do throws(LoadNotation.Problem) {
            stages = try LoadNotation.stages(notation)
        } catch {
            var problem = error
            problem.offset += prefix
            throw Self.mistake(problem, in: text)
        }
        // A notation without mistakes has nothing that YAML would read otherwise between quotes.
        let value = "\"\(notation.replacing("\t", with: " "))\""
        if hasPlace {
            let item = place == "traffic" ? "traffic[0]" : place
            overrides = [
                Override(path: "\(item).rate", yaml: "null"),
                Override(path: "\(item).stages", yaml: value),
            ]
            arrivals = nil
        } else {
            overrides = [
                Override(path: "sessions.online", yaml: "null"),
                Override(path: "sessions.ramp", yaml: "null"),
                Override(path: "sessions.arrival", yaml: "{stages: \(value)}"),
            ]
            arrivals = Arrival(stages: stages).length
        }
    }

    /// `traffic` or `traffic[N]`.
    private static func isTraffic(_ place: String) -> Bool {
        if place == "traffic" { return true }
        guard place.hasPrefix("traffic["), place.hasSuffix("]") else { return false }
        let number = place.dropFirst("traffic[".count).dropLast()
        return !number.isEmpty && number.utf8.allSatisfy { (48...57).contains($0) }
    }

    private static func mistake(_ problem: LoadNotation.Problem, in text: String) -> UsageError {
        UsageError(problem.described(in: text, as: "--load"))
    }
}
