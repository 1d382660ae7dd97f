import Foundation
import Testing

@Suite("talaria check and fmt")
struct CheckTests {
    static let good =
        #"{ "version": 1, "name": "a", "rules": [{ "id": "r", "on": "message", "when": { "text": "hi" }, "#
        + #""do": [{ "reply": "Hello" }] }] }"#

    @Test("the bots of this project are without fault or lint")
    func ownBots() throws {
        let outcome = try Talaria.run(["check", "--strict", "bots"])
        #expect(outcome.errors == "")
        #expect(outcome.output == "5 files, 0 faults, 0 lints\n")
        #expect(outcome.code == 0)
    }

    @Test("a fault is shown with its place, a caret and what was meant; the code is 65")
    func fault() throws {
        let folder = try Talaria.Folder(["a.json": Self.good.replacingOccurrences(of: "reply", with: "repyl")])
        let outcome = try Talaria.run(["check", "a.json"], in: folder.path)
        #expect(outcome.code == 65)
        #expect(outcome.output.hasPrefix("a.json:1:105: error[R004]:"))
        #expect(outcome.output.contains("^^^^^^^"))
        #expect(outcome.output.contains("did you mean \"reply\"?"))
        #expect(outcome.output.hasSuffix("1 file, 1 fault, 0 lints\n"))
    }

    @Test("a file that is not there is 66, and 65 goes before it")
    func missing() throws {
        let folder = try Talaria.Folder(["bad.json": "{"])
        #expect(try Talaria.run(["check", "none.json"], in: folder.path).code == 66)
        #expect(try Talaria.run(["check", "none.json", "bad.json"], in: folder.path).code == 65)
    }

    @Test("a folder is read with all below it, and programs get JSON or SARIF")
    func formats() throws {
        let folder = try Talaria.Folder(["a.json": Self.good, "b.json": "{}"])
        let json = try Talaria.run(["check", ".", "--format", "json"], in: folder.path)
        #expect(json.code == 65)
        let list = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
        #expect(list.allSatisfy { ($0["file"] as? String) == "./b.json" })
        let sarif = try Talaria.run(["check", ".", "--format", "sarif"], in: folder.path)
        let log = try #require(try JSONSerialization.jsonObject(with: Data(sarif.output.utf8)) as? [String: Any])
        #expect(log["version"] as? String == "2.1.0")
    }

    @Test("fmt --check names what would change and changes nothing; fmt changes it once")
    func fmt() throws {
        let folder = try Talaria.Folder(["a.json": Self.good])
        let path = folder.path + "/a.json"
        let check = try Talaria.run(["fmt", "--check", "a.json"], in: folder.path)
        #expect(check.code == 1)
        #expect(check.output == "a.json\n")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == Self.good)
        #expect(try Talaria.run(["fmt", "a.json"], in: folder.path).code == 0)
        #expect(try String(contentsOfFile: path, encoding: .utf8) != Self.good)
        #expect(try Talaria.run(["fmt", "--check", "a.json"], in: folder.path).code == 0)
        #expect(try Talaria.run(["check", "a.json"], in: folder.path).code == 0)
    }
}
