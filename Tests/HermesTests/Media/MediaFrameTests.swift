import Hermes
import JSON
import Random
import Testing

@Suite("Media frames")
struct MediaFrameTests {
    private let head = MediaHead(
        id: "f1", kind: "image", mime: "image/png", filename: "a \"b\".png", caption: "Here")

    @Test("a part goes out with its head, and its bytes come back")
    func part() throws {
        let raw: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0, 0xFF]
        let json = encoded { head.encode(part: 1, of: 12, raw.span, into: &$0) }
        #expect(
            json == """
                {"t":"media","id":"f1","kind":"image","mime":"image/png","filename":"a \\"b\\".png","caption":"Here",\
                "part":1,"parts":12,"data":"iVBORwD/"}
                """)
        let bytes = Array(json.utf8)
        guard case .frame(.media(let frame)) = DeviceFrame.decode(bytes.span), case .data(let field) = frame.body else {
            Issue.record("not a media frame")
            return
        }
        #expect(frame.head == head && frame.part == 1 && frame.parts == 12)
        var out: [UInt8] = []
        try Base64.decode(insideJSONString: bytes.span.extracting(field.range), into: &out)
        #expect(out == raw)
        #expect(GatewayFrame.decode(bytes.span) == .frame(.media(frame)))
    }

    @Test("data with escaped slashes is found as it stands, and says so")
    func escapedSlashes() throws {
        let bytes = Array(#"{"t":"media","id":"f","kind":"image","data":"\/\/\/\/"}"#.utf8)
        guard case .frame(.media(let frame)) = GatewayFrame.decode(bytes.span), case .data(let field) = frame.body
        else {
            Issue.record("not a media frame")
            return
        }
        #expect(field.hasEscapes)
        #expect(frame.part == 0 && frame.parts == 1)
        var out: [UInt8] = []
        try Base64.decode(insideJSONString: bytes.span.extracting(field.range), into: &out)
        #expect(out == [0xFF, 0xFF, 0xFF])
    }

    @Test("a media may be named by its URL, from a gateway")
    func url() {
        let json = encoded { MediaHead(id: "f2", kind: "document").encode(url: "http://h/x?a=\"b\"", into: &$0) }
        #expect(json == #"{"t":"media","id":"f2","kind":"document","url":"http://h/x?a=\"b\""}"#)
        let frame = MediaFrame(head: MediaHead(id: "f2", kind: "document"), body: .url("http://h/x?a=\"b\""))
        #expect(gateway(json) == .frame(.media(frame)))
    }

    @Test("data goes before a URL, and null is no data")
    func dataOrURL() {
        let head = MediaHead(id: "f", kind: "image")
        #expect(
            gateway(#"{"t":"media","id":"f","kind":"image","data":null,"url":"u","parts":null}"#)
                == .frame(.media(MediaFrame(head: head, body: .url("u")))))
        #expect(
            gateway(#"{"t":"media","id":"f","kind":"image","data":"AA==","url":"u"}"#)
                == .frame(.media(MediaFrame(head: head, body: .data(Base64Field(range: 45..<49))))))
    }

    @Test("part numbers come as they are, however odd")
    func oddNumbers() {
        let json = #"{"t":"media","id":"f","kind":"image","data":"","part":-3,"parts":9007199254740993}"#
        guard case .frame(.media(let frame)) = gateway(json) else { return }
        #expect(frame.part == -3 && frame.parts == 9_007_199_254_740_993)
    }
}

@Suite("Cutting media into parts")
struct MediaSplitTests {
    @Test(
        "parts cover the whole, and no more",
        arguments: [
            (0, 10, [0..<0]), (1, 10, [0..<1]), (10, 10, [0..<10]), (11, 10, [0..<10, 10..<11]),
            (25, 10, [0..<10, 10..<20, 20..<25]), (3, 1, [0..<1, 1..<2, 2..<3]), (-5, 0, [0..<0]),
            (2, -7, [0..<1, 1..<2]),
        ] as [(Int, Int, [Range<Int>])])
    func ranges(size: Int, partSize: Int, ranges: [Range<Int>]) {
        let split = MediaSplit(size: size, partSize: partSize)
        #expect(split.parts == ranges.count)
        #expect((0..<split.parts).map { split.range(ofPart: $0) } == ranges)
        #expect(split.range(ofPart: -1) == nil)
        #expect(split.range(ofPart: split.parts) == nil)
    }

    @Test("a part is 3 MiB of raw bytes unless told otherwise")
    func usual() {
        #expect(MediaSplit(size: 7_000_000).parts == 3)
        #expect(MediaSplit(size: .max).parts > 0)
        #expect(MediaSplit(size: .max).range(ofPart: 1) == 3_145_728..<6_291_456)
    }

    @Test("what is cut and sent is what is joined")
    func roundTrip() throws {
        var random = SplitMix(seed: 5)
        let raw = (0..<1000).map { _ in UInt8.random(in: 0...255, using: &random) }
        let split = MediaSplit(size: raw.count, partSize: 300)
        let head = MediaHead(id: "f", kind: "document", mime: "application/octet-stream")
        var joined: [UInt8] = []
        for part in 0..<split.parts {
            var out: [UInt8] = []
            let range = try #require(split.range(ofPart: part))
            split.encode(part: part, raw.span.extracting(range), head: head, into: &out)
            guard case .frame(.media(let frame)) = DeviceFrame.decode(out.span), case .data(let field) = frame.body
            else { return }
            #expect(frame.part == part && frame.parts == 4 && frame.head == head)
            try Base64.decode(insideJSONString: out.span.extracting(field.range), into: &joined)
        }
        #expect(joined == raw)
    }
}
