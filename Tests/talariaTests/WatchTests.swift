import Foundation
import Testing

@Suite("--watch")
struct WatchTests {
    private static let bad = #"{ "version": 1, "name": "a", "rules": [{ "id": "r", "on": "mesage", "do": [] }] }"#

    private func replace(_ name: String, in folder: Talaria.Folder, with text: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path + "/" + name), options: .atomic)
    }

    @Test("run goes on with a changed file; a bad one leaves the old rules, and says why")
    func run() throws {
        let folder = try Talaria.Folder(["a.json": CheckTests.good])
        let talaria = try RunningTalaria(["run", "a.json", "--watch", "--state", "s"], in: folder.path)
        talaria.says("← ready")
        try replace("a.json", in: folder, with: Self.bad)
        #expect(!talaria.says("a.json is not taken; the old rules go on").isEmpty)
        #expect(!talaria.says("a.json:1:59: error[R007]").isEmpty)
        try replace("a.json", in: folder, with: CheckTests.good + "\n")
        #expect(!talaria.says("a.json is read anew: 1 rule").isEmpty)
        talaria.signal(SIGTERM)
        #expect(talaria.ending() == 0)
    }

    @Test("serve does so too", arguments: [[], ["--workers", "2"]])
    func serve(_ more: [String]) throws {
        let gateway = CheckTests.good.replacingOccurrences(of: "\"name\"", with: "\"role\": \"gateway\", \"name\"")
            .replacingOccurrences(of: "reply", with: "message")
        let folder = try Talaria.Folder(["a.json": gateway])
        let talaria = try RunningTalaria(
            ["serve", "a.json", "--watch", "--listen", "127.0.0.1:0", "--state", "s"] + more, in: folder.path)
        talaria.says("listening on")
        try replace("a.json", in: folder, with: gateway + "\n")
        #expect(!talaria.says("a.json is read anew: 1 rule").isEmpty)
        talaria.signal(SIGTERM)
        #expect(talaria.ending() == 0)
    }

    @Test("serve without a rule file has nothing to watch")
    func nothing() throws {
        let outcome = try Talaria.run(["serve", "--watch", "--listen", "127.0.0.1:0"])
        #expect(outcome.code == 64)
        #expect(outcome.errors.contains("--watch needs a rule file"))
    }

    @Test("test runs again when the rule file or a test file changes")
    func test() throws {
        let folder = try Talaria.Folder([
            "a.json": Self.bad,
            "a.test.json": #"{ "bot": "a.json", "tests": [{ "name": "t", "steps": [{ "advance": "1s" }] }] }"#,
        ])
        let talaria = try RunningTalaria(["test", ".", "--watch"], in: folder.path)
        talaria.says("error[R007]")
        try replace("a.json", in: folder, with: CheckTests.good)
        #expect(!talaria.says("changed: ./a.json").isEmpty)
        try replace("a.test.json", in: folder, with: #"{ "bot": "a.json", "tests": 1 }"#)
        #expect(!talaria.says("changed: ./a.test.json").isEmpty)
        #expect(!talaria.says("a.test.json:1:29: error[R006]").isEmpty)
        talaria.signal(SIGTERM)
        #expect(talaria.ending() == SIGTERM)
    }

    @Test("test ends by a signal, also if it was started with signals blocked", arguments: [SIGTERM, SIGINT])
    func deaf(_ signal: Int32) throws {
        let folder = try Talaria.Folder(["a.json": Self.bad, "a.test.json": #"{ "bot": "a.json", "tests": [] }"#])
        let talaria = try RunningTalaria(["test", ".", "--watch"], in: folder.path, isDeaf: true)
        talaria.says("error[R007]")
        talaria.signal(signal)
        #expect(talaria.ending() == signal)
    }
}
