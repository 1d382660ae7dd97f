import Address
import Testing

@testable import Media

@Suite("The answer of a chat endpoint")
struct ChatStreamTests {
    private func head(_ status: Int, _ type: String) -> ResponseHead {
        var head = ResponseHead()
        for line in ["HTTP/1.1 \(status) x", "Content-Type: \(type)", ""] {
            Array((line + "\r\n").utf8).withUnsafeBytes { _ = head.take($0) }
        }
        return head
    }

    private func steps(
        _ text: String, status: Int = 200, type: String = "text/event-stream", key: String? = nil, size: Int = 1000
    ) -> [ChatStream.Step] {
        var stream = ChatStream(head(status, type), origin: Origin(host: "ai.example", port: 443), key: key, size: size)
        var steps: [ChatStream.Step] = []
        for byte in text.utf8 { stream.take([byte].span) { steps.append($0) } }
        stream.finish { steps.append($0) }
        return steps
    }

    private func delta(_ text: String) -> String {
        "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"\(text)\"}}]}\n\n"
    }

    private func fault(_ code: FetchFault.Code, _ text: String, status: Int? = nil) -> ChatStream.Step {
        .failed(FetchFault(code, "ai.example:443: " + text, status: status))
    }

    @Test("is pieces of text until [DONE]")
    func streams() {
        let text = """
            : ping

            data: {"choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}

            \(delta("Hel"))\(delta("lo \\ud83d\\ude00"))data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

            data: {"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":2,"total_tokens":9}}

            data: [DONE]

            data: {"choices":[{"delta":{"content":"never"}}]}


            """
        let end = ChatEnd(reason: "stop", promptTokens: 7, completionTokens: 2, pieces: 2)
        #expect(steps(text) == [.piece("Hel"), .piece("lo 😀"), .finished(end)])
    }

    @Test("may end without [DONE] once a reason was named, and not before")
    func ends() {
        let reason = "data: {\"choices\":[{\"delta\":{\"content\":\"b\"},\"finish_reason\":\"length\"}]}\n\n"
        #expect(
            steps(delta("a") + reason) == [.piece("a"), .piece("b"), .finished(ChatEnd(reason: "length", pieces: 2))])
        #expect(steps(delta("a")) == [.piece("a"), fault(.cut, "the stream ended before the reply did")])
        #expect(steps("") == [fault(.cut, "the stream ended before the reply did")])
        #expect(steps("data: [DONE]\n\n") == [.finished(ChatEnd())])
    }

    @Test("may be JSON that is not called so")
    func wholeUncalled() {
        let end = ChatEnd(pieces: 1)
        let text = #"{"choices":[{"message":{"content":"Hi"}}]}"#
        for type in ["text/event-stream", "text/plain", ""] {
            #expect(steps(text, type: type) == [.piece("Hi"), .finished(end)], "\(type)")
        }
    }

    @Test("that is no stream at all is said to be what it is")
    func page() {
        let page = "<!doctype html>\n<html>Log in: please</html>\n\n"
        #expect(steps(page, type: "text/html") == [fault(.garbled, "the answer is text/html, and no stream of events")])
        #expect(steps(page) == [fault(.cut, "the stream ended before the reply did")])
    }

    @Test("may hold an error by its event's name alone")
    func errorEvents() {
        let said = [("{\"message\":\"busy\"}", "busy"), ("{}", "an error without a message"), ("busy", "busy")]
        for (data, text) in said {
            #expect(steps(delta("a") + "event: error\ndata: \(data)\n\n") == [.piece("a"), fault(.remote, text)])
        }
    }

    @Test("passes over counts that are no numbers of tokens")
    func oddCounts() {
        let usage = "data: {\"usage\":{\"prompt_tokens\":1.5,\"completion_tokens\":99999999999999999999}}\n\n"
        #expect(steps(delta("a") + usage + "data: [DONE]\n\n") == [.piece("a"), .finished(ChatEnd(pieces: 1))])
    }

    @Test("may be one JSON object, from a server that does not stream")
    func whole() {
        let text =
            #"{"object":"chat.completion","choices":[{"message":{"role":"assistant","content":"Hi"},"finish_reason":"stop"}],"usage":{"completion_tokens":1}}"#
        let end = ChatEnd(reason: "stop", completionTokens: 1, pieces: 1)
        #expect(steps(text, type: "application/json; charset=utf-8") == [.piece("Hi"), .finished(end)])
        #expect(
            steps("{\"choices\":", type: "application/json")
                == [
                    fault(
                        .garbled, "an event is not the JSON that it should be: the JSON text ends too early, at byte 11"
                    )
                ])
    }

    @Test(
        "may hold an error, in each of the shapes that servers use",
        arguments: [
            (#"{"error":{"message":"The model is\nbusy.","type":"x","code":null}}"#, "The model is busy."),
            (#"{"error":"out of memory"}"#, "out of memory"),
            (#"{"object":"error","message":"no such model"}"#, "no such model"),
            (#"{"error":{}}"#, "an error without a message"), (#"{"error":7}"#, "an error without a message"),
        ])
    func errors(json: String, text: String) {
        #expect(steps(delta("a") + "data: \(json)\n\ndata: [DONE]\n\n") == [.piece("a"), fault(.remote, text)])
        #expect(steps(json, type: "application/json") == [fault(.remote, text)])
    }

    @Test("with another status is a fault with what the server says")
    func statuses() {
        let json = #"{"error":{"message":"Rate limit reached"}}"#
        #expect(
            steps(json, status: 429, type: "application/json") == [
                fault(.status, "HTTP 429: Rate limit reached", status: 429)
            ])
        #expect(steps(#"{"detail":"Not Found"}"#, status: 404) == [fault(.status, "HTTP 404: Not Found", status: 404)])
        #expect(steps("<html>Bad gateway</html>", status: 502) == [fault(.status, "HTTP 502", status: 502)])
        let long = String(repeating: "x", count: 100_000)
        #expect(steps(long, status: 500) == [fault(.status, "HTTP 500", status: 500)])
    }

    @Test("shows no key, not even in part, and no control characters")
    func secrets() {
        let key = "sk-abcdef0123456789"
        let json = #"{"error":{"message":"Incorrect key: sk-ab***6789, or sk-abcdef0123456789. See \u001b[31m docs"}}"#
        let said = steps(json, status: 401, key: key)
        #expect(said == [fault(.status, "HTTP 401: Incorrect key: ••• or ••• See [31m docs", status: 401)])
    }

    @Test(
        "that is not what it should be is a fault",
        arguments: [
            ("data: ?nonsense\n\n", "a character that JSON does not allow here, at byte 0"),
            ("data: []\n\n", "a value of another kind than expected, at byte 0"),
            ("data: {\"choices\":[}\n\n", "a character that JSON does not allow here, at byte 12"),
        ])
    func garbled(text: String, reason: String) {
        #expect(steps(text) == [fault(.garbled, "an event is not the JSON that it should be: " + reason)])
    }

    @Test("passes over what it does not know, and what is of an odd type")
    func odd() {
        let texts = [
            #"{"choices":[{"delta":{"content":null,"tool_calls":[]},"logprobs":{}}]}"#, #"{"choices":null}"#,
            #"{"choices":[null,7]}"#,
            #"{"choices":[{"delta":7,"finish_reason":3}]}"#, #"{"usage":null,"error":null}"#,
            #"{"usage":{"prompt_tokens":"many"}}"#, "{}",
            #"{"choices":[{"delta":{"content":7}},{"delta":{"content":"second choice"}}]}"#,
        ]
        #expect(steps(texts.map { "data: \($0)\n\n" }.joined() + "data: [DONE]\n\n") == [.finished(ChatEnd())])
    }

    @Test("has a limit")
    func limit() {
        let said = steps(String(repeating: delta("12345"), count: 3), size: 12)
        #expect(said == [.piece("12345"), .piece("12345"), fault(.tooLarge, "the reply is over 12 bytes")])
    }

    @Test("is asked for with what every server knows, and no more")
    func request() {
        var request = ChatRequest(
            url: "http://h/v1/chat/completions", model: "m",
            turns: [.init(role: "system", text: "Be \"brief\""), .init(role: "user", text: "Hi")], key: "k")
        let messages = #"[{"role":"system","content":"Be \"brief\""},{"role":"user","content":"Hi"}]"#
        #expect(
            String(decoding: request.body, as: UTF8.self) == #"{"model":"m","messages":\#(messages),"stream":true}"#)
        request.maxTokens = 5
        #expect(
            String(decoding: request.body, as: UTF8.self)
                == #"{"model":"m","messages":\#(messages),"stream":true,"max_tokens":5}"#)
    }
}
