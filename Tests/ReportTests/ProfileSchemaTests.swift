import Foundation
import Report
import Testing

@Suite struct ProfileSchemaTests {
    /// Runs Python with `validator`, and `load` for YAML files.
    private func python(_ script: String, _ arguments: [String] = []) throws -> Any {
        let folder = try TemporaryFolder()
        let path = folder.path + "/schema.json"
        try ProfileSchema.text.write(toFile: path, atomically: false, encoding: .utf8)
        let start = """
            import copy, json, sys, yaml
            from jsonschema import Draft202012Validator
            schema = json.load(open(sys.argv[1]))
            Draft202012Validator.check_schema(schema)
            validator = Draft202012Validator(schema)
            def load(path): return yaml.safe_load(open(path, encoding='utf-8'))

            """
        return try Python.run(start + script, arguments: [path] + arguments)
    }

    private static let everyKey = Python.packageRoot.appending(
        path: "Tests/Profiles/every-key.yaml"
    ).path

    @Test func `the built-in profiles and one with every key are valid`() throws {
        let folder = Python.packageRoot.appending(path: "profiles")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".yaml") }.map { folder.path + "/" + $0 }
        #expect(names.count >= 6)
        let script = """
            print(json.dumps([f'{path}: {error.json_path}: {error.message}'
                for path in sys.argv[2:] for error in validator.iter_errors(load(path))]))
            """
        #expect(try python(script, names + [Self.everyKey]) as? [String] == [])
    }

    @Test func `a key more is a mistake in every mapping but those of the author's own keys`()
        throws
    {
        let script = """
            def mappings(value, path):
                if isinstance(value, dict):
                    yield path
                    for key, inner in value.items(): yield from mappings(inner, path + [key])
                elif isinstance(value, list):
                    for index, inner in enumerate(value): yield from mappings(inner, path + [index])
            document = load(sys.argv[2])
            found = {'refused': 0, 'accepted': []}
            for path in mappings(document, []):
                changed = copy.deepcopy(document)
                inner = changed
                for key in path: inner = inner[key]
                inner['nosuch'] = 'x'
                if validator.is_valid(changed): found['accepted'].append(path[-1])
                else: found['refused'] += 1
            print(json.dumps(found))
            """
        let found = try #require(try python(script, [Self.everyKey]) as? [String: Any])
        #expect(found["accepted"] as? [String] == ["extract", "namespaces"])
        #expect(try #require(found["refused"] as? Int) > 40)
    }

    @Test(arguments: [
        "duration: 5", "warmup: 1d", "limits: {stanza: 5}", "limits: {stanza: 5KB}",
        "sessions: {online: many, scenarios: [{name: a, steps: [login]}]}",
        "sessions: {arrival: 25, scenarios: [{name: a, steps: [login]}]}",
        "sessions: {online: 1, scenarios: [{name: a, steps: []}]}",
        "sessions: {online: 1, scenarios: [{steps: [login]}]}",
        "sessions: {online: 1, scenarios: [{name: a, steps: [message]}]}",
        "sessions: {online: 1, scenarios: [{name: a, steps: [{message: {to: a@b}}]}]}",
        "sessions: {online: 1, scenarios: [{name: a, steps: [{repeat: 2}]}]}",
        "target: {address: loopback, security: tls}", "traffic: [{login: , rate: 1/s}]",
        "accounts: {count: 1, register: maybe}", "thresholds: []", "seed: x",
    ])
    func `what the decoder refuses for its kind is refused`(change: String) throws {
        let script = """
            document = yaml.safe_load('''
            target: {address: loopback}
            accounts: {count: 10}
            sessions: {arrival: 5/s, scenarios: [{name: main, steps: [login, logout]}]}
            duration: 10s
            ''')
            before = validator.is_valid(document)
            document.update(yaml.safe_load(sys.argv[2]))
            print(json.dumps([before, validator.is_valid(document)]))
            """
        #expect(try python(script, [change]) as? [Bool] == [true, false])
    }
}
