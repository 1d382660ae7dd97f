import Foundation
import Testing

@Suite("talaria why")
struct WhyTests {
    static let bot =
        #"{ "version": 1, "name": "a", "vars": { "owner": "Ada" }, "rules": [{ "id": "r", "on": "message", "#
        + #""when": { "text": "hi", "time": { "from": "09:00", "to": "17:00", "zone": "UTC" } }, "#
        + #""do": [{ "reply": "I am {{owner}}'s" }] }] }"#

    @Test("shows what the rules make of a text, with variables and a time of one's own")
    func text() throws {
        let folder = try Talaria.Folder(["a.json": Self.bot])
        let outcome = try Talaria.run(
            ["why", "a.json", "--text", "Hi", "--var", "owner=Bob", "--at", "2026-03-02T09:00:00Z"], in: folder.path)
        #expect(
            outcome.output == """
                message why "Hi"
                  ✓ r  a.json:1  fires
                       when text.equals "hi", saw "Hi"
                       when time from 09:00 to 17:00 in UTC, saw 09:00 on mon
                       reply: I am Bob's

                fired: r

                """)
        #expect(outcome.code == 0)
        let late = try Talaria.run(
            ["why", "a.json", "--text", "Hi", "--at", "2026-03-02T17:00:00Z"], in: folder.path)
        #expect(
            late.output == """
                message why "Hi"
                  ✗ r  a.json:1  time wants from 09:00 to 17:00 in UTC, saw 17:00 on mon
                       to match: wait until 2026-03-03T09:00:00Z

                no rule fires

                """)
        #expect(late.code == 0)
    }

    @Test("a dash reads standard input")
    func input() throws {
        let folder = try Talaria.Folder(["a.json": Self.bot])
        let outcome = try Talaria.run(
            ["why", "a.json", "--frame", "-", "--format", "json"], in: folder.path, input: "{\"t\":\"typing\"}\n")
        #expect(outcome.code == 0)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        #expect(object["frame"] as? String == #"{"t":"typing"}"#)
    }

    @Test(
        "what cannot be asked ends with its own code and a clear word",
        arguments: [
            (["a.json"], 64, "one of --text, --frame and --prompt"),
            (["a.json", "--text", "a", "--frame", "{}"], 64, "one of --text, --frame and --prompt"),
            (["a.json", "--text", "a", "--var", "ownr=B"], 64, "did you mean \"owner\"?"),
            (["a.json", "--text", "a", "--in", "there"], 64, "has no state \"there\""),
            (["a.json", "--text", "a", "--at", "noon"], 64, "2026-03-01T09:00:00Z"),
            (["none.json", "--text", "a"], 66, "none.json"),
            (["bad.json", "--text", "a"], 65, "bad.json:1:1: error[R001]"),
        ] as [([String], Int32, String)])
    func faults(_ words: [String], _ code: Int32, _ text: String) throws {
        let folder = try Talaria.Folder(["a.json": Self.bot, "bad.json": "{"])
        let outcome = try Talaria.run(["why"] + words, in: folder.path)
        #expect(outcome.code == code)
        #expect(outcome.errors.contains(text), "\(outcome.errors)")
        #expect(outcome.output == "")
    }
}
