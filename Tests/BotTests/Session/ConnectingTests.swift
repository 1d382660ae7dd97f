import Hermes
import Testing
import Time

@testable import Bot

@Suite("A device's connection")
struct ConnectingTests {
    static let nothing = #""rules": [{ "id": "r", "on": "failed", "do": [{ "log": "failed: {{reason}}" }] }]"#

    @Test("lost: it waits within the backoff, connects again, and ready comes again")
    func reconnects() throws {
        var stage = try Stage(
            #""rules": [{ "id": "r", "on": "ready", "do": [{ "log": "again {{again}}" }] },"#
                + #"{ "id": "d", "on": "disconnected", "do": [{ "log": "{{code}} {{reason}} {{clean}}" }] }]"#)
        stage.tell(.start)
        stage.tell(.opened(token: nil))
        stage.receive(#"{"t":"ready"}"#)
        #expect(stage.look().suffix(1) == ["log info again false"])
        stage.tell(.closed(.close(code: 1001, reason: "going")))
        #expect(stage.look() == ["log info 1001 going true"])
        #expect(stage.bot.status.phase == .waiting)
        stage.advance(.milliseconds(500))
        #expect(stage.look() == ["connect"])
        stage.tell(.opened(token: nil))
        stage.receive(#"{"t":"ready"}"#)
        #expect(stage.look().suffix(1) == ["log info again true"])
    }

    @Test("an attempt that failed is no disconnection")
    func attempt() throws {
        var stage = try Stage(#""rules": [{ "id": "d", "on": "disconnected", "do": [{ "log": "no" }] }]"#)
        stage.tell(.start)
        stage.tell(.closed(.failed(reason: "no route")))
        #expect(stage.look() == ["connect"])
        stage.advance(.milliseconds(500))
        #expect(stage.look() == ["connect"])
    }

    @Test(
        "denied, it fails for good",
        arguments: [.close(code: 1008, reason: "no"), .refused(status: 401), .refused(status: 403)] as [Ending])
    func denied(ending: Ending) throws {
        var stage = try Stage(Self.nothing)
        stage.tell(.start)
        if case .close = ending { stage.tell(.opened(token: nil)) }
        _ = stage.look()
        stage.tell(.closed(ending))
        #expect(stage.look() == ["failed denied", "log info failed: denied"])
        #expect(stage.bot.status.phase == .failed)
        #expect(stage.bot.deadline == nil)
        stage.advance(.seconds(100))
        #expect(stage.look() == [])
    }

    @Test("a fatal error closes the connection and fails for good")
    func fatal() throws {
        var stage = try Stage(Self.nothing)
        stage.begin()
        stage.receive(#"{"t":"error","code":"banned","message":"go away","fatal":true}"#)
        #expect(stage.look() == ["close 1000 ", "failed denied", "log info failed: denied"])
        // The driver tells nothing more; if it did, nothing would come of it.
        stage.tell(.closed(.close(code: 1000, reason: "")))
        #expect(stage.look() == [])
    }

    @Test("a URL that cannot work says its own reason")
    func impossible() throws {
        var stage = try Stage(Self.nothing)
        stage.tell(.start)
        stage.tell(.closed(.impossible(reason: "bad_url")))
        #expect(stage.look() == ["connect", "failed bad_url", "log info failed: bad_url"])
    }

    @Test("max_attempts gives up")
    func givesUp() throws {
        var stage = try Stage(#""server": { "backoff": { "max_attempts": 2 } }, "# + Self.nothing)
        stage.tell(.start)
        stage.tell(.closed(.failed(reason: "x")))
        stage.advance(.seconds(1))
        stage.tell(.closed(.failed(reason: "x")))
        #expect(stage.look() == ["connect", "connect", "failed gave_up", "log info failed: gave_up"])
    }

    @Test("a ping every 30 s, and silence of 75 s is death")
    func liveness() throws {
        var stage = try Stage(#""rules": [{ "id": "d", "on": "disconnected", "do": [{ "log": "{{reason}}" }] }]"#)
        stage.begin()
        stage.advance(.seconds(30))
        #expect(stage.look() == ["ping"])
        stage.tell(.alive)
        stage.advance(.seconds(74))
        #expect(stage.look() == ["ping", "ping"])
        stage.advance(.seconds(1))
        #expect(stage.look() == ["close 0 silence", "log info silence"])
        stage.advance(.milliseconds(500))
        #expect(stage.look() == ["connect"])
    }

    @Test("an open socket without ready is dropped after hello_timeout")
    func helloTimeout() throws {
        var stage = try Stage(Self.nothing)
        stage.tell(.start)
        stage.tell(.opened(token: nil))
        _ = stage.look()
        stage.advance(.seconds(20))
        #expect(stage.look().first == "close 0 hello_timeout")
    }

    @Test("an attempt that takes too long is dropped")
    func connectTimeout() throws {
        var stage = try Stage(Self.nothing)
        stage.tell(.start)
        stage.advance(.seconds(10))
        #expect(stage.look().prefix(2) == ["connect", "close 0 connect_timeout"])
    }

    @Test("disconnect stays away until a reload; with reconnect it is back at once")
    func disconnect() throws {
        let members =
            #""rules": [{ "id": "a", "on": "message", "when": { "text": "bye" }, "do": [{ "disconnect": {} }] },"#
            + #"{ "id": "b", "on": "message", "when": { "text": "again" }, "do": [{ "disconnect": { "reconnect": true } }] }]"#
        var stage = try Stage(members)
        stage.begin()
        stage.hear("again")
        #expect(stage.look() == ["close 1000 ", "connect"])
        stage.tell(.opened(token: nil))
        stage.receive(#"{"t":"ready"}"#)
        _ = stage.look()
        stage.hear("bye")
        #expect(stage.look() == ["close 1000 "])
        #expect(stage.bot.status.phase == .closed)
        stage.advance(.seconds(600))
        #expect(stage.look() == [])
        stage.bot.reload(try Stage.blueprint(members), now: stage.now, into: &stage.effects)
        stage.tell(.wake)
        #expect(stage.look() == ["connect"])
    }

    @Test("stop closes, says its exit code, and nothing happens after it")
    func stop() throws {
        var stage = try Stage(
            #""rules": [{ "id": "s", "on": "message", "do": [{ "reply": "bye" }, { "stop": { "code": 3 } }, { "reply": "never" }] }]"#
        )
        stage.begin()
        stage.hear("x")
        let out = stage.look()
        #expect(out.count == 3)
        #expect(Frame(out[0]).text("text") == "bye")
        #expect(out.suffix(2) == ["close 1000 ", "exit 3"])
        #expect(stage.bot.hasEnded && stage.bot.deadline == nil)
        stage.hear("y")
        stage.tell(.start)
        #expect(stage.look() == [])
    }

    @Test("the token is in hello, unless it goes in a header")
    func token() throws {
        for (placement, isThere) in [("query+hello", true), ("hello", true), ("header", false)] {
            var stage = try Stage(#""server": { "token_in": "\#(placement)" }, "# + Self.nothing)
            stage.tell(.start)
            stage.tell(.opened(token: Secret("s3cret")))
            #expect(Frame(stage.frames()[0]).text("token") == (isThere ? "s3cret" : nil))
        }
    }

    @Test("a message of an old connection is nobody's")
    func oldMessage() throws {
        var stage = try Stage(#""rules": [{ "id": "r", "on": "message", "do": [{ "reply": "x" }] }]"#)
        stage.begin()
        stage.tell(.closed(.failed(reason: "reset")))
        stage.hear("late")
        stage.advance(.seconds(1))
        stage.tell(.opened(token: nil))
        stage.receive(#"{"t":"ready"}"#)
        #expect(stage.texts() == [])
    }

    @Test("an open socket that nobody waits for is closed")
    func strayOpening() throws {
        var stage = try Stage(Self.nothing)
        stage.tell(.start)
        stage.advance(.seconds(10))
        _ = stage.look()
        stage.tell(.opened(token: nil))
        #expect(stage.look() == ["close 0 "])
    }

    @Test("drain lets what is under way end, and begins nothing new")
    func drain() throws {
        var stage = try Stage(
            #""rules": [{ "id": "r", "on": "message", "do": [{ "wait": "2s" }, { "reply": "done" }] }]"#)
        stage.begin()
        stage.hear("one")
        stage.tell(.drain)
        stage.hear("two")
        #expect(stage.look() == [])
        stage.advance(.seconds(2))
        #expect(stage.texts() == ["done"])
        stage.acknowledge()
        #expect(stage.look() == ["close 1000 ", "exit 0"])
    }

    @Test("drain of an idle bot ends it at once")
    func idleDrain() throws {
        var stage = try Stage(Self.nothing)
        stage.begin()
        stage.tell(.drain)
        #expect(stage.look() == ["close 1000 ", "exit 0"])
    }
}
