import Hermes
import Testing

/// The bytes that an encoder appends, as text.
func encoded(_ encode: (inout [UInt8]) -> Void) -> String {
    var out: [UInt8] = []
    encode(&out)
    return String(decoding: out, as: UTF8.self)
}

func device(_ text: String) -> Decoded<DeviceFrame> { DeviceFrame.decode(Array(text.utf8).span) }
func gateway(_ text: String) -> Decoded<GatewayFrame> { GatewayFrame.decode(Array(text.utf8).span) }

/// What is said about a text that is no usable frame; nil if it is one.
func fault<Frame>(_ decoded: Decoded<Frame>) -> String? {
    guard case .malformed(let fault) = decoded else { return nil }
    return "\(fault.code.rawValue): \(fault)"
}

@Suite("Frames of a device")
struct DeviceFrameTests {
    @Test("hello goes out and comes in")
    func hello() {
        let hello = Hello(
            token: Secret("s3cret"),
            device: .init(id: "d-1", name: "Ada's \"phone\"", platform: "talaria", appVersion: "1.0.0"),
            user: #"{"name":"Ada","tags":["a",1]}"#)
        let json = encoded(hello.encode)
        #expect(
            json == """
                {"t":"hello","v":1,"token":"s3cret","device":{"id":"d-1","name":"Ada's \\"phone\\"","platform":"talaria",\
                "app_version":"1.0.0"},"user":{"name":"Ada","tags":["a",1]}}
                """)
        #expect(device(json) == .frame(.hello(hello)))
    }

    @Test("a hello without a token has no token key; what is not needed may be missing")
    func helloWithoutToken() {
        let bare = Hello(token: nil, device: .init(id: "d", name: "", platform: "", appVersion: ""))
        #expect(!encoded(bare.encode).contains("token"))
        #expect(device(encoded(bare.encode)) == .frame(.hello(bare)))
        #expect(device(#"{"t":"hello","device":{"id":"d"}}"#) == .frame(.hello(bare)))
        #expect(
            device(#"{"t":"hello","token":null,"user":null,"device":{"id":"d","name":null}}"#) == .frame(.hello(bare)))
        #expect(
            device(#"{"device":{"id":"d"},"v":2,"t":"hello"}"#)
                == .frame(.hello(Hello(version: 2, token: nil, device: bare.device))))
    }

    @Test("a text goes out and comes in")
    func text() {
        let frame = TextFrame(id: "a1", text: "Hello \"you\"\n👋")
        let json = encoded(frame.encode)
        #expect(json == #"{"t":"text","id":"a1","text":"Hello \"you\"\n👋"}"#)
        #expect(device(json) == .frame(.text(frame)))
    }

    @Test("an answer goes out with its option in lower case, and comes in")
    func answer() {
        #expect(
            encoded(PromptAnswer(prompt: "p1", option: "OTHER", text: "Lisbon").encode)
                == #"{"t":"prompt","prompt_id":"p1","option_id":"other","text":"Lisbon"}"#)
        for answer in [
            PromptAnswer(prompt: "p1", option: "once"), PromptAnswer(prompt: "p1", text: "free"),
            PromptAnswer(prompt: "p1", option: "other", text: "é"), PromptAnswer(prompt: "p1"),
        ] {
            #expect(device(encoded(answer.encode)) == .frame(.answer(answer)))
        }
    }

    @Test("a streamed reply has the shape that the gateway streams in")
    func message() {
        let frame = MessageFrame(id: "m", text: "so far", edit: true, final: false)
        let json = encoded(frame.encode)
        #expect(json == #"{"t":"message","id":"m","text":"so far","edit":true,"final":false}"#)
        #expect(device(json) == .frame(.message(frame)))
        #expect(gateway(json) == .frame(.message(frame)))
        let last = MessageFrame(id: "m", text: "all", edit: false, final: true)
        #expect(encoded(last.encode) == #"{"t":"message","id":"m","text":"all","edit":false,"final":true}"#)
    }

    @Test("a sound goes out as a whole and its bytes are found again")
    func audio() throws {
        let raw: [UInt8] = [0x52, 0x49, 0x46, 0x46, 0xFF]
        let json = encoded { AudioFrame.encode(id: "s1", wav: raw.span, text: "hi", into: &$0) }
        #expect(json == #"{"t":"audio","id":"s1","format":"wav","text":"hi","data":"UklGRv8="}"#)
        let field = Base64Field(range: 58..<66)
        #expect(device(json) == .frame(.audio(AudioFrame(id: "s1", data: field, text: "hi"))))
        #expect(Array(json.utf8)[field.range].elementsEqual("UklGRv8=".utf8))
    }

    @Test("a type that is not known is no fault", arguments: [#"{"t":"poke"}"#, #"{"x":[{}],"t":"poke","id":5}"#])
    func unknown(text: String) {
        #expect(device(text) == .frame(.unknown(t: "poke")))
        #expect(gateway(text) == .frame(.unknown(t: "poke")))
    }

    @Test("the frames of the other direction are not known")
    func otherDirection() {
        #expect(device(#"{"t":"ready"}"#) == .frame(.unknown(t: "ready")))
        #expect(gateway(#"{"t":"hello"}"#) == .frame(.unknown(t: "hello")))
        #expect(gateway(#"{"t":"text","id":1}"#) == .frame(.unknown(t: "text")))
    }
}

@Suite("Frames of a gateway")
struct GatewayFrameTests {
    @Test("ready keeps all that it holds")
    func ready() {
        let json = #"{"t":"ready","model":"x\n","avatar_url":"https://h/a.png", "n" : -1.5 ,"in":{"t":"no","l":[ ]}}"#
        let frame = Ready(avatarURL: "https://h/a.png", rest: #""model":"x\n","n":-1.5,"in":{"t":"no","l":[ ]}"#)
        #expect(gateway(json) == .frame(.ready(frame)))
        #expect(
            encoded(frame.encode)
                == #"{"t":"ready","avatar_url":"https://h/a.png","model":"x\n","n":-1.5,"in":{"t":"no","l":[ ]}}"#)
        #expect(gateway(encoded(frame.encode)) == .frame(.ready(frame)))
        #expect(gateway(#"{"t":"ready"}"#) == .frame(.ready(Ready())))
        #expect(encoded(Ready().encode) == #"{"t":"ready"}"#)
    }

    @Test("typing starts unless it stops")
    func typing() {
        #expect(gateway(#"{"t":"typing"}"#) == .frame(.typing(stop: false)))
        #expect(gateway(#"{"t":"typing","stop":false}"#) == .frame(.typing(stop: false)))
        #expect(gateway(#"{"t":"typing","stop":null}"#) == .frame(.typing(stop: false)))
        #expect(gateway(#"{"t":"typing","stop":true}"#) == .frame(.typing(stop: true)))
        for stop in [true, false] {
            #expect(gateway(encoded { Typing.encode(stop: stop, into: &$0) }) == .frame(.typing(stop: stop)))
        }
    }

    @Test("a message without final and edit is an unfinished one to append")
    func message() {
        let frame = MessageFrame(id: "m", text: "t", edit: false, final: false)
        #expect(gateway(#"{"t":"message","id":"m","text":"t"}"#) == .frame(.message(frame)))
    }

    @Test("a prompt goes out and comes in")
    func prompt() {
        let frame = Prompt(
            id: "p1", kind: .execApproval, text: "Run it?",
            options: [.init(id: "once", label: "Once"), .init(id: "deny", label: "No", style: "danger")],
            command: .text("ls -l"))
        let json = encoded(frame.encode)
        #expect(
            json == """
                {"t":"prompt","id":"p1","kind":"exec_approval","text":"Run it?","options":[{"id":"once","label":"Once"},\
                {"id":"deny","label":"No","style":"danger"}],"command":"ls -l"}
                """)
        #expect(gateway(json) == .frame(.prompt(frame)))
        let open = Prompt(id: "p2", kind: .clarify, text: "Which?")
        #expect(encoded(open.encode) == #"{"t":"prompt","id":"p2","kind":"clarify","text":"Which?"}"#)
        #expect(gateway(encoded(open.encode)) == .frame(.prompt(open)))
    }

    @Test("kinds are known by their names", arguments: ["exec_approval", "slash_confirm", "clarify", "Clarify", "new"])
    func kinds(text: String) {
        #expect(Prompt.Kind(text).text == text)
        #expect((Prompt.Kind(text) == .other(text)) == (text == "new" || text == "Clarify"))
    }

    @Test(
        "a command that is no text with something in it is malformed, and the prompt stays a prompt",
        arguments: [
            ("", Prompt.Command.absent), (#","command":"ls""#, .text("ls")), (#","command":"""#, .malformed),
            (#","command":null"#, .malformed), (#","command":["ls"]"#, .malformed), (#","command":7"#, .malformed),
            (#","command":" ""#, .text(" ")), (#","command":"a\nb""#, .text("a\nb")),
        ])
    func commands(member: String, command: Prompt.Command) {
        let json = #"{"t":"prompt","id":"p","kind":"exec_approval","text":"?"\#(member)}"#
        #expect(gateway(json) == .frame(.prompt(Prompt(id: "p", kind: .execApproval, text: "?", command: command))))
    }

    @Test("a label that is missing is the id, unknown keys of an option are let be")
    func options() {
        let json =
            #"{"t":"prompt","id":"p","kind":"clarify","text":"?","options":[{"id":"c0","x":{}},{"id":"c1","label":null}]}"#
        let frame = Prompt(
            id: "p", kind: .clarify, text: "?", options: [.init(id: "c0", label: "c0"), .init(id: "c1", label: "c1")])
        #expect(gateway(json) == .frame(.prompt(frame)))
        #expect(
            gateway(#"{"t":"prompt","id":"p","kind":"k","text":"","options":null}"#)
                == .frame(.prompt(Prompt(id: "p", kind: .other("k"), text: ""))))
    }

    @Test("prompt_done names what was applied, or that it expired")
    func promptDone() {
        for frame in [
            PromptDone(id: "p"), PromptDone(id: "p", option: "once"), PromptDone(id: "p", expired: true),
            PromptDone(id: "p", option: "deny", expired: true),
        ] {
            #expect(gateway(encoded(frame.encode)) == .frame(.promptDone(frame)))
        }
        #expect(encoded(PromptDone(id: "p", option: "c0").encode) == #"{"t":"prompt_done","id":"p","option_id":"c0"}"#)
    }

    @Test("an avatar is idle unless it says otherwise")
    func avatar() {
        #expect(gateway(#"{"t":"avatar"}"#) == .frame(.avatar(.idle)))
        for state in [AvatarState.idle, .thinking, .speaking, .other("dancing")] {
            #expect(gateway(encoded(state.encode)) == .frame(.avatar(state)))
        }
    }

    @Test("an error has a code and is not fatal unless it says so")
    func error() {
        #expect(gateway(#"{"t":"error"}"#) == .frame(.error(ErrorFrame(code: "error", message: "", fatal: false))))
        let frame = ErrorFrame(code: "denied", message: "no", fatal: true)
        #expect(encoded(frame.encode) == #"{"t":"error","code":"denied","message":"no","fatal":true}"#)
        #expect(gateway(encoded(frame.encode)) == .frame(.error(frame)))
    }
}
