import Hermes
import JSON
import Testing
import Time

@testable import Bot

@Suite("A recorder")
struct RecorderTests {
    private static let start = Now(instant: Instant(nanoseconds: 5_000_000_000), wall: Stage.noon)
    private var now: Now {
        Now(instant: Self.start.instant + .milliseconds(1500), wall: Self.start.wall + .milliseconds(1500))
    }

    private func recorder(redacts: Bool = false) -> Recorder {
        Recorder(
            bot: "a", redactsTexts: redacts, from: Self.start, conceal: { $0.replacing("s3cret", with: "•••") },
            digest: { bytes in "sha256-of-\(bytes.count)" })
    }

    /// One line, without what all lines begin with.
    private func line(_ write: (inout [UInt8]) -> Void) throws -> String {
        var bytes: [UInt8] = []
        write(&bytes)
        let text = String(decoding: bytes, as: UTF8.self)
        let start = #"{"at":"2026-03-01T12:00:01.500Z","us":1500000,"bot":"a","#
        #expect(text.isEmpty || text.hasPrefix(start) && text.hasSuffix("}\n"), "\(text)")
        return text.isEmpty ? "" : String(text.dropFirst(start.count).dropLast(2))
    }

    private func heard(_ frame: String, redacts: Bool = false) throws -> String {
        try line { recorder(redacts: redacts).heard(Array(frame.utf8).span, at: now, into: &$0) }
    }

    @Test("begins with who the bot is, and what it remembers")
    func head() throws {
        let beginning = Recorder.Beginning(
            file: "a.json", hash: "abc", device: "d", seed: 7, kept: [("memory", [1, 2]), ("handled/1", [])])
        var bytes: [UInt8] = []
        recorder().begin(beginning, role: .device, at: Self.start, into: &bytes)
        let start = #"{"at":"2026-03-01T12:00:00Z","us":0,"bot":"a","#
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == start + #""record":1,"role":"device","file":"a.json","file_sha256":"abc","device":"d","seed":"7"}"#
                + "\n"
                + start + #""kept":"memory","value":"AQI="}"# + "\n" + start + #""kept":"handled/1","value":""}"# + "\n"
        )
        // What it remembers holds texts.
        bytes = []
        recorder(redacts: true).begin(beginning, role: .device, at: Self.start, into: &bytes)
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == start
                + #""record":1,"role":"device","file":"a.json","file_sha256":"abc","device":"d","seed":"7","redacted":true}"#
                + "\n")
    }

    @Test("writes a frame as it is, key by key")
    func frame() throws {
        #expect(
            try heard(#"{ "t": "message", "id": "m1", "text": "Olá 👋\n", "x": [1.50, true, null, {}] }"#)
                == #""connection":0,"in":{"t":"message","id":"m1","text":"Olá 👋\n","x":[1.50,true,null,{}]}"#)
        #expect(
            try line {
                recorder().said(Array(#"{"t":"text","id":"x","text":"Hi"}"#.utf8).span, .text, at: now, into: &$0)
            } == #""connection":0,"kind":"text","out":{"t":"text","id":"x","text":"Hi"}"#)
    }

    @Test("writes what is no frame as a text")
    func malformed() throws {
        #expect(try heard("not { json") == #""connection":0,"in":"not { json""#)
        #expect(try heard("[1]") == #""connection":0,"in":"[1]""#)
    }

    @Test("writes no token, wherever it stands")
    func tokens() throws {
        #expect(
            try heard(#"{"t":"hello","token":"other","x":{"token":"","deep":["a s3cret b"]},"s3cret":1}"#)
                == #""connection":0,"in":{"t":"hello","token":"•••","x":{"token":"","deep":["a ••• b"]},"•••":1}"#)
        #expect(try heard("s3cret") == #""connection":0,"in":"•••""#)
    }

    @Test("names a media body by its size and hash")
    func bodies() throws {
        let base64 = "iVBORw0KGgoAAAANSUhEUgAAAQAAAAEACAIAAADTED8xAAAA"
        #expect(
            try heard(#"{"t":"media","id":"a","data":"\#(base64)"}"#)
                == #""connection":0,"in":{"t":"media","id":"a","data":{"size":36,"sha256":"sha256-of-36","head":"iVBORw0KGgoAAAANSUhEUgAAAQAAAAEA"}}"#
        )
        // What is no base64 is no body.
        #expect(try heard(#"{"t":"media","data":"?"}"#) == #""connection":0,"in":{"t":"media","data":"?"}"#)
    }

    @Test("replaces texts where it is asked to, and keeps what tells the kind of thing")
    func redacted() throws {
        #expect(
            try heard(
                #"{"t":"prompt","id":"p1","kind":"clarify","text":"Which city?","options":[{"id":"c0","label":"Porto"}],"command":""}"#,
                redacts: true)
                == #""connection":0,"in":{"t":"prompt","id":"p1","kind":"clarify","text":"[11 characters]","options":[{"id":"c0","label":"[5 characters]"}],"command":""}"#
        )
        #expect(try heard("s3cret words", redacts: true) == #""connection":0,"in":"[12 characters]""#)
        #expect(
            try heard(#"{"t":"media","data":"aGk="}"#, redacts: true)
                == #""connection":0,"in":{"t":"media","data":{"size":2,"sha256":"sha256-of-2"}}"#)
    }

    @Test("counts connections, and tells what ended them")
    func connections() throws {
        var recorder = recorder()
        #expect(try line { recorder.told(.start, at: now, into: &$0) } == #""connection":0,"event":"start""#)
        #expect(
            try line { recorder.told(.opened(token: Secret("s3cret")), at: now, into: &$0) }
                == #""connection":1,"event":"opened""#)
        #expect(
            try line { recorder.told(.closed(.close(code: 1012, reason: "restart")), at: now, into: &$0) }
                == #""connection":1,"event":"closed","code":1012,"reason":"restart""#)
        #expect(
            try line { recorder.told(.closed(.refused(status: 503)), at: now, into: &$0) }
                == #""connection":1,"event":"closed","status":503"#)
    }

    @Test("tells what a fetch brought by what was asked, and passes over what a replay answers itself")
    func asked() throws {
        var recorder = recorder()
        let ticket = Ticket(3)
        let nothing = try line {
            recorder.asked(.fetch(ticket, FetchRequest(url: "https://x.example/a", trusted: true)), at: now, into: &$0)
            recorder.told(.acknowledged(mark: 1), at: now, into: &$0)
            recorder.told(.wake, at: now, into: &$0)
        }
        #expect(nothing == "")
        let file = MediaFile(handle: "/state/x", size: 9, mime: "image/png")
        #expect(
            try line { recorder.told(.fetched(ticket, .file(file, status: 200, filename: nil)), at: now, into: &$0) }
                == #""connection":0,"event":"fetched","url":"https://x.example/a","status":200,"type":"image/png","size":9"#
        )
        #expect(
            try line { recorder.asked(.exit(code: 3), at: now, into: &$0) }
                == #""connection":0,"event":"exit","code":3"#)
    }

    @Test("every kind of outgoing frame has a name that is read back")
    func kinds() {
        for kind in Outgoing.allCases { #expect(Outgoing(name: kind.name) == kind) }
        #expect(Outgoing(name: "none") == nil)
    }
}
