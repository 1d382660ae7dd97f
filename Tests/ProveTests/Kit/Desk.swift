import Rules
import Testing
import Time

@testable import Prove

/// Files in memory, and suites that run over them.
struct Desk {
    var files: [String: String]

    /// - Parameter rules: the members of the bot file besides `version` and `name`.
    init(_ rules: String, role: String = "device", files: [String: String] = [:]) {
        self.files = files
        self.files["bots/bot.json"] = #"{ "version": 1, "name": "bot", "role": "\#(role)", \#(rules) }"#
    }

    var surroundings: Surroundings {
        let files = files
        return Surroundings(
            read: { path in
                files[path].map { .success(Array($0.utf8)) } ?? .failure(.init("no such file", isMissing: true))
            },
            sniff: { bytes in
                bytes.starts(with: "PNG".utf8) ? ("image/png", "image") : ("text/plain", "document")
            },
            zone: { name in
                name == "Test/East" ? Zone(name: name, offset: .init(seconds: 7200, abbreviation: "EET")) : nil
            })
    }

    /// One test of these steps.
    func test(_ steps: String, more: String = "") -> String {
        #"{ "bot": "bot.json", \#(more) "tests": [ { "name": "one", "steps": [ \#(steps) ] } ] }"#
    }

    /// Runs a test file.
    func run(file: String, options: TestSuite.Options = .init()) throws -> (FileResult, TestSuite) {
        let suite = TestSuite(surroundings, options)
        do {
            return (try suite.run(bytes: Array(file.utf8), path: "bots/bot.test.json"), suite)
        } catch {
            let refusal = error.refusal
            Issue.record("\(DiagnosticPrinter(source: refusal.source).text(of: refusal.diagnostics))")
            throw error
        }
    }

    /// Runs one test of these steps; nil if it passes.
    func failure(_ steps: String, more: String = "") throws -> TestFailure? {
        try run(file: test(steps, more: more)).0.tests[0].failure
    }

    /// The printed faults of a test file that is refused.
    func refusal(of file: String) -> String {
        guard let refusal = TestSuite(surroundings).check(bytes: Array(file.utf8), path: "bots/bot.test.json") else {
            return ""
        }
        return DiagnosticPrinter(source: refusal.source).text(of: refusal.diagnostics)
    }
}

/// A message of the gateway.
func message(_ text: String, id: String = "m1") -> String {
    #"{ "receive": { "t": "message", "id": "\#(id)", "text": "\#(text)", "final": true } }"#
}

let echo = #""rules": [ { "id": "echo", "on": "message", "do": [ { "reply": "You said {{text}}" } ] } ]"#
