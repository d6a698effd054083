import Foundation
import Testing

extension Integration {
    /// The schemas that the command line prints, held against what the command line writes.
    @Suite struct SchemaTests {
        @Test func `a report's run_json and profile are valid by the schemas`() async throws {
            let folder = try Folder()
            for name in ["profile", "run"] {
                let schema = try await clamor("schema", name)
                #expect(schema.status == 0, "\(schema)")
                _ = try folder.write(name + ".json", schema.output)
            }
            let result = try await clamor(
                "run", "quickstart", "--duration", "2s", "--set", "sessions.ramp=1s", "--set",
                "traffic[0].after=0s", "--set", "accounts.count=5", "--set", "sessions.online=5",
                "--output", folder["report"])
            #expect([0, 1, 4].contains(result.status), "\(result)")
            let script = """
                import json, yaml
                from jsonschema import Draft202012Validator
                for schema, document in [
                    ('run.json', json.load(open('report/run.json'))),
                    ('profile.json', yaml.safe_load(open('report/profile.yaml'))),
                ]:
                    for error in Draft202012Validator(json.load(open(schema))).iter_errors(document):
                        print(schema, error.json_path, error.message)
                """
            let found = try await ChildProcess(
                Package.root + "/.build/venv/bin/python3", ["-c", script], in: folder.path
            ).result()
            #expect(found.status == 0 && found.output == "", "\(found)")
        }
    }
}
