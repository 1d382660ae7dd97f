import Hermes
import Random
import Testing

@Suite("Messages that are no usable frames")
struct MalformedTests {
    @Test(
        "a gateway's message is ignored for a reason",
        arguments: [
            ("", "not_json: not JSON: the JSON text ends too early, at byte 0"),
            ("hello", "not_json: not JSON: a character that JSON does not allow here, at byte 0"),
            (#"{"t":"ready"} x"#, "not_json: not JSON: more text after the JSON value, at byte 14"),
            (#"{"t":"ready""#, "not_json: not JSON: the JSON text ends too early, at byte 12"),
            ("[]", "not_an_object: not a JSON object"), ("\"t\"", "not_an_object: not a JSON object"),
            ("[1,", "not_json: not JSON: the JSON text ends too early, at byte 3"),
            ("1 2", "not_json: not JSON: more text after the JSON value, at byte 2"),
            ("{}", #"no_type: no "t""#), (#"{"t":null}"#, #"no_type: no "t""#),
            (#"{"T":"ready"}"#, #"no_type: no "t""#),
            (#"{"t":5}"#, #"odd_type: "t" is not a text"#), (#"{"t":["ready"]}"#, #"odd_type: "t" is not a text"#),
            (#"{"t":"ready","t":"ready"}"#, #"repeated_key: "t" comes twice"#),
            (#"{"t":"ready","\u0074":"x"}"#, #"repeated_key: "t" comes twice"#),
            (#"{"t":"poke","x":1,"x":1}"#, "repeated_key: a key comes twice"),
            (#"{"t":"poke","a\n":1,"y":2,"a\u000a":1}"#, "repeated_key: a key comes twice"),
            (#"{"t":"message","text":"x"}"#, #"missing_key: "id" is missing"#),
            (#"{"t":"message","id":"m"}"#, #"missing_key: "text" is missing"#),
            (#"{"t":"message","id":"m","text":null}"#, #"missing_key: "text" is missing"#),
            (#"{"t":"message","id":7,"text":"x"}"#, #"odd_type: "id" is not a text"#),
            (#"{"t":"message","id":"m","text":"x","edit":1}"#, #"odd_type: "edit" is not true or false"#),
            (#"{"t":"message","id":"m","text":"x","final":"true"}"#, #"odd_type: "final" is not true or false"#),
            (#"{"t":"typing","stop":0}"#, #"odd_type: "stop" is not true or false"#),
            (#"{"t":"avatar","state":1}"#, #"odd_type: "state" is not a text"#),
            (#"{"t":"error","code":500}"#, #"odd_type: "code" is not a text"#),
            (#"{"t":"prompt","kind":"clarify","text":"?"}"#, #"missing_key: "id" is missing"#),
            (
                #"{"t":"prompt","id":"","kind":"clarify","text":"?"}"#,
                #"odd_type: "id" is not a text with something in it"#
            ),
            (#"{"t":"prompt","id":"p","text":"?"}"#, #"missing_key: "kind" is missing"#),
            (#"{"t":"prompt","id":"p","kind":"k","text":"?","options":{}}"#, #"odd_type: "options" is not a list"#),
            (
                #"{"t":"prompt","id":"p","kind":"k","text":"?","options":["once"]}"#,
                #"odd_type: "options" is not a list of { "id", "label" }"#
            ),
            (
                #"{"t":"prompt","id":"p","kind":"k","text":"?","options":[{"label":"x"}]}"#,
                #"odd_type: "options" is not a list of { "id", "label" }"#
            ),
            (
                #"{"t":"prompt","id":"p","kind":"k","text":"?","options":[{"id":"a","id":"b"}]}"#,
                #"odd_type: "options" is not a list of { "id", "label" }"#
            ),
            (#"{"t":"prompt_done","option_id":"once"}"#, #"missing_key: "id" is missing"#),
            (#"{"t":"prompt_done","id":"p","expired":"yes"}"#, #"odd_type: "expired" is not true or false"#),
            (#"{"t":"media","id":"f","kind":"image"}"#, #"missing_key: "data" is missing"#),
            (
                #"{"t":"media","id":"f","kind":"image","data":"","part":0.5}"#,
                #"odd_type: "part" is not a whole number"#
            ),
            (
                #"{"t":"media","id":"f","kind":"image","data":"","parts":"1"}"#,
                #"odd_type: "parts" is not a whole number"#
            ),
            (
                #"{"t":"media","id":"f","kind":"image","data":"","parts":1e30}"#,
                #"odd_type: "parts" is not a whole number"#
            ),
            (#"{"t":"media","id":"f","kind":"image","url":7}"#, #"odd_type: "url" is not a text"#),
        ])
    func ofGateway(text: String, reason: String) {
        #expect(fault(gateway(text)) == reason)
    }

    @Test(
        "a device's message is ignored for a reason",
        arguments: [
            (#"{"t":"hello"}"#, #"missing_key: "device" is missing"#),
            (#"{"t":"hello","device":"d"}"#, #"odd_type: "device" is not an object"#),
            (#"{"t":"hello","device":{}}"#, #"missing_key: "id" is missing"#),
            (#"{"t":"hello","device":{"id":""}}"#, #"odd_type: "id" is not a text with something in it"#),
            (#"{"t":"hello","device":{"id":"d","id":"e"}}"#, #"repeated_key: "id" comes twice"#),
            (#"{"t":"hello","device":{"id":"d"},"v":"1"}"#, #"odd_type: "v" is not a whole number"#),
            (#"{"t":"hello","device":{"id":"d"},"token":1}"#, #"odd_type: "token" is not a text"#),
            (#"{"t":"hello","device":{"id":"d"},"user":[]}"#, #"odd_type: "user" is not an object"#),
            (#"{"t":"text","id":"a"}"#, #"missing_key: "text" is missing"#),
            (#"{"t":"prompt","option_id":"once"}"#, #"missing_key: "prompt_id" is missing"#),
            (#"{"t":"prompt","prompt_id":"p","option_id":1}"#, #"odd_type: "option_id" is not a text"#),
            (#"{"t":"media","id":"f","kind":"image","data":""}"#, #"missing_key: "mime" is missing"#),
            (
                #"{"t":"media","id":"f","kind":"image","mime":"image/png","url":"http://x"}"#,
                #"missing_key: "data" is missing"#
            ),
            (#"{"t":"audio","id":"s","data":""}"#, #"missing_key: "format" is missing"#),
            (#"{"t":"audio","id":"s","format":"wav"}"#, #"missing_key: "data" is missing"#),
        ])
    func ofDevice(text: String, reason: String) {
        #expect(fault(device(text)) == reason)
    }

    @Test("a fault shows nothing that came from outside")
    func silent() {
        let text = #"{"t":"ready","\u001b[31mevil":1,"\u001b[31mevil":2}"#
        #expect(fault(gateway(text)) == "repeated_key: a key comes twice")
        guard case .malformed(let found) = gateway(#"{"t":"message","id":1}"#) else { return }
        #expect(found.code == .oddType && found.key == "id" && found.json == nil)
    }

    @Test(
        "a fault says what it wanted, what it saw, and where that stands",
        arguments: [
            (#"{"t":"message","id":7,"text":"x"}"#, "a text", "a number", "7"),
            (#"{"t":"message","id":"m","text":["x"]}"#, "a text", "a list", #"["x"]"#),
            (#"{"t":"message","id":"m","text":"x","final":"no"}"#, "true or false", "a text", #""no""#),
            (#"{"t":"prompt","id":"","kind":"k","text":"?"}"#, "a text with something in it", "an empty text", #""""#),
            (
                #"{"t":"prompt","id":"p","kind":"k","text":"?","options":[{"id":"a"},"b"]}"#,
                #"a list of { "id", "label" }"#, "a list with something else in it", #""b""#
            ),
            (
                #"{"t":"prompt","id":"p","kind":"k","text":"?","options":[{"label":"a"}]}"#,
                #"a list of { "id", "label" }"#, "a list with something else in it", #"{"label":"a"}"#
            ),
            (
                #"{"t":"media","id":"f","kind":"image","data":"","part":1.5}"#, "a whole number",
                "a number that is not whole, or too large", "1.5"
            ),
            (#"{"t":"message","id":"m"}"#, "a text", nil, nil),
            (#"{"t":"typing","t":1}"#, nil, nil, "t"), (#"[1]"#, nil, "a list", "[1]"),
        ] as [(String, String?, String?, String?)])
    func located(_ text: String, _ wanted: String?, _ saw: String?, _ part: String?) throws {
        guard case .malformed(let fault) = gateway(text) else {
            Issue.record("it was taken")
            return
        }
        #expect(fault.wanted == wanted)
        #expect(fault.saw == saw)
        #expect(fault.range.map { String(decoding: Array(text.utf8)[$0], as: UTF8.self) } == part)
    }

    @Test("a fault of a hello's device has its place in the whole frame")
    func inner() {
        let text = #"{"t":"hello","device":{"id":5}}"#
        guard case .malformed(let fault) = device(text) else { return }
        #expect(fault.range.map { String(decoding: Array(text.utf8)[$0], as: UTF8.self) } == "5")
    }

    @Test("many unknown keys are let be, and one twice among them is found")
    func strangers() {
        let keys = (0..<500).map { #""k\#($0)":\#($0)"# }.joined(separator: ",")
        #expect(gateway(#"{"t":"typing",\#(keys)}"#) == .frame(.typing(stop: false)))
        for again in [0, 15, 16, 17, 499] {
            #expect(fault(gateway(#"{"t":"typing",\#(keys),"k\#(again)":0}"#)) == "repeated_key: a key comes twice")
        }
        // é in one scalar and in two are two keys.
        #expect(gateway("{\"t\":\"typing\",\"\u{E9}\":1,\"e\u{301}\":2}") == .frame(.typing(stop: false)))
    }

    @Test("a key that is almost one of ours is not one of ours")
    func nearMisses() {
        #expect(gateway(#"{"t":"typing","stop\u0000":true}"#) == .frame(.typing(stop: false)))
        #expect(gateway(#"{"t":"typing","stopp":true,"sto":true,"":true}"#) == .frame(.typing(stop: false)))
        #expect(gateway(#"{"t":"typing\u0000"}"#) == .frame(.unknown(t: "typing\u{0}")))
        #expect(gateway(#"{"t":"typ\u0069ng","st\u006fp":true}"#) == .frame(.typing(stop: true)))
        #expect(
            gateway(#"{"t":"abcdefghijklmnopqrstuvwxyz","abcdefghijklmnopqrstuvwxyz":1}"#)
                == .frame(.unknown(t: "abcdefghijklmnopqrstuvwxyz")))
    }

    @Test("messages with bytes changed never trap", arguments: 0..<4)
    func mutations(seed: UInt64) {
        let frames = [
            #"{"t":"hello","v":1,"token":"x","device":{"id":"d","name":"n","platform":"p","app_version":"1"},"user":{}}"#,
            #"{"t":"media","id":"f","kind":"image","mime":"image/png","part":0,"parts":2,"data":"aGVsbG8="}"#,
            #"{"t":"prompt","id":"p","kind":"clarify","text":"?","options":[{"id":"c0","label":"A","style":"x"}],"command":"ls"}"#,
            #"{"t":"ready","avatar_url":"u","x":[1,{"y":null}]}"#,
            #"{"t":"message","id":"m","text":"é👋\n","edit":true,"final":false}"#,
        ]
        let bytes: [UInt8] = Array("{}[]\":,\\u0tn-.e ".utf8) + [0, 0x80, 0xC3, 0xFF]
        var random = SplitMix(seed: seed)
        for _ in 0..<4_000 {
            var text = Array((frames.randomElement(using: &random) ?? "").utf8)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0..<max(1, text.count), using: &random)
                if text.isEmpty || Bool.random(using: &random) {
                    text.insert(bytes.randomElement(using: &random) ?? 0, at: min(place, text.count))
                } else {
                    text.remove(at: place)
                }
            }
            if case .frame(.media(let media)) = GatewayFrame.decode(text.span), case .data(let field) = media.body {
                #expect(field.range.upperBound <= text.count)
            }
            _ = DeviceFrame.decode(text.span)
        }
    }
}
