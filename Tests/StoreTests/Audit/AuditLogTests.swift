import Files
import Scaffold
import Testing

@testable import Store

@Suite("The audit log")
struct AuditLogTests {
    private let scratch = Scratch()
    private var path: String { scratch.path + "/audit.ndjson" }

    private func record(_ number: Int) -> [UInt8] { Array("{\"prompt\":\"p\(number)\",\"sent\":\"once\"}".utf8) }

    private func write(_ count: Int) throws {
        let log = try AuditLog.open(path)
        for number in 1...count { _ = try log.append(record(number)) }
    }

    private func found() throws -> AuditReading.Break? { try AuditReading.verify(path).found }

    private var lines: [String] { scratch.text("audit.ndjson").split(separator: "\n").map(String.init) }

    private func rewrite(_ lines: [String]) throws {
        try scratch.write("audit.ndjson", lines.map { $0 + "\n" }.joined())
    }

    @Test("holds a line a record, each with the hash of the one before")
    func lineForm() throws {
        try write(2)
        let zeros = String(repeating: "0", count: 64)
        let first = #"{"seq":1,"prev":"\#(zeros)","record":{"prompt":"p1","sent":"once"}"#
        let hash = try #require(SHA256.hex(first.utf8))
        #expect(lines.first == first + #","hash":"\#(hash)"}"#)
        #expect(lines.last?.hasPrefix(#"{"seq":2,"prev":"\#(hash)","record":{"prompt":"p2""#) == true)
        #expect(try Folder.status(path).mode == 0o600)
        #expect(try Folder.status(path + ".head").mode == 0o600)
    }

    @Test("is verified whole, and hands out its records in order")
    func verified() throws {
        try write(300)
        var seen: [[UInt8]] = []
        let outcome = try AuditReading.verify(path) { seen.append($0.json) }
        #expect(outcome.found == nil)
        #expect(outcome.count == 300)
        #expect(seen == (1...300).map { record($0) })
    }

    @Test("goes on where it was, when it is opened again")
    func reopened() throws {
        try write(3)
        let log = try AuditLog.open(path)
        #expect(log.head.number == 3)
        #expect(try log.append(record(4)).number == 4)
        #expect(try AuditReading.verify(path).count == 4)
    }

    @Test("that does not exist is empty")
    func empty() throws {
        let outcome = try AuditReading.verify(path)
        #expect(outcome.count == 0)
        #expect(outcome.found == nil)
    }

    @Test("names a record whose bytes were changed")
    func changed() throws {
        try write(5)
        var lines = lines
        lines[2] = lines[2].replacing("once", with: "deny")
        try rewrite(lines)
        #expect(try found() == .init(kind: .changed, line: 3, text: "line 3 (record 3) was changed"))
    }

    @Test("names a record that was changed and given a fitting hash, by the next one")
    func rehashed() throws {
        try write(5)
        var lines = lines
        let old = try #require(AuditLine(Array(lines[2].utf8)))
        let new = try #require(AuditLine(number: 3, previous: old.previous, record: record(33)))
        lines[2] = String(decoding: new.bytes.dropLast(), as: UTF8.self)
        try rewrite(lines)
        let text =
            "line 4 follows another record 3, where record 4 should follow: records were cut out, put in or moved"
        #expect(try found() == .init(kind: .unlinked, line: 4, text: text))
    }

    @Test("names the place where a record was cut out, or two changed places")
    func cutOut() throws {
        try write(5)
        let whole = lines
        try rewrite(Array(whole[..<2] + whole[3...]))
        let text = "line 3 is record 4, where record 3 should follow: records were cut out, put in or moved"
        #expect(try found() == .init(kind: .unlinked, line: 3, text: text))
        try rewrite([whole[0], whole[2], whole[1], whole[3], whole[4]])
        #expect(try found()?.line == 2)
        try rewrite(Array(whole[1...]))
        #expect(try found()?.kind == .unlinked)
        try rewrite([whole[0]] + whole)
        #expect(try found()?.line == 2)
    }

    @Test("names records that were cut off the end")
    func cutOff() throws {
        try write(5)
        let whole = lines
        try rewrite(Array(whole[..<4]))
        #expect(try found() == .init(kind: .cut, line: 5, text: "from line 5 on, record 5 at the end: cut off"))
        try rewrite(Array(whole[..<2]))
        #expect(try found() == .init(kind: .cut, line: 3, text: "from line 3 on, records 3 to 5 at the end: cut off"))
        try Folder.remove(path)
        #expect(try found() == .init(kind: .cut, line: 1, text: "from line 1 on, records 1 to 5 at the end: cut off"))
    }

    @Test("names a last record that was rewritten with a fitting hash")
    func lastRewritten() throws {
        try write(3)
        var lines = lines
        let old = try #require(AuditLine(Array(lines[2].utf8)))
        let new = try #require(AuditLine(number: 3, previous: old.previous, record: record(9)))
        lines[2] = String(decoding: new.bytes.dropLast(), as: UTF8.self)
        try rewrite(lines)
        let text = "record 3 is not the one that was acknowledged: the log was rewritten"
        #expect(try found() == .init(kind: .head, line: 3, text: text))
    }

    @Test("names any single byte that was changed, and any cut")
    func everyByte() throws {
        try write(3)
        let bytes = Array(scratch.text("audit.ndjson").utf8)
        for place in bytes.indices {
            var changed = bytes
            changed[place] ^= 0x01
            try scratch.write("audit.ndjson", changed)
            #expect(try found() != nil, "byte \(place)")
        }
        for length in 0..<bytes.count {
            try scratch.write("audit.ndjson", Array(bytes[..<length]))
            #expect(try found() != nil, "length \(length)")
        }
    }

    @Test("misses its head file")
    func head() throws {
        try write(3)
        try Folder.remove(path + ".head")
        let text = "the head file beside the log is missing: records cut off the end could not be seen"
        #expect(try found() == .init(kind: .head, line: 0, text: text))
        try scratch.write("audit.ndjson.head", "?")
        #expect(try found()?.text == text.replacing("is missing", with: "cannot be read"))
        try scratch.write("audit.ndjson.head", [UInt8](repeating: 0x20, count: 1 << 16))
        #expect(try found()?.text == text.replacing("is missing", with: "cannot be read"))
        try Folder.remove(path + ".head")
        try Folder.create(path + ".head")
        #expect(try found()?.text == text.replacing("is missing", with: "cannot be read"))
    }

    @Test("whose place another thing has taken is broken")
    func replaced() throws {
        try write(1)
        try Folder.remove(path)
        try Folder.create(path)
        #expect(
            try found() == .init(kind: .malformed, line: 0, text: "another thing stands in the place of the log"))
    }

    @Test("may begin anew where the process ended between making its two files and writing into them")
    func emptyHead() throws {
        try scratch.write("audit.ndjson", "")
        try scratch.write("audit.ndjson.head", "")
        #expect(try found() == nil)
        try write(1)
        #expect(try AuditReading.verify(path).count == 1)
        try scratch.write("audit.ndjson.head", "")
        #expect(try found()?.kind == .head)
    }

    @Test("that is broken is not opened, so that nothing is approved")
    func broken() throws {
        try write(3)
        try rewrite(Array(lines[..<2]))
        #expect(
            throws: StateFault(.broken, "the audit log \(path) is broken: from line 3 on, record 3 at the end: cut off")
        ) { try AuditLog.open(path) }
    }

    @Test("forgives what the end of the process left unfinished: it was never acknowledged")
    func remains() throws {
        try write(3)
        let whole = scratch.text("audit.ndjson")
        for part in ["{", #"{"seq":4,"prev":""#] {
            try scratch.write("audit.ndjson", whole + part)
            let outcome = try AuditReading.verify(path)
            #expect(outcome.found == nil)
            #expect(outcome.unfinishedLine == 4)
            #expect(outcome.count == 3)
        }
        let log = try AuditLog.open(path)
        _ = try log.append(record(4))
        #expect(try AuditReading.verify(path).count == 4)
    }

    @Test("that was written but not yet noted in the head is whole")
    func ahead() throws {
        try write(3)
        let head = scratch.text("audit.ndjson.head")
        try write(1)
        try scratch.write("audit.ndjson.head", head)
        #expect(try AuditReading.verify(path).found == nil)
        #expect(try AuditLog.open(path).head.number == 4)
    }

    @Test("takes one JSON object on one line, and nothing else", arguments: ["", "[]", "{", "{\n}", "{\u{0}}"])
    func unsound(text: String) throws {
        let log = try AuditLog.open(path)
        let fault = StateFault(.unsound, "an audit record is a JSON object on one line, of at most 1 MiB")
        #expect(throws: fault) { try log.append(Array(text.utf8)) }
        #expect(throws: fault) {
            try log.append(Array("{".utf8) + [UInt8](repeating: 0x20, count: 1 << 20) + Array("}".utf8))
        }
        #expect(try AuditReading.verify(path).count == 0)
    }

    @Test("that cannot be written is a fault")
    func denied() throws {
        try Folder.create(path)
        #expect(throws: StateFault.self) { try AuditLog.open(path) }
        #expect(throws: StateFault.self) { try AuditLog.open(scratch.path + "/missing/audit.ndjson") }
    }
}
