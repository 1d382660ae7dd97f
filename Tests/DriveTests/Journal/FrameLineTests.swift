import Hermes
import Rules
import Testing

@testable import Drive

@Suite("A frame as one line for people")
struct FrameLineTests {
    @Test(
        "frames of a gateway",
        arguments: [
            (#"{"t":"ready"}"#, "ready"),
            (#"{"t":"typing"}"#, "typing"),
            (#"{"t":"typing","stop":true}"#, "typing stops"),
            (#"{"t":"message","id":"m1","text":"Hel","edit":false,"final":false}"#, "message m1 begins \"Hel\""),
            (#"{"t":"message","id":"m1","text":"Hello","edit":true,"final":false}"#, "message m1 edit \"Hello\""),
            (#"{"t":"message","id":"m1","text":"Hello!","edit":true,"final":true}"#, "message m1 final \"Hello!\""),
            (#"{"t":"message","id":"m2","text":"Hi","final":true}"#, "message m2 whole \"Hi\""),
            (
                #"{"t":"prompt","id":"p1","kind":"exec_approval","text":"Run?","command":"ls","options":[{"id":"once","label":"Once"},{"id":"deny","label":"No"}]}"#,
                "prompt p1 exec_approval \"Run?\" command \"ls\" [once deny]"
            ),
            (#"{"t":"prompt_done","id":"p1","option_id":"once"}"#, "prompt_done p1 once"),
            (#"{"t":"prompt_done","id":"p1","expired":true}"#, "prompt_done p1 expired"),
            (#"{"t":"avatar","state":"thinking"}"#, "avatar thinking"),
            (#"{"t":"error","code":"x","message":"no","fatal":true}"#, "error x fatal \"no\""),
            (#"{"t":"news"}"#, "news (unknown)"),
        ])
    func gateway(_ frame: String, _ line: String) {
        #expect(FrameLine.text(of: Array(frame.utf8).span, from: .gateway, withInterim: true) == line)
    }

    @Test(
        "frames of a device",
        arguments: [
            (#"{"t":"text","id":"1","text":"Hi"}"#, "text \"Hi\""),
            (#"{"t":"prompt","prompt_id":"p1","option_id":"other","text":"Lisbon"}"#, "prompt p1 other \"Lisbon\""),
            (
                #"{"t":"media","id":"m","kind":"image","mime":"image/png","data":"AAAA","part":0,"parts":2,"caption":"Look"}"#,
                "media m image part 1 of 2, 3 bytes \"Look\""
            ),
            // Padding is no byte of the file.
            (#"{"t":"audio","id":"a","format":"wav","data":"AAA="}"#, "audio wav 2 bytes"),
            (#"{"t":"audio","id":"a","format":"wav","data":"AA=="}"#, "audio wav 1 bytes"),
        ])
    func device(_ frame: String, _ line: String) {
        #expect(FrameLine.text(of: Array(frame.utf8).span, from: .device, withInterim: true) == line)
    }

    @Test("states between the first and the last of a growing message can be left out")
    func interim() {
        for (state, isTold) in [
            ("false,\"final\":false", true), ("true,\"final\":false", false), ("true,\"final\":true", true),
        ] {
            let frame = Array("{\"t\":\"message\",\"id\":\"m\",\"text\":\"x\",\"edit\":\(state)}".utf8)
            for sender in [Role.device, .gateway] {
                #expect((FrameLine.text(of: frame.span, from: sender, withInterim: false) != nil) == isTold)
            }
        }
    }

    @Test("a hello shows who it is, and never the token")
    func hello() {
        let frame =
            #"{"t":"hello","v":1,"token":"s3cret","device":{"id":"0123456789abc","name":"Pocket","platform":"ios","app_version":"1"},"user":{}}"#
        let line = FrameLine.text(of: Array(frame.utf8).span, from: .device, withInterim: true)
        #expect(line == "hello \"Pocket\" ios 01234567…")
    }

    @Test("the query of a link, where a token may stand, is not shown")
    func link() {
        let frame = #"{"t":"media","id":"g","kind":"image","url":"https://h/p.png?token=s3cret"}"#
        #expect(
            FrameLine.text(of: Array(frame.utf8).span, from: .gateway, withInterim: true)
                == "media g image link https://h/p.png?…")
    }

    @Test("what is no frame is said with its start")
    func malformed() {
        let line = FrameLine.text(of: Array("[1,2]".utf8).span, from: .gateway, withInterim: false)
        #expect(line?.hasPrefix("no frame (") == true)
        #expect(line?.hasSuffix(": \"[1,2]\"") == true)
    }

    @Test("a part of a file that begins to leave is told like one that came")
    func outgoing() {
        let data = Base64Field(range: 0..<8)
        let head = MediaHead(id: "0123456789ab", kind: "image", filename: "a.png", caption: "Look")
        let media = MediaFrame(head: head, body: .data(data), part: 1, parts: 3)
        #expect(
            FrameLine.text(of: OutgoingPart(frame: .media(media), size: 3 << 20))
                == #"media 01234567… image part 2 of 3, 3.0 MiB "a.png" "Look""#)
        let audio = AudioFrame(id: "x", data: data, text: "hm")
        #expect(FrameLine.text(of: OutgoingPart(frame: .audio(audio), size: 5)) == #"audio wav 5 bytes "hm""#)
    }
}
