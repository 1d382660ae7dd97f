import Hermes
import Random
import Rules
import Testing
import Time

@testable import Bot

@Suite("What is packed comes back")
struct PackingTests {
    @Test("numbers of any size", arguments: [0, 1, -1, 63, 64, -64, 127, 128, 300, Int.max, Int.min])
    func numbers(number: Int) throws {
        var packer = Packer()
        packer.put(number)
        packer.put(UInt64(bitPattern: Int64(number)))
        var unpacker = Unpacker(packer.bytes)
        #expect(try unpacker.int() == number)
        #expect(try unpacker.number() == UInt64(bitPattern: Int64(number)))
        #expect(unpacker.isAtEnd)
    }

    @Test("texts, flags, lists and what may be absent")
    func values() throws {
        var packer = Packer()
        packer.put("héllo")
        packer.put(nil as String?)
        packer.put("" as String?)
        packer.put(true)
        packer.put(nil as Bool?)
        packer.put([1, 2, 3]) { $0.put($1) }
        var unpacker = Unpacker(packer.bytes)
        #expect(try unpacker.text() == "héllo")
        #expect(try unpacker.textIfAny() == nil)
        #expect(try unpacker.textIfAny() == "")
        #expect(try unpacker.flag() == true)
        #expect(try unpacker.flagIfAny() == nil)
        #expect(try unpacker.list { (u: inout Unpacker) throws(PackingFault) in try u.int() } == [1, 2, 3])
    }

    @Test("an event with all its fields")
    func occurrence() throws {
        var occurrence = Occurrence(.prompt)
        occurrence.id = "p1"
        occurrence.kind = "exec_approval"
        occurrence.text = "Run it?"
        occurrence.options = [
            .init(id: "once", label: "Once", style: nil), .init(id: "deny", label: "No", style: "danger"),
        ]
        occurrence.command = .text("ls")
        occurrence.again = false
        occurrence.size = 12
        occurrence.frame = [1, 2, 3]
        occurrence.timer = (rule: 2, index: 1)
        var packer = Packer()
        packer.put(occurrence)
        var unpacker = Unpacker(packer.bytes)
        let back = try unpacker.occurrence()
        #expect(back.id == "p1" && back.kind == "exec_approval" && back.text == "Run it?")
        #expect(back.options == occurrence.options)
        #expect(back.command == .text("ls"))
        #expect(back.again == false && back.final == nil && back.size == 12)
        #expect(back.frame == [1, 2, 3])
        #expect(back.timer?.rule == 2 && back.timer?.index == 1)
        #expect(unpacker.isAtEnd)
    }

    @Test("any bytes are read without a trap")
    func hostile() {
        var random = SplitMix(seed: 9)
        let now = Now(instant: .zero, wall: Stage.noon)
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0..<40, using: &random)).map { _ in
                Bool.random(using: &random)
                    ? UInt8.random(in: 0...4, using: &random) : UInt8.random(in: 0...255, using: &random)
            }
            var unpacker = Unpacker(bytes)
            _ = try? unpacker.occurrence()
            unpacker = Unpacker(bytes)
            _ = try? unpacker.parcel(now: now)
            unpacker = Unpacker(bytes)
            _ = try? unpacker.prompt()
            unpacker = Unpacker(bytes)
            _ = try? unpacker.deskCard(now: now)
        }
    }

    @Test("rows of any bytes restore a bot that works")
    func hostileRows() throws {
        var random = SplitMix(seed: 4)
        for _ in 0..<200 {
            var rows: [String: [UInt8]] = [:]
            for key in [
                "memory", "outbox/1", "outbox/x", "acting/2", "handled/3", "prompt/4", "approvals", "timer/r/0",
                "timer",
                "timer/r/9", "card/1", "", "/", "strange",
            ] {
                let tail = (0..<Int.random(in: 0..<30, using: &random)).map { _ in
                    UInt8.random(in: 0...255, using: &random)
                }
                rows[key] = [1] + tail
            }
            var stage = try Stage(
                #""rules": [{ "id": "r", "on": ["message", { "every": "1h" }], "do": [{ "reply": "x" }] }]"#, kept: rows
            )
            stage.begin()
            stage.advance(.seconds(1))
            stage.hear("hi", id: "fresh")
        }
    }
}
