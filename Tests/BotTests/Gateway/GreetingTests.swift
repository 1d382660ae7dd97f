import Hermes
import Rules
import Testing
import Time

@testable import Bot

@Suite("A gateway greets a device")
struct GreetingTests {
    static let rules = #""rules": [{ "id": "r", "on": "text", "do": [{ "message": "hi" }] }]"#

    func hello(_ id: String = "d1", token: String? = nil, version: Int = 1) -> String {
        let token = token.map { #""token":"\#($0)","# } ?? ""
        return #"{"t":"hello","v":\#(version),\#(token)"device":{"id":"\#(id)","name":"Phone"},"user":{}}"#
    }

    func greet(
        _ messages: [String], tokens: [TokenTable.Entry] = [], shown: [Secret] = [], members: String = rules
    ) throws -> (Greeting.Step, [String]) {
        let blueprint = try Stage.blueprint(members, role: .gateway)
        var greeting = Greeting(blueprint, tokens: TokenTable(tokens), shown: shown, now: .zero)
        var effects = Effects()
        var step = Greeting.Step.nothing
        for message in messages { step = greeting.receive(Array(message.utf8).span, now: .zero, into: &effects) }
        return (
            step,
            effects.items.map {
                switch $0 {
                case .send(let range, let kind): "\(kind) " + String(decoding: effects.bytes[range], as: UTF8.self)
                case .close(let code, let reason): "close \(code) \(reason)"
                default: "other"
                }
            }
        )
    }

    @Test("a hello comes in, with any token where none is set")
    func admitted() throws {
        #expect(try greet([hello()]) == (.admit(device: "d1"), []))
        #expect(try greet([hello(token: "whatever")]) == (.admit(device: "d1"), []))
    }

    @Test("a token that is good for the device")
    func token() throws {
        let tokens = [TokenTable.Entry(token: Secret("abc"), device: "d1"), .init(token: Secret("any"))]
        #expect(try greet([hello(token: "abc")], tokens: tokens).0 == .admit(device: "d1"))
        #expect(try greet([hello("d2", token: "any")], tokens: tokens).0 == .admit(device: "d2"))
        #expect(try greet([hello("d2")], tokens: tokens, shown: [Secret("any")]).0 == .admit(device: "d2"))
        let (step, said) = try greet([hello("d2", token: "abc")], tokens: tokens)
        #expect(step == .refused)
        #expect(
            said == [
                #"error {"t":"error","code":"denied","message":"the token is not good for this device","fatal":true}"#,
                "close 1008 denied",
            ])
    }

    @Test("what is no frame, or of an unknown type, is waited through; another frame is refused")
    func before() throws {
        #expect(try greet(["{", #"{"t":"wave"}"#, hello()]).0 == .admit(device: "d1"))
        #expect(try greet([#"{"t":"text","id":"1","text":"x"}"#]).0 == .refused)
    }

    @Test("without hello in time it is refused")
    func timeout() throws {
        let blueprint = try Stage.blueprint(Self.rules, role: .gateway)
        var greeting = Greeting(blueprint, tokens: TokenTable(), shown: [], now: .zero)
        var effects = Effects()
        #expect(greeting.deadline == .zero + .seconds(20))
        let early = greeting.wake(now: .zero + .seconds(19), into: &effects)
        let late = greeting.wake(now: .zero + .seconds(20), into: &effects)
        #expect(early == .nothing && late == .refused)
        #expect(greeting.deadline == nil)
    }
}
