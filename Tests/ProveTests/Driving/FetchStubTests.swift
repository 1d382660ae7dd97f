import Rules
import Testing

@testable import Prove

@Suite("A fetch step")
struct FetchStubTests {
    private let desk = Desk(
        #"""
        "rules": [
          { "id": "pic", "on": "message", "when": { "text": "pic" }, "do": [ { "media": { "url": "https://x.example/a" } } ] },
          { "id": "gone", "on": "result", "when": { "ok": false }, "do": [ { "reply": "No picture: {{error}}" } ] } ]
        """#)

    private func failure(_ answer: String, _ frame: String) throws -> TestFailure? {
        try desk.failure(
            #"{ "fetch": { "https://x.example/a": \#(answer) } }, \#(message("pic")), { "expect": [ \#(frame) ] }"#)
    }

    @Test("gives bytes that decide what they are, whatever type its server says, as in a bot that runs")
    func bytesDecide() throws {
        let picture = #"{ "t": "media", "kind": "image", "mime": "image/png" }"#
        #expect(try failure(#"{ "text": "PNG..." }"#, picture) == nil)
        #expect(try failure(#"{ "text": "PNG...", "type": "text/html" }"#, picture) == nil)
        let wrong = try #require(try failure(#"{ "text": "<html>", "type": "image/png" }"#, picture))
        #expect(wrong.difference == #"kind wants "image", saw "document""#)
        #expect(
            wrong.notes.last?.hasSuffix(
                "warning: the server says image/png, but the bytes are text/plain: it is sent as what it is") == true,
            "\(wrong.notes)")
    }

    @Test("whose body is so many zeros passes for what its type says")
    func zeros() throws {
        #expect(
            try failure(
                #"{ "size": 9, "type": "image/png" }"#, #"{ "t": "media", "kind": "image", "mime": "image/png" }"#)
                == nil)
    }

    @Test("needs no body beside a status")
    func status() throws {
        #expect(
            try failure(#"{ "status": 404 }"#, #"{ "t": "text", "text": { "contains": "404" } }"#) == nil)
        #expect(
            desk.refusal(of: desk.test(#"{ "fetch": { "https://x.example/a": {} } }"#)).contains(
                "error[R012]: an answer is empty"))
    }
}
