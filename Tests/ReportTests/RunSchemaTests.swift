import Foundation
import Measurement
import Report
import Testing
import Units

@Suite struct RunSchemaTests {
    private static let stages: StageCounts = {
        var recorder = Recorder(
            worker: 0, catalogue: MetricCatalogue(), start: .origin, measureFrom: .origin,
            measureUntil: .distantFuture)
        recorder.error(at: .origin, stage: "auth", condition: "not-authorized", sample: "")
        var totals = RunTotals(
            catalogue: MetricCatalogue(), workers: 1, start: .origin, measureFrom: .origin,
            measureUntil: .distantFuture)
        let interval = totals.add(
            recorder.takeInterval(
                at: .origin + .seconds(Int64(1)), activity: WorkerActivity(),
                ledger: LedgerCounts()))
        return interval?.row.errorsByStage ?? StageCounts()
    }()

    private func python(_ script: String) throws -> Any {
        let sample = SampleReport(
            change: { result in
                result.errors = [
                    ErrorResult(
                        stage: "auth", condition: "not-authorized", count: 12, measured: 3,
                        sample: "<failure/>")
                ]
                result.intervals[1].errorsByStage = Self.stages
            },
            thresholds: { result in
                [
                    ThresholdResult(
                        expression: "message.lost == 0", observed: .count(0), passed: true),
                    ThresholdResult(
                        expression: "bind.response.p99 < 1s", observed: .noSamples, passed: false),
                ]
            })
        let folder = try TemporaryFolder()
        let (schema, document) = (folder.path + "/schema.json", folder.path + "/run.json")
        try RunSchema.text.write(toFile: schema, atomically: false, encoding: .utf8)
        try RunJSON.encode(sample.document).write(
            toFile: document, atomically: false, encoding: .utf8)
        return try Self.python(script, schema: schema, document: document)
    }

    /// Runs a script that has `validator` and `document`.
    private static func python(_ script: String, schema: String, document: String) throws -> Any {
        let start = """
            import copy, json, sys
            from jsonschema import Draft202012Validator
            schema, document = [json.load(open(path)) for path in sys.argv[1:]]
            Draft202012Validator.check_schema(schema)
            validator = Draft202012Validator(schema)

            """
        return try Python.run(start + script, arguments: [schema, document])
    }

    private static let mistakes = """
        print(json.dumps([f'{error.json_path}: {error.message}'
            for error in validator.iter_errors(document)]))
        """

    @Test func `a report is valid`() throws {
        #expect(try python(Self.mistakes) as? [String] == [])
    }

    @Test func `the report that the project shows is of this version`() throws {
        let folder = try TemporaryFolder()
        try folder.write("schema.json", RunSchema.text)
        let mistakes = try Self.python(
            Self.mistakes, schema: folder.path + "/schema.json",
            document: Python.packageRoot.appending(path: "reports/example/run.json").path)
        #expect(
            mistakes as? [String] == [],
            "run profiles/quickstart.yaml, and put its report into reports/example")
    }

    @Test func `a key less or a key more is not`() throws {
        let script = """
            def mappings(value, path):
                if isinstance(value, dict):
                    yield path, list(value)
                    for key, inner in value.items(): yield from mappings(inner, path + [key])
                elif isinstance(value, list):
                    for index, inner in enumerate(value): yield from mappings(inner, path + [index])
            def at(value, path):
                for key in path: value = value[key]
                return value
            found = {'refused': 0, 'accepted': []}
            for path, keys in mappings(document, []):
                for key in keys + ['nosuch']:
                    changed = copy.deepcopy(document)
                    if key in keys: del at(changed, path)[key]
                    else: at(changed, path)[key] = 0
                    if validator.is_valid(changed): found['accepted'].append(path + [key])
                    else: found['refused'] += 1
            print(json.dumps(found))
            """
        let found = try #require(try python(script) as? [String: Any])
        let accepted = try #require(found["accepted"] as? [[Any]])
        // Metrics and series have the names that the profile gives them, and stages have any.
        let named = Set(accepted.map { $0.dropLast().last as? String })
        #expect(named == ["metrics", "series", "errors_by_stage"], "\(accepted)")
        #expect(try #require(found["refused"] as? Int) > 150)
    }
}
