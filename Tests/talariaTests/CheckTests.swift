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
        #expect(outcome.output == "22 files, 0 faults, 0 lints\n")
        #expect(outcome.code == 0)
        let layout = try Talaria.run(["fmt", "--check", "bots"])
        #expect(layout.output == "" && layout.code == 0)
    }

    @Test("a variable that only a test looks at is used, wherever the test stands")
    func variablesOfTests() throws {
        let bot = Self.good.replacingOccurrences(of: #""name": "a","#, with: #""name": "a", "vars": { "seen": 1 },"#)
        func test(_ bot: String) -> String {
            #"{ "bot": "\#(bot)", "tests": [{ "name": "t", "steps": [{ "vars": { "seen": 1 } }] }] }"#
        }
        func lints(_ files: [String: String], _ paths: [String]) throws -> String {
            let folder = try Talaria.Folder(files)
            return try Talaria.run(["check"] + paths, in: folder.path).output
        }
        let unused = try lints(["a.json": bot], ["a.json"])
        #expect(unused.contains(#"lint[R090]: no template and no condition looks at the variable "seen""#))
        // Beside it, of whatever name; and named with it.
        #expect(try lints(["a.json": bot, "b.test.json": test("./a.json")], ["a.json"]) == Self.clean(1))
        #expect(try lints(["a.json": bot, "b.test.json": test("a.json")], ["."]) == Self.clean(2))
        // Of another bot, or unreadable: as if it were not there.
        let other = try lints(["a.json": bot, "c.json": bot, "b.test.json": test("c.json")], ["a.json"])
        #expect(other == unused)
        #expect(try lints(["a.json": bot, "b.test.json": "{"], ["a.json"]) == unused)
    }

    @Test("a variable that the data of a load plan sets is set, and one that its texts look at is used")
    func variablesOfPlans() throws {
        let bot = Self.good.replacingOccurrences(
            of: #""name": "a","#, with: #""name": "a", "vars": { "city": "", "street": "" },"#
        ).replacingOccurrences(of: "Hello", with: "Hello from {{city}}")
        let alone = try Talaria.Folder(["a.json": bot])
        let lints = try Talaria.run(["check", "a.json"], in: alone.path).output
        #expect(lints.contains("lint[R093]: nothing sets the variable \"city\""))
        #expect(lints.contains("lint[R090]: no template and no condition looks at the variable \"street\""))
        let plan =
            #"{ "bot": "a.json", "devices": 1, "data": "rows.csv", "#
            + #""send": { "text": "I live in {{street}}", "every": "1s" }, "hold": "1s" }"#
        let folder = try Talaria.Folder([
            "a.json": bot, "a.load.json": plan, "rows.csv": "city,street\nPorto,Rua das Flores\n",
        ])
        #expect(try Talaria.run(["check", "a.json"], in: folder.path).output == Self.clean(1))
    }

    private static func clean(_ files: Int) -> String { "\(files) file\(files == 1 ? "" : "s"), 0 faults, 0 lints\n" }

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
        let none = try Talaria.run(["check", "bed.json"], in: folder.path)
        #expect(none.code == 66)
        #expect(none.output == "")
        #expect(
            none.errors
                == "talaria: cannot examine bed.json: No such file or directory\n  did you mean bad.json?\n")
        #expect(try Talaria.run(["check", "none.json", "bad.json"], in: folder.path).code == 65)
    }

    @Test("a folder without a rule file is 66, and says so", arguments: ["check", "fmt"])
    func emptyFolder(_ command: String) throws {
        let folder = try Talaria.Folder(["a.schema.json": "{}"])
        let outcome = try Talaria.run([command, "."], in: folder.path)
        #expect(outcome.code == 66)
        #expect(outcome.errors == "talaria: . holds no rule file\n")
        let other = try Talaria.Folder(["a.json": Self.good])
        let test = try Talaria.run(["test", "."], in: other.path)
        #expect(test.code == 66)
        #expect(test.errors == "talaria: . holds no file whose name ends in .test.json\n")
    }

    @Test("a rule file that a test names and that is not there is 66, with the one that was meant")
    func missingBot() throws {
        let folder = try Talaria.Folder([
            "tea.json": Self.good,
            "tea.test.json": #"{ "bot": "tee.json", "tests": [{ "name": "t", "steps": [{ "advance": "1s" }] }] }"#,
        ])
        let fault = """
            tea.test.json:1:10: error[R092]: there is no rule file "tee.json"
               1 | { "bot": "tee.json", "tests": [{ "name": "t", "steps": [{ "advance": "1s" }] }] }
                 |          ^^^^^^^^^^
                 = hint: did you mean tea.json?

            """
        let check = try Talaria.run(["check", "tea.test.json"], in: folder.path)
        #expect(check.code == 66)
        #expect(check.output == fault + "\n1 file, 1 fault, 0 lints\n")
        let test = try Talaria.run(["test", "tea.test.json"], in: folder.path)
        #expect(test.code == 66)
        #expect(test.errors == fault)
    }

    @Test("test files are read with the rule files that they name")
    func testFiles() throws {
        let folder = try Talaria.Folder([
            "a.json": Self.good,
            "a.test.json": #"{ "bot": "a.json", "tests": [{ "name": "t", "steps": [{ "wait": 1 }] }] }"#,
        ])
        let outcome = try Talaria.run(["check", "."], in: folder.path)
        #expect(outcome.code == 65)
        #expect(outcome.output.contains("./a.test.json:1:57: error[R004]: \"wait\" is not a key of a step"))
        #expect(outcome.output.hasSuffix("2 files, 1 fault, 0 lints\n"))
        let broken = try Talaria.Folder([
            "a.json": "{",
            "a.test.json": #"{ "bot": "a.json", "tests": [{ "name": "t", "steps": [{ "advance": "1s" }] }] }"#,
        ])
        let once = try Talaria.run(["check", "."], in: broken.path)
        #expect(once.output.hasSuffix("1 file, 1 fault, 0 lints\n"))
    }

    @Test("programs get every fault with its place, code, message and hint, as JSON and as SARIF")
    func printedForPrograms() throws {
        let folder = try Talaria.Folder(["a.json": Self.good.replacingOccurrences(of: "reply", with: "repyl")])
        #expect(
            try Talaria.run(["check", "a.json", "--format", "json"], in: folder.path).output == #"""
                [{"file":"a.json","line":1,"column":105,"end_line":1,"end_column":112,\#
                "code":"R004","severity":"error","message":"\"repyl\" is not a key of an action","hint":"did you mean \"reply\"?"}]

                """#)
        let sarif = try Talaria.run(["check", "a.json", "--format", "sarif"], in: folder.path).output
        #expect(
            sarif.hasSuffix(
                #"""
                "columnKind":"unicodeCodePoints","results":[{"ruleId":"R004","level":"error","message":{"text":"\"repyl\" is not a key of an action (did you mean \"reply\"?)"},\#
                "locations":[{"physicalLocation":{"artifactLocation":{"uri":"a.json"},"region":{"startLine":1,"startColumn":105,"endLine":1,"endColumn":112}}}]}]}]}

                """#))
        #expect(sarif.hasPrefix(#"{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0""#))
        #expect(sarif.contains(#"{"id":"R004","name":"unknownKey","shortDescription":{"text":"an unknown key"}}"#))
    }

    @Test("a pattern that takes too long is refused, with what to do")
    func slowPattern() throws {
        let folder = try Talaria.Folder([
            "a.json": Self.good.replacingOccurrences(
                of: #""text": "hi""#, with: #""text": { "regex": "(x|xx|xxx){400}y" }"#)
        ])
        let outcome = try Talaria.run(["check", "a.json"], in: folder.path)
        #expect(outcome.code == 65)
        #expect(outcome.output.contains("error[R031]: the pattern takes "))
        #expect(outcome.output.contains("= hint: use smaller counts in {n,m}"))
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
