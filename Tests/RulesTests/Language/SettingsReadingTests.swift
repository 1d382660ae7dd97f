import Testing
import Time

@testable import Rules

private let rule = #"{ "id": "a", "on": "message", "do": [ { "log": "{{owner}} {{count}}" } ] }"#

@Suite("settings")
struct SettingsReadingTests {
    @Test("every setting of a device is read")
    func device() throws {
        let text = botText(
            rule,
            head: #"""
                "role": "device", "about": "a bot", "hit": "all",
                "server": {
                  "url": "wss://host.example/ws?x=1", "token": { "file": "secret/token" }, "token_in": "header",
                  "headers": { "X-Team": "blue" }, "origin": "https://host.example", "subprotocol": "hermes",
                  "user": { "name": "Ada", /* not sent */ "n": 1.50 },
                  "connect_timeout": "5s", "ping": "10s", "dead_after": "25s", "hello_timeout": "7s", "whole_texts": true,
                  "quiet": "11s",
                  "backoff": { "first": "1s", "cap": "9s", "settle": "3s", "jitter": 0.25, "max_attempts": 4 },
                  "max_message": "1MB", "max_send": "5MB", "max_text": 4000, "part_size": "1MiB",
                  "delivery": "at_most_once", "plaintext_token": true
                },
                "device": { "name": "D", "platform": "p", "app_version": "2.0" },
                "vars": { "owner": "Ada", "n": 3, "on": true, "t": { "start": "x", "keep": false } },
                "fetch": { "allow": ["server", "10.0.0.0/8", "host.example:8080"], "max_size": "5MB", "timeout": "3s", "redirects": 0, "proxy": "environment" },
                "receive": { "max_size": "6MB", "stalled_after": "9s", "quota": "7MB" },
                "approvals": { "per_minute": 3 }, "budget": { "frames_per_second": 2.5 },
                """#)
        let file = try file(text)
        #expect(file.about == "a bot")
        #expect(file.hit == .all)
        let server = file.server
        #expect(server.url == "wss://host.example/ws?x=1")
        #expect(server.token == .file("secret/token"))
        #expect(server.tokenPlacement == .header)
        #expect(server.headers.map(\.name) == ["X-Team"] && server.headers.map(\.value) == ["blue"])
        #expect(server.origin == "https://host.example")
        #expect(server.subprotocol == "hermes")
        #expect(server.user == #"{"name":"Ada","n":1.50}"#)
        #expect(server.connectTimeout == .seconds(5))
        #expect(server.ping == .seconds(10))
        #expect(server.deadAfter == .seconds(25))
        #expect(server.helloTimeout == .seconds(7))
        #expect(server.wholeTexts)
        #expect(server.quiet == .seconds(11))
        #expect(server.backoff.first == .seconds(1) && server.backoff.cap == .seconds(9))
        #expect(server.backoff.settle == .seconds(3) && server.backoff.jitter == .part(0.25))
        #expect(server.backoff.maxAttempts == 4)
        #expect(server.maxMessage == 1_000_000 && server.maxSend == 5_000_000 && server.maxText == 4000)
        #expect(server.partSize == 1 << 20)
        #expect(server.delivery == .atMostOnce)
        #expect(server.plaintextToken)
        #expect(file.device.name == "D" && file.device.platform == "p" && file.device.appVersion == "2.0")
        #expect(file.variables.map(\.name) == ["owner", "n", "on", "t"])
        #expect(file.variables.map(\.start) == [.text("Ada"), .number(3), .flag(true), .text("x")])
        #expect(file.variables.map(\.keep) == [true, true, true, false])
        #expect(file.fetch.allow == ["server", "10.0.0.0/8", "host.example:8080"])
        #expect(file.fetch.maxSize == 5_000_000 && file.fetch.timeout == .seconds(3) && file.fetch.redirects == 0)
        #expect(file.fetch.proxyFromEnvironment)
        #expect(file.receive.maxSize == 6_000_000 && file.receive.quota == 7_000_000)
        #expect(file.receive.stalledAfter == .seconds(9))
        #expect(file.approvalsPerMinute == 3)
        #expect(file.framesPerSecond == 2.5)
    }

    @Test("every setting of a gateway is read")
    func gateway() throws {
        let text = botText(
            #"{ "id": "a", "on": "hello", "do": [ { "ready": {} } ] }"#,
            head: #"""
                "role": "gateway",
                "server": {
                  "listen": "0.0.0.0:0", "path": "/x", "tokens": [ { "env": "A" }, { "credential": "b", "device": "d-1" } ],
                  "max_devices": 5, "hello_timeout": "3s", "rate": 10, "max_message": "2MB", "part_size": "64KiB"
                },
                """#)
        let listen = try file(text).listen
        #expect(listen.listen == "0.0.0.0:0" && listen.path == "/x")
        #expect(listen.tokens.map(\.source) == [.environment("A"), .credential("b")])
        #expect(listen.tokens.map(\.device) == [nil, "d-1"])
        #expect(listen.maxDevices == 5 && listen.helloTimeout == .seconds(3) && listen.rate == 10)
        #expect(listen.maxMessage == 2_000_000 && listen.partSize == 64 << 10)
    }

    @Test("what is left out has the defaults that the schema states")
    func defaults() throws {
        let file = try file(botText(#"{ "id": "a", "on": "message", "do": [ { "log": "x" } ] }"#))
        #expect(file.server.url == nil && file.server.token == nil)
        #expect(file.server.tokenPlacement == .queryAndHello)
        #expect(file.server.user == "{}")
        #expect(file.server.backoff == BackoffSettings())
        #expect(file.fetch == FetchSettings() && file.receive == ReceiveSettings())
        #expect(file.approvalsPerMinute == 10 && file.framesPerSecond == nil)
        #expect(file.hit == .first && file.role == .device)
    }

    @Test(
        "a token goes over plain ws to this machine alone",
        arguments: [
            ("ws://127.0.0.1:8787/ws", true), ("ws://127.9.9.9/ws", true), ("ws://localhost/ws", true),
            ("ws://[::1]:1/ws", true), ("ws://LOCALHOST/ws", true), ("wss://host.example/ws", true),
            ("ws://host.example/ws", false), ("ws://10.0.0.1/ws", false), ("ws://localhost.example/ws", false),
            ("ws://[::ffff:127.0.0.1]/ws", true), ("ws://[fe80::1]/ws", false), ("ws://127.0.0.1.example/ws", false),
        ])
    func plaintext(url: String, isAllowed: Bool) {
        let head = "\"server\": { \"url\": \"\(url)\", \"token\": { \"env\": \"T\" } },"
        let rule = #"{ "id": "a", "on": "message", "do": [ { "log": "x" } ] }"#
        #expect(codes(botText(rule, head: head)) == (isAllowed ? [] : [.plaintextToken]))
        let spoken = head.replacing("} },", with: "}, \"plaintext_token\": true },")
        #expect(codes(botText(rule, head: spoken)) == [])
    }

    @Test("variables that `set` names first are there too, empty at the start")
    func setVariables() throws {
        let file = try file(
            botText(
                #"{ "id": "a", "on": "message", "do": [ { "set": { "mood": "{{text}}", "n": { "add": 1 }, "b": true } }, { "log": "{{mood}} {{n}} {{b}}" } ] }"#
            ))
        #expect(file.variables.map(\.name) == ["mood", "n", "b"])
        #expect(file.variables.map(\.start) == [.text(""), .number(0), .flag(false)])
    }
}
