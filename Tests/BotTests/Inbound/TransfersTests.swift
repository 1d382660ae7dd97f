import Testing
import Time

@testable import Bot

@Suite("Media of the gateway")
struct TransfersTests {
    static let saver =
        #""rules": [{ "id": "s", "on": "media", "do": [{ "log": "{{kind}} {{mime}} {{filename}} {{size}} {{parts}}" }, { "save": { "folder": "inbox" } }, { "log": "saved" }] }]"#

    func part(_ id: String, _ part: Int, of parts: Int, data: String = "AAAA") -> String {
        #"{"t":"media","id":"\#(id)","kind":"image","mime":"image/png","filename":"a.png","part":\#(part),"parts":\#(parts),"data":"\#(data)"}"#
    }

    let file = MediaFile(handle: "tmp1", size: 6, mime: "image/png")

    @Test("parts are kept by number, joined, told, saved, and freed")
    func whole() throws {
        var stage = try Stage(Self.saver)
        stage.begin()
        let second = part("m", 1, of: 2)
        stage.receive(second)
        let at = second.utf8.count - 6
        #expect(stage.look() == ["keep 1 1 \(at)..<\(at + 4)"])
        stage.receive(part("m", 1, of: 2))
        #expect(stage.look() == [])
        stage.receive(part("m", 0, of: 2))
        #expect(stage.look() == ["keep 1 0 \(at)..<\(at + 4)", "join 1 2"])
        stage.tell(.joined(.init(1), .file(file)))
        let out = stage.look()
        #expect(out.first == "log info image image/png a.png 6 2")
        #expect(out.last?.hasSuffix("tmp1 a.png inbox") == true)
        let ticket = Ticket(UInt64(out.last!.split(separator: " ")[1])!)
        stage.tell(.saved(ticket, .saved(path: "/state/media/inbox/a.png")))
        #expect(stage.look() == ["log info saved", "discard tmp1"])
        stage.receive(part("m", 0, of: 2))
        #expect(stage.look() == [])
    }

    @Test("one whose id or name would fill the memory is not kept")
    func immodest() throws {
        var stage = try Stage(Self.saver)
        stage.begin()
        let long = String(repeating: "i", count: 64 << 10)
        stage.receive(part(long, 0, of: 2))
        #expect(stage.look() == [])
        #expect(
            stage.notes.last?.text
                == "media \(long.prefix(40)) is dropped: its id, name, caption and type are over 64 KiB")
        stage.receive(part(String(long.dropLast(100)), 0, of: 2))
        #expect(stage.look().count == 1)
    }

    @Test("one part is enough where there is one")
    func single() throws {
        var stage = try Stage(Self.saver)
        stage.begin()
        stage.receive(#"{"t":"media","id":"m","kind":"voice","data":"AAAA"}"#)
        #expect(stage.look().map { $0.split(separator: " ")[0] } == ["keep", "join"])
    }

    @Test("a file that no rule saves is freed")
    func unsaved() throws {
        var stage = try Stage(
            #""rules": [{ "id": "s", "on": "media", "when": { "kind": "video" }, "do": [{ "save": {} }] }]"#)
        stage.begin()
        stage.receive(part("m", 0, of: 1))
        _ = stage.look()
        stage.tell(.joined(.init(1), .file(file)))
        #expect(stage.look() == ["discard tmp1"])
    }

    @Test("a rule that waits holds the file until it ends")
    func held() throws {
        var stage = try Stage(
            #""rules": [{ "id": "s", "on": "media", "continue": true, "do": [{ "wait": "1s" }, { "save": {} }] }, { "id": "t", "on": "media", "do": [{ "wait": "2s" }] }]"#
        )
        stage.begin()
        stage.receive(part("m", 0, of: 1))
        _ = stage.look()
        stage.tell(.joined(.init(1), .file(file)))
        #expect(stage.look() == [])
        stage.advance(.seconds(1))
        let out = stage.look()
        #expect(out.count == 1 && out[0].hasPrefix("save"))
        stage.tell(.saved(Ticket(UInt64(out[0].split(separator: " ")[1])!), .failed(reason: "full")))
        #expect(stage.look() == [])
        stage.advance(.seconds(1))
        #expect(stage.look() == ["discard tmp1"])
    }

    @Test(
        "a transfer that does not hold together is dropped",
        arguments: [(1, 3), (5, 2), (-1, 2)] as [(Int, Int)])
    func dropped(second: Int, parts: Int) throws {
        var stage = try Stage(Self.saver)
        stage.begin()
        stage.receive(part("m", 0, of: 2))
        _ = stage.look()
        stage.receive(part("m", second, of: parts))
        #expect(stage.look() == ["drop 1"])
        #expect(stage.notes.contains { $0.code == .transfer && $0.level == .warning })
    }

    @Test("one that cannot be decoded is dropped")
    func undecodable() throws {
        var stage = try Stage(Self.saver)
        stage.begin()
        stage.receive(part("m", 0, of: 2))
        _ = stage.look()
        stage.tell(.joined(.init(1), .failed(reason: "bad base64")))
        #expect(stage.look() == ["drop 1"])
        stage.tell(.joined(.init(1), .file(file)))
        #expect(stage.look() == ["discard tmp1"])
    }

    @Test("one that stops is dropped after a time, and one whose connection ends at once")
    func stalled() throws {
        var stage = try Stage(Self.saver)
        stage.begin()
        stage.receive(part("m", 0, of: 2))
        _ = stage.look()
        stage.tell(.alive)
        stage.advance(.seconds(60))
        #expect(stage.look().filter { $0 != "ping" } == ["drop 1"])
        stage.receive(part("n", 0, of: 2))
        _ = stage.look()
        stage.tell(.closed(.failed(reason: "reset")))
        #expect(stage.look() == ["drop 2"])
    }

    @Test("one that its connection's end cuts is said, by its id; one that was whole by then goes on, and is not")
    func cut() throws {
        var stage = try Stage(Self.saver)
        stage.begin()
        stage.receive(part("whole", 0, of: 1))
        stage.receive(part("half", 0, of: 2))
        _ = stage.look()
        stage.tell(.closed(.failed(reason: "reset")))
        #expect(stage.look() == ["drop 2"])
        let said = stage.notes.filter { $0.code == .transfer }
        #expect(said.map(\.text) == ["media half is dropped: its connection ended before it was whole"])
        #expect(said.map(\.level) == [.info])
        stage.tell(.joined(.init(1), .file(file)))
        #expect(stage.notes.last { $0.code == .transfer }?.text == "received whole: \(file.size) bytes of \(file.mime)")
    }

    @Test("a url is told at once, and fetched only when a rule saves it")
    func url() throws {
        var stage = try Stage(
            #""rules": [{ "id": "s", "on": "media", "do": [{ "log": "{{url}}" }, { "save": {} }, { "log": "saved" }] }]"#
        )
        stage.begin()
        stage.receive(#"{"t":"media","id":"m","kind":"image","filename":"x.png","url":"http://h/x.png"}"#)
        let out = stage.look()
        #expect(out.first == "log info http://h/x.png")
        #expect(out.last?.hasSuffix("GET http://h/x.png") == true)
        guard
            case .fetch(let ticket, let request)? = stage.all.last(where: {
                if case .fetch = $0 { true } else { false }
            })
        else { return #expect(Bool(false)) }
        #expect(!request.trusted && request.fromServer)
        stage.tell(.fetched(ticket, .file(file, status: 200, filename: "y.png")))
        let save = stage.look()
        #expect(save.count == 1 && save[0].hasSuffix("tmp1 x.png -"))
        stage.tell(.saved(Ticket(UInt64(save[0].split(separator: " ")[1])!), .saved(path: "/x")))
        #expect(stage.look() == ["discard tmp1", "log info saved"])
    }

    @Test("without a rule for media nothing is kept")
    func unwanted() throws {
        var stage = try Stage(#""rules": [{ "id": "s", "on": "message", "do": [{ "reply": "x" }] }]"#)
        stage.begin()
        stage.receive(part("m", 0, of: 1))
        #expect(stage.look() == [])
    }
}
