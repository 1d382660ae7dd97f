import Hermes
import Testing
import Time

private func at(_ milliseconds: Int64) -> Instant { .zero + .milliseconds(milliseconds) }

@Suite("A gateway's session")
struct GatewaySessionTests {
    private let settings = GatewaySession.Settings()

    private func hello(_ token: String?, as id: String = "d1", version: Int = 1) -> Hello {
        Hello(
            version: version, token: token.map { Secret($0) },
            device: .init(id: id, name: "", platform: "", appVersion: ""))
    }

    @Test("a device with a good token comes in, once")
    func admitted() {
        var session = GatewaySession(now: at(0), settings: settings)
        #expect(session.deadline == at(20_000))
        #expect(session.message(isHello: true, isFrame: true, now: at(1), settings: settings) == .passes)
        #expect(
            session.hello(hello("good"), shown: [], tokens: TokenTable([.init(token: Secret("good"))])) == .admitted)
        #expect(session.phase == .open)
        #expect(session.deadline == nil)
        #expect(session.tick(now: at(60_000)) == nil)
        #expect(session.hello(hello("bad"), shown: [], tokens: TokenTable([.init(token: Secret("good"))])) == .ignored)
        #expect(session.message(isHello: false, isFrame: true, now: at(2), settings: settings) == .passes)
    }

    @Test("a wrong token is refused for good, and nothing more is heard")
    func denied() {
        var session = GatewaySession(now: at(0), settings: settings)
        #expect(
            session.hello(hello("bad"), shown: [], tokens: TokenTable([.init(token: Secret("good"))]))
                == .refused(.denied))
        #expect(GatewaySession.Refusal.denied.closeCode == 1008 && GatewaySession.Refusal.denied.error.fatal)
        #expect(session.phase == .refused)
        #expect(session.message(isHello: true, isFrame: true, now: at(1), settings: settings) == .ignored)
        #expect(session.tick(now: at(60_000)) == nil)
    }

    @Test("a version that is not spoken is refused for good")
    func version() {
        var session = GatewaySession(now: at(0), settings: settings)
        #expect(session.hello(hello(nil, version: 2), shown: [], tokens: TokenTable()) == .refused(.version))
        #expect(GatewaySession.Refusal.version.closeCode == 1008)
    }

    @Test("before hello nothing else is heard; what is no frame at all is let be")
    func helloFirst() {
        var session = GatewaySession(now: at(0), settings: settings)
        #expect(session.message(isHello: false, isFrame: false, now: at(1), settings: settings) == .passes)
        #expect(session.message(isHello: false, isFrame: true, now: at(1), settings: settings) == .refused(.helloFirst))
        // Nothing that a device may have done once in error keeps it away for ever.
        #expect(GatewaySession.Refusal.helloFirst.closeCode == 1002 && !GatewaySession.Refusal.helloFirst.error.fatal)
    }

    @Test("a hello that does not come ends the connection")
    func timeout() {
        var session = GatewaySession(now: at(0), settings: settings)
        #expect(session.tick(now: at(19_999)) == nil)
        #expect(session.tick(now: at(20_000)) == .noHello)
        #expect(session.tick(now: at(20_001)) == nil)
    }

    @Test("more frames a second than allowed end the connection")
    func rate() {
        let slow = GatewaySession.Settings(rate: 10)
        var session = GatewaySession(now: at(0), settings: slow)
        _ = session.hello(hello(nil), shown: [], tokens: TokenTable())
        for _ in 0..<10 {
            #expect(session.message(isHello: false, isFrame: true, now: at(0), settings: slow) == .passes)
        }
        for tenth: Int64 in 1...30 {
            #expect(session.message(isHello: false, isFrame: true, now: at(tenth * 101), settings: slow) == .passes)
        }
        #expect(session.message(isHello: false, isFrame: true, now: at(3030), settings: slow) == .refused(.tooFast))
        #expect(GatewaySession.Refusal.tooFast.closeCode == 1013)
    }

    @Test("the printed refusals")
    func printed() {
        let refusals: [GatewaySession.Refusal] = [.denied, .version, .helloFirst, .noHello, .tooFast]
        #expect(
            refusals.map { "\($0.closeCode) \($0.error.code): \($0.error.message)" } == [
                "1008 denied: the token is not good for this device",
                "1008 version: only version 1 of the protocol is spoken",
                "1002 hello_first: hello must be the first frame", "1002 hello_timeout: hello did not come in time",
                "1013 rate: too many frames a second",
            ])
    }
}

@Suite("A gateway's tokens")
struct TokenTableTests {
    private let table = TokenTable([
        .init(token: Secret("alpha")), .init(token: Secret("beta"), device: "d1"),
        .init(token: Secret(""), device: nil),
    ])

    private func admits(_ shown: [String], as device: String = "d1") -> Bool {
        table.admits(shown.map { Secret($0) }, as: device)
    }

    @Test("an unbound token is good for any device, a bound one for its own")
    func bound() {
        #expect(admits(["alpha"], as: "d1") && admits(["alpha"], as: "d2"))
        #expect(admits(["beta"], as: "d1") && !admits(["beta"], as: "d2"))
        #expect(!admits(["gamma"]))
        #expect(!admits(["alph"]) && !admits(["alphaa"]) && !admits(["ALPHA"]) && !admits(["alphaalpha"]))
    }

    @Test("each token that is shown must be good, and one must be shown")
    func several() {
        #expect(!admits([]))
        #expect(admits(["alpha", "alpha"]) && admits(["alpha", "beta"]))
        #expect(!admits(["alpha", "gamma"]) && !admits(["gamma", "alpha"]))
        #expect(admits([""]))
    }

    @Test("a table without tokens takes any, and none")
    func open() {
        #expect(TokenTable().admits([], as: "d"))
        #expect(TokenTable().admits([Secret("x")], as: "d"))
    }
}

@Suite("A rate of frames")
struct FrameRateTests {
    @Test("a second's worth may come at once, then as many as the rate lets")
    func bucket() {
        var rate = FrameRate(perSecond: 2, now: at(0))
        func take(_ time: Int64) -> Bool { rate.take(perSecond: 2, now: at(time)) }
        #expect([take(0), take(0), take(0)] == [true, true, false])
        #expect([take(499), take(500), take(500)] == [false, true, false])
        #expect([take(10_000), take(10_000), take(10_000)] == [true, true, false])
        // A clock that goes back gives nothing away.
        #expect(!take(5_000))
    }

    @Test("less than one a second lets one through at a time")
    func slow() {
        var rate = FrameRate(perSecond: 0.5, now: at(0))
        #expect(rate.take(perSecond: 0.5, now: at(0)) == true)
        #expect(rate.take(perSecond: 0.5, now: at(1_900)) == false)
        #expect(rate.take(perSecond: 0.5, now: at(2_000)) == true)
    }
}
