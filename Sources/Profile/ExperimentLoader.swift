/// Reads the files of experiments.
package enum ExperimentLoader {
    /// The experiment in `text`, or all its mistakes.
    ///
    /// `fileName` is what errors cite. Bounds: `ProfileLoader.maximumBytes`.
    package static func load(
        text: [UInt8], fileName: String
    ) -> Result<Experiment, ProfileErrors> {
        ProfileLoader.string(text, fileName: fileName).flatMap { text in
            let source = SourceText(name: fileName, text: text)
            let (root, errors) = YAMLComposer.compose(source, number: 0)
            var decoder = ProfileDecoder(sources: [source], checkXPath: nil)
            decoder.errors = errors
            guard let root else {
                if errors.isEmpty {
                    decoder.report(
                        SourcePosition(line: 1, column: 1), "the experiment is empty")
                }
                return .failure(ProfileErrors(errors: decoder.errors))
            }
            let experiment = decoder.experiment(root, name: ProfileLoader.name(of: fileName))
            if decoder.errors.isEmpty, let experiment { return .success(experiment) }
            return .failure(ProfileErrors(errors: decoder.sortedErrors))
        }
    }
}
