import Files
import Glibc
import Hermes
import Testing
import Time

@testable import Drive
@testable import Runner

/// Files over real sockets, disks and threads.
@Suite("A file on its way", .serialized)
struct TransferTests {
    static let backoff = #""server": { "part_size": "PART", "backoff": { "first": "1ms" } }"#

    /// Bytes that differ from place to place.
    func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) } }

    func sending(part: String, more: String = "") -> String {
        Self.backoff.replacing("PART", with: part) + more
            + #", "rules": [{ "id": "go", "on": "message", "when": { "text": "go" }, "do": [{ "media": { "file": "a.bin" } }] }, { "id": "say", "on": "message", "do": [{ "reply": "said" }] }]"#
    }

    @Test("arrives whole, in parts of any size", arguments: ["1KiB", "48KiB", "1MiB"])
    func whole(part: String) throws {
        let bytes = bytes(part == "1KiB" ? 40_000 : 2_500_000)
        let end = try FarEnd(sending(part: part), files: ["a.bin": bytes])
        defer { end.end() }
        #expect(end.until { end.greeted == 1 })
        end.hear("go", id: "m1")
        #expect(end.until { end.bytes.last?.count == bytes.count })
        #expect(end.bytes.last == bytes)
    }

    @Test("lets other frames go between its parts")
    func between() throws {
        // A reply that need not be kept waits for no disk, which could be slower than all the parts.
        let once = sending(part: "64KiB").replacing(#""part_size""#, with: #""delivery": "at_most_once", "part_size""#)
        let end = try FarEnd(once, files: ["a.bin": bytes(16_000_000)])
        defer { end.end() }
        #expect(end.until { end.greeted == 1 })
        end.onPart = { end, part in if part == 3 { end.hear("hello", id: "m2") } }
        end.hear("go", id: "m1")
        #expect(end.until { end.heard.last?.hasSuffix("244/245") == true })
        let said = end.heard.firstIndex(of: "text said")
        #expect(said != nil && said! > 3 && said! < end.heard.count - 1)
    }

    @Test("that a lost connection cut starts again whole, under the same id, after ready")
    func cut() throws {
        let bytes = bytes(3_000_000)
        let end = try FarEnd(sending(part: "100KiB"), files: ["a.bin": bytes])
        defer { end.end() }
        #expect(end.until { end.greeted == 1 })
        var hasCut = false
        end.onPart = { end, part in
            guard part == 9, !hasCut else { return }
            hasCut = true
            end.cut()
        }
        end.hear("go", id: "m1")
        #expect(end.until { end.greeted == 2 && end.bytes.last?.count == bytes.count })
        #expect(end.bytes[0].count < bytes.count)
        #expect(end.bytes[1] == bytes)
        let parts = end.heard.filter { $0.hasPrefix("media") }
        #expect(Set(parts.map { $0.split(separator: " ")[1] }).count == 1)
        #expect(parts.dropFirst(9).first?.hasSuffix(" 0/30") == true)
    }

    @Test("is never held whole, nor is a part of it: a few pieces are all that a transfer takes")
    func held() throws {
        let bytes = bytes(9_000_000)
        let end = try FarEnd(sending(part: "3MiB"), files: ["a.bin": bytes])
        defer { end.end() }
        #expect(end.until { end.greeted == 1 })
        var most: [Int] = []
        end.onPart = { end, _ in
            most += end.fleet.members[0].driven.errands?.uploads.values.map(\.mostHeld) ?? []
        }
        end.hear("go", id: "m1")
        #expect(end.until { end.bytes.last?.count == bytes.count })
        #expect(end.bytes.last == bytes)
        #expect(most.count >= 2 && most.allSatisfy { (1...(600 << 10)).contains($0) })
    }

    // MARK: A disk that is slow, or has not all of it any more

    @Test("that waits for the disk holds nothing back, neither before a part begins nor in the middle of one")
    func slowDisk() throws {
        let bytes = bytes(6_000_000)
        let once = sending(part: "1MiB").replacing(#""part_size""#, with: #""delivery": "at_most_once", "part_size""#)
        let end = try FarEnd(once, files: ["a.bin": bytes])
        defer { end.end() }
        #expect(end.until { end.greeted == 1 })
        let disk = try #require(Bell())
        defer { disk.ring() }
        var isSlow = false
        end.onPiece = { end in
            guard !isSlow else { return }
            isSlow = true
            end.fleet.stage.worker.perform { disk.wait() }
            end.hear("hello", id: "m2")
        }
        end.hear("go", id: "m1")
        #expect(end.until { end.heard.contains("text said") })
        // What the system had been asked for by then may have gone.
        #expect(isSlow && end.heard.count <= 3)
        end.hear("hello", id: "m3")
        #expect(end.until { end.heard.last == "text said" && end.heard.count { $0 == "text said" } == 2 })
        disk.ring()
        #expect(end.until { end.bytes.last?.count == bytes.count })
        #expect(end.bytes.last == bytes)
    }

    static let told =
        #""rules": [{ "id": "go", "on": "message", "when": { "text": "go" }, "do": [{ "media": { "file": "a.bin" } }] }, { "id": "told", "on": "result", "when": { "ok": false }, "do": [{ "reply": "{{error}}" }] }]"#

    @Test("whose file shrinks in the middle of a part ends alone: the part is no base64, and the connection goes on")
    func shrinks() throws {
        let end = try FarEnd(
            Self.backoff.replacing("PART", with: "5MiB") + ", " + Self.told, files: ["a.bin": bytes(5_000_000)])
        defer { end.end() }
        #expect(end.until { end.greeted == 1 })
        end.onPiece = { end in try? File.update(end.folder.path + "/a.bin").truncate(to: 3) }
        end.hear("go", id: "m1")
        #expect(end.until { end.heard.last?.hasPrefix("text") == true })
        let id = try #require(end.heard.first?.split(separator: " ").dropFirst().first)
        #expect(
            end.heard == [
                "broken \(id) 0/1", "text \(end.folder.path)/a.bin became shorter while it was sent",
            ])
        #expect(end.greeted == 1)
    }

    @Test("whose file shrinks between two parts says so by a part that is no base64")
    func shrinksBetween() throws {
        let end = try FarEnd(
            Self.backoff.replacing("PART", with: "1MiB") + ", " + Self.told, files: ["a.bin": bytes(5_000_000)])
        defer { end.end() }
        #expect(end.until { end.greeted == 1 })
        end.onPart = { end, part in if part == 1 { try? File.update(end.folder.path + "/a.bin").truncate(to: 3 << 20) }
        }
        end.hear("go", id: "m1")
        #expect(end.until { end.heard.last?.hasPrefix("text") == true })
        let id = try #require(end.heard.first?.split(separator: " ").dropFirst().first)
        #expect(
            end.heard == [
                "media \(id) 0/5", "media \(id) 1/5", "media \(id) 2/5", "broken \(id) 3/5",
                "text \(end.folder.path)/a.bin became shorter while it was sent",
            ])
        #expect(end.greeted == 1)
    }

    @Test("that its rule ends says so by a part that is no base64")
    func cancelled() throws {
        let rules =
            Self.backoff.replacing("PART", with: "400KiB")
            + #", "rules": [{ "id": "go", "on": "message", "when": { "text": "go" }, "on_overlap": "restart", "do": [{ "media": { "file": "a.bin" } }] }]"#
        let end = try FarEnd(rules, files: ["a.bin": bytes(12_000_000)])
        defer { end.end() }
        #expect(end.until { end.greeted == 1 })
        end.onPart = { end, part in
            if part == 5, end.heard.count == 5 { end.hear("go", id: "m2") }
        }
        end.hear("go", id: "m1")
        #expect(end.until { end.heard.last?.hasSuffix(" 29/30") == true })
        let first = try #require(end.heard.first?.split(separator: " ")[1])
        let ofFirst = end.heard.filter { $0.contains(first) }
        #expect(ofFirst.last?.hasPrefix("broken ") == true && ofFirst.count < 30)
        #expect(end.heard.suffix(30).allSatisfy { $0.hasPrefix("media ") && !$0.contains(first) })
    }

    @Test("is what it was when it began, whatever its name is given to meanwhile", arguments: [true, false])
    func replaced(isRemoved: Bool) throws {
        let bytes = bytes(5_000_000)
        let end = try FarEnd(sending(part: "1MiB"), files: ["a.bin": bytes])
        defer { end.end() }
        #expect(end.until { end.greeted == 1 })
        var isOnItsWay = false
        end.onPiece = { end in
            guard !isOnItsWay else { return }
            isOnItsWay = true
            let path = end.folder.path + "/a.bin"
            isRemoved ? try? Folder.remove(path) : try? Folder.replace(path, with: [1, 2, 3])
        }
        end.hear("go", id: "m1")
        #expect(end.until { end.bytes.last?.count == bytes.count })
        let isSame = end.bytes.last == bytes
        #expect(isOnItsWay && isSame && end.greeted == 1)
    }

    @Test("that is over max_send in one frame is refused before anything is sent, and the bot goes on")
    func tooBig() throws {
        let rules =
            #""server": { "max_send": "64KB", "part_size": "32KiB" }, "rules": [{ "id": "go", "on": "message", "when": { "text": "go" }, "do": [{ "audio": { "file": "a.wav" } }] }, { "id": "told", "on": "result", "do": [{ "reply": "{{error}}" }] }]"#
        let end = try FarEnd(rules, files: ["a.wav": wave(samples: 60_000)])
        defer { end.end() }
        #expect(end.until { end.greeted == 1 })
        end.hear("go", id: "m1")
        #expect(end.until { !end.heard.isEmpty })
        #expect(end.heard == ["text too_big: a frame of 164152 bytes is over max_send (64000)"])
    }

    // MARK: Sounds

    /// 16 kHz, one channel, 16 bits.
    func wave(samples: Int) -> [UInt8] {
        func little(_ number: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        let data = [UInt8](repeating: 7, count: samples * 2)
        return Array("RIFF".utf8) + little(36 + data.count, 4) + Array("WAVEfmt ".utf8) + little(16, 4) + little(1, 2)
            + little(1, 2) + little(16_000, 4) + little(32_000, 4) + little(2, 2) + little(16, 2) + Array("data".utf8)
            + little(data.count, 4) + data
    }

    static let audio =
        #""rules": [{ "id": "go", "on": "message", "do": [{ "audio": { "file": "a.wav", "transcript": "hm" } }] }, { "id": "told", "on": "result", "do": [{ "reply": "{{error or 'well'}}" }] }]"#

    @Test("a sound goes as it is, and its rate and length are said")
    func sound() throws {
        var lines = try Lines()
        let wave = wave(samples: 24_000)
        let end = try FarEnd(Self.audio, files: ["a.wav": wave], journal: lines.journal)
        defer { end.end() }
        #expect(end.until { end.greeted == 1 })
        end.hear("go", id: "m1")
        #expect(end.until { !end.audio.isEmpty })
        #expect(end.audio == [wave])
        #expect(lines.all().contains { $0.hasSuffix("a sound of 1500ms, 16000 Hz, 1 channel") })
    }

    @Test("what is no WAV file is not sent as one")
    func noSound() throws {
        let end = try FarEnd(Self.audio, files: ["a.wav": Array("ID3 this is no wav".utf8)])
        defer { end.end() }
        #expect(end.until { end.greeted == 1 })
        end.hear("go", id: "m1")
        #expect(end.until { !end.heard.isEmpty })
        #expect(end.heard == ["text bad_wav: it is not a WAV file"] && end.audio.isEmpty)
    }

    @Test("bytes that are not what the rule calls them are said")
    func contradiction() throws {
        var lines = try Lines()
        let rules =
            #""rules": [{ "id": "go", "on": "message", "do": [{ "media": { "file": "a.bin", "kind": "image" } }] }]"#
        let end = try FarEnd(rules, files: ["a.bin": Array("<!doctype html><p>no".utf8)], journal: lines.journal)
        defer { end.end() }
        #expect(end.until { end.greeted == 1 })
        end.hear("go", id: "m1")
        #expect(end.until { !end.heard.isEmpty })
        #expect(lines.all().contains { $0.hasSuffix("warning: the rule says image, but the bytes are text/html") })
    }

    // MARK: Receiving

    static let saving =
        #""rules": [{ "id": "keep", "on": "media", "do": [{ "save": FOLDER }, { "reply": "saved" }] }, { "id": "say", "on": "message", "do": [{ "reply": "said" }] }]"#

    func part(_ part: Int, of parts: Int, _ bytes: [UInt8], id: String = "x1") -> String {
        var out: [UInt8] = []
        MediaHead(id: id, kind: "document", filename: "../../e\u{301}te.bin").encode(
            part: part, of: parts, bytes.span, into: &out)
        return String(decoding: out, as: UTF8.self)
    }

    @Test("comes in parts in any order, and appears once, whole, under a safe name")
    func received() throws {
        let end = try FarEnd(Self.saving.replacing("FOLDER", with: "{}"))
        defer { end.end() }
        #expect(end.until { end.greeted == 1 })
        for time in 1...2 {
            for number in [2, 0, 1] { end.say(part(number, of: 3, Array("part \(number);".utf8), id: "x\(time)")) }
            #expect(end.until { end.heard.count == time })
        }
        #expect(end.heard == ["text saved", "text saved"])
        #expect(end.names("/state/media") == [".incoming", "_.._\u{e9}te-2.bin", "_.._\u{e9}te.bin"])
        #expect(end.until { end.names("/state/media/.incoming").isEmpty })
    }

    @Test("waits for the disk as one message, however fast its parts come")
    func receivedSlowly() throws {
        let end = try FarEnd(Self.saving.replacing("FOLDER", with: "{}"))
        defer { end.end() }
        #expect(end.until { end.greeted == 1 })
        let bytes = bytes(1_500_000)
        for number in 0..<6 { end.say(part(number, of: 6, bytes)) }
        #expect(end.until { end.heard == ["text saved"] })
        let most = try #require(end.fleet.members[0].driven.errands?.received?.mostHeld)
        #expect(most > 2_000_000 && most < 2_000_000 + 1 << 20)
        #expect(try Folder.status(end.folder.path + "/state/media/_.._\u{e9}te.bin").size == 6 * 1_500_000)
    }

    @Test("goes into the folder that a rule names, beside the rule file")
    func folder() throws {
        let end = try FarEnd(Self.saving.replacing("FOLDER", with: #"{ "folder": "inbox" }"#))
        defer { end.end() }
        #expect(end.until { end.greeted == 1 })
        end.say(part(0, of: 1, Array("hello".utf8)))
        #expect(end.until { end.heard == ["text saved"] })
        #expect(end.names("/inbox") == [".talaria-received", "_.._\u{e9}te.bin"])
    }

    @Test("is kept over a restart while a rule waits to save it, also over one at another server; no other is")
    func restart() throws {
        let rules =
            #""rules": [{ "id": "r", "on": "media", "do": [{ "reply": "got" }, { "wait": "1h" }, { "save": {} }] }]"#
        let folder: TemporaryFolder
        let kept: [String]
        do {
            let first = try FarEnd(rules)
            folder = first.folder
            #expect(first.until { first.greeted == 1 })
            first.say(part(0, of: 1, Array("hello".utf8)))
            #expect(first.until { first.heard == ["text got"] })
            kept = first.names("/state/media/.incoming")
            #expect(kept.count == 1)
            first.end()
        }
        try Folder.replace(folder.path + "/state/media/.incoming/.part-left", with: [1])
        let second = try FarEnd(rules, folder: folder)
        defer { second.end() }
        #expect(second.names("/state/media/.incoming") == kept)
    }

    @Test("that breaks off leaves nothing behind: undecodable, unfit, or cut with its connection")
    func broken() throws {
        let end = try FarEnd(
            Self.backoff.replacing("PART", with: "1MiB") + ", " + Self.saving.replacing("FOLDER", with: "{}"))
        defer { end.end() }
        #expect(end.until { end.greeted == 1 })
        end.say(part(0, of: 3, bytes(5_000)))
        end.say(part(0, of: 2, bytes(5_000), id: "x2"))
        end.say(part(1, of: 2, [], id: "x2").replacing(#""data":"""#, with: #""data":"*not base64*""#))
        end.say(part(0, of: 4, bytes(5_000), id: "x3"))
        end.say(part(1, of: 5, bytes(5_000), id: "x3"))
        end.hear("well?", id: "m1")
        #expect(end.until { end.heard == ["text said"] })
        end.cut()
        #expect(end.until { end.greeted == 2 && end.names("/state/media/.incoming").isEmpty })
        #expect(end.names("/state/media") == [".incoming"])
    }
}

/// A journal whose lines can be read.
struct Lines {
    let journal: Journal
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let descriptor = open(folder.path + "/log", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        journal = Journal(Journal.Style(), descriptor: descriptor)
    }

    /// All so far.
    mutating func all() -> [String] {
        journal.finish()
        let bytes = (try? wholeFile(folder.path + "/log", atMost: 1 << 20)) ?? []
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
