import Testing
import Time

@testable import Rules

@Suite("actions")
struct ActionReadingTests {
    @Test("a reply is a text, one of several, or a stream")
    func replies() throws {
        guard case .reply(let plain) = try step(#"{ "reply": "Hi {{text | upper}}" }"#),
            case .reply(let drawn) = try step(
                #"{ "reply": { "one_of": ["a", "b"], "now": true, "stream": { "by": "sentence", "every": "1s", "jitter": "50ms", "cursor": " ▉" } } }"#
            )
        else {
            Issue.record("replies")
            return
        }
        #expect(plain.texts.count == 1 && plain.stream == nil && !plain.now)
        #expect(drawn.texts.count == 2 && drawn.now)
        #expect(
            drawn.stream == StreamStyle(unit: .sentence, every: .seconds(1), jitter: .milliseconds(50), cursor: " ▉"))
        guard case .reply(let defaults) = try step(#"{ "reply": { "text": "a", "stream": {} } }"#) else { return }
        #expect(defaults.stream == StreamStyle())
    }

    @Test("a URL is the author's own where the file names scheme, host and port up to the first /")
    func literalOrigins() throws {
        let cases: [(String, Bool)] = [
            ("https://host.example/a/{{text}}", true), ("https://host.example:8443/", true), ("http://10.0.0.1", true),
            ("https://host.example{{text}}", false), ("https://{{text}}/a", false), ("{{text}}", false),
            ("https://host.example:{{text}}/a", false), ("https://user@host.example/{{text}}", true),
        ]
        for (url, isLiteral) in cases where !url.contains("@") {
            guard case .media(let post) = try step(#"{ "media": { "url": "\#(url)" } }"#),
                case .url(_, let literal) = post.source
            else {
                Issue.record("\(url)")
                continue
            }
            #expect(literal == isLiteral, "\(url)")
        }
        #expect(
            codes(
                botText(
                    #"{ "id": "a", "on": "message", "do": [ { "media": { "url": "https://user@host.example/x" } } ] }"#)
            ) == [.secretInFile])
    }

    @Test("media, audio and saving")
    func files() throws {
        guard
            case .media(let post) = try step(
                #"{ "media": { "file": "a.png", "kind": "image", "mime": "image/png", "filename": "b.png", "caption": "{{text}}" } }"#
            ),
            case .file("a.png") = post.source,
            case .audio(.file("a.wav"), let transcript?) = try step(
                #"{ "audio": { "file": "a.wav", "transcript": "hi" } }"#),
            case .save(nil) = try step(#"{ "save": {} }"#, on: "\"media\""),
            case .save("inbox") = try step(#"{ "save": { "folder": "inbox" } }"#, on: "\"media\"")
        else {
            Issue.record("files")
            return
        }
        #expect(post.kind == "image" && post.mime == "image/png" && !post.asURL && transcript.literalText == "hi")
    }

    @Test("waiting, setting, moving")
    func bot() throws {
        guard case .typing(let typing) = try step(#"{ "typing": "1s..4s" }"#),
            case .wait(let wait) = try step(#"{ "wait": "2s" }"#),
            case .goto("s", let time) = try step(#"{ "goto": { "state": "s", "for": "5m" } }"#),
            case .goto(nil, nil) = try step(#"{ "goto": null }"#), case .goto("t", nil) = try step(#"{ "goto": "t" }"#),
            case .set(let changes) = try step(
                #"{ "set": { "a": "{{text}}", "b": 2, "c": { "add": -1 }, "d": false } }"#),
            case .stop(3) = try step(#"{ "stop": { "code": 3 } }"#), case .stop(0) = try step(#"{ "stop": {} }"#),
            case .disconnect(4000, true) = try step(#"{ "disconnect": { "code": 4000, "reconnect": true } }"#),
            case .disconnect(1000, false) = try step(#"{ "disconnect": {} }"#),
            case .cancel("a") = try step(#"{ "cancel": { "of": "a" } }"#),
            case .cancel(nil) = try step(#"{ "cancel": {} }"#),
            case .log(.info, _) = try step(#"{ "log": "x" }"#),
            case .log(.warning, _) = try step(#"{ "log": { "level": "warning", "text": "x" } }"#)
        else {
            Issue.record("actions")
            return
        }
        #expect(typing == DelayRange(.seconds(1), .seconds(4)) && wait == DelayRange(.seconds(2), .seconds(2)))
        #expect(time == .minutes(5))
        #expect(changes.map(\.name) == ["a", "b", "c", "d"])
    }

    @Test("an AI, with what to do when it fails")
    func ai() throws {
        guard
            case .askAI(let ask) = try step(
                #"""
                { "ask_ai": { "url": "https://ai.example/v1/chat/completions", "model": "m", "key": { "env": "K" }, "system": "Be kind.",
                  "prompt": "{{text}}!", "history": 4, "timeout": "9s", "max_tokens": 100, "stream": {}, "on_error": [ { "reply": "Sorry: {{error}}" } ] } }
                """#),
            case .askAI(let short) = try step(#"{ "ask_ai": { "url": "http://127.0.0.1:1/x", "model": "m" } }"#)
        else {
            Issue.record("ask_ai")
            return
        }
        #expect(ask.url == "https://ai.example/v1/chat/completions" && ask.model == "m" && ask.key == .environment("K"))
        #expect(ask.history == 4 && ask.timeout == .seconds(9) && ask.maxTokens == 100 && ask.stream != nil)
        #expect(ask.onError.count == 1)
        guard case .lookup(let lookup) = short.prompt.pieces.first else {
            Issue.record("the event's text is what is asked")
            return
        }
        #expect(lookup.name == "text" && short.history == 0)
        #expect(
            codes(
                botText(
                    #"{ "id": "a", "on": "start", "do": [ { "ask_ai": { "url": "http://h.example/x", "model": "m" } } ] }"#
                )) == [.missingKey])
    }

    @Test("a frame of one's own, with its numbers as they are written")
    func send() throws {
        guard
            case .send(.object(let members)) = try step(
                #"{ "send": { "t": "text", "n": 1.50, "l": [null, "{{text}}"], "o": {} } }"#)
        else {
            Issue.record("send")
            return
        }
        #expect(members.map(\.key) == ["t", "n", "l", "o"])
        guard case .literal("1.50") = members[1].value else {
            Issue.record("\(members[1])")
            return
        }
    }

    @Test("HTTP calls, with a text or JSON as body")
    func http() throws {
        guard
            case .http(let call) = try step(
                #"{ "http": { "method": "PUT", "url": "https://h.example/{{text | url}}", "headers": { "X-A": "{{text}}" }, "body": { "t": "{{text}}" } } }"#
            ),
            case .json(.object) = call.body,
            case .http(let get) = try step(#"{ "http": { "url": "https://h.example" } }"#),
            case .http(let post) = try step(#"{ "http": { "url": "https://h.example", "body": "x" } }"#)
        else {
            Issue.record("http")
            return
        }
        #expect(call.method == "PUT" && call.literalOrigin && call.headers.map(\.name) == ["X-A"])
        #expect(get.method == "GET" && get.body == nil && post.method == "POST")
    }

    @Test("what a gateway does")
    func gateway() throws {
        let head = #""role": "gateway","#
        guard
            case .ready(.object(let extra)) = try step(
                #"{ "ready": { "avatar_url": "x" } }"#, on: "\"hello\"", head: head),
            case .message(let message) = try step(
                #"{ "message": { "text": "a", "stream": { "by": "word" }, "final": false, "id": "m1" } }"#,
                on: "\"text\"", head: head),
            case .prompt(let card) = try step(
                #"{ "prompt": { "kind": "exec_approval", "text": "Run?", "options": ["once", { "id": "deny", "label": "No", "style": "danger" }], "expires": "300s", "id": "p", "command": "ls" } }"#,
                on: "\"text\"", head: head),
            case .promptDone(nil, false, nil) = try step(#"{ "prompt_done": {} }"#, on: "\"answer\"", head: head),
            case .promptDone("deny", false, _?) = try step(
                #"{ "prompt_done": { "option": "deny", "id": "p" } }"#, on: "\"text\"", head: head),
            case .avatar("thinking") = try step(#"{ "avatar": "thinking" }"#, on: "\"text\"", head: head),
            case .error(_, _, true) = try step(
                #"{ "error": { "message": "no", "fatal": true } }"#, on: "\"text\"", head: head),
            case .close(1008, _) = try step(
                #"{ "close": { "code": 1008, "reason": "no" } }"#, on: "\"text\"", head: head),
            case .media(let post) = try step(
                #"{ "media": { "file": "a.png", "as": "url" } }"#, on: "\"text\"", head: head)
        else {
            Issue.record("gateway")
            return
        }
        #expect(extra.map(\.key) == ["avatar_url"] && post.asURL)
        #expect(!message.final && message.stream != nil && message.id != nil)
        #expect(card.options.map(\.id) == ["once", "deny"] && card.options[1].style == "danger")
        #expect(card.expires == .seconds(300) && card.command != nil)
        #expect(
            codes(botText(#"{ "id": "a", "on": "text", "do": [ { "prompt_done": {} } ] }"#, head: head)) == [
                .missingKey
            ])
    }
}
