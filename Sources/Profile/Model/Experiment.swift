/// Variants of a profile that are run in turns to be compared.
package struct Experiment: Sendable {
    package var title: String
    /// A built-in profile's name, or the path of a file.
    package var profile: String
    package var variants: [Variant]
    /// How often each variant runs.
    package var rounds: Int
    /// Rounds before these that are not compared.
    package var warmupRounds: Int
    /// Fixes the order and what is random in the runs.
    package var seed: UInt64?

    /// One of what is compared.
    package struct Variant: Sendable {
        /// Part of the paths of its reports.
        package var name: String
        /// What overrides the profile's target.
        package var address: String?
        package var settings: [Setting]
        /// Shell commands around each of its runs.
        package var before: String?
        package var after: String?
    }

    /// A key of the profile that a variant sets.
    package struct Setting: Sendable {
        package var override: Override
        /// Where it stands; its message is that of a mistake there.
        var place: ProfileError
    }

    /// The mistakes of a profile under a variant's settings, at the places of these settings.
    package static func located(
        _ errors: ProfileErrors, in variant: Variant
    ) -> ProfileErrors {
        ProfileErrors(
            errors: errors.errors.map { error in
                let setting = variant.settings.last {
                    "--set \($0.override.path)" == error.source
                }
                guard var located = setting?.place else { return error }
                located.message = error.message
                located.suggestion = error.suggestion
                return located
            })
    }
}
