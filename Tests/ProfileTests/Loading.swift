import Foundation
import Testing

@testable import Profile

/// A profile that loads, to change one thing at a time.
let smallProfile = """
    target: {address: loopback}
    accounts: {count: 10}
    sessions:
      arrival: 5/s
      scenarios:
        - name: main
          steps: [login, logout]
    duration: 10s

    """

/// Loads a text that must be right.
func loaded(
    _ text: String, name: String = "test.yaml", overrides: [Override] = [],
    sourceLocation: SourceLocation = #_sourceLocation
) throws -> Profile {
    switch ProfileLoader.load(text: text, fileName: name, overrides: overrides) {
    case .success(let profile): return profile
    case .failure(let errors):
        Issue.record("\(errors)", sourceLocation: sourceLocation)
        throw errors
    }
}

/// The mistakes of a text; empty when it loads.
func mistakes(
    _ text: String, overrides: [Override] = [], checkXPath: ProfileLoader.XPathChecker? = nil
) -> [ProfileError] {
    let result = ProfileLoader.load(
        text: text, fileName: "test.yaml", overrides: overrides, checkXPath: checkXPath)
    switch result {
    case .success: return []
    case .failure(let errors): return errors.errors
    }
}

/// The first line of each mistake.
func headlines(_ text: String, overrides: [Override] = []) -> [String] {
    mistakes(text, overrides: overrides).map { error in
        String(error.description.split(separator: "\n")[0])
    }
}

/// The small profile with its one scenario's steps replaced; `steps` is a YAML list in one line.
func withSteps(_ steps: String) -> String {
    smallProfile.replacingOccurrences(of: "[login, logout]", with: steps)
}

/// The root of the package.
let packageRoot = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
