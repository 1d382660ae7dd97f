import Files
import Scaffold
import Synchronization
import Testing

@testable import Store

@Suite("An audit log in several files")
struct AuditFilesTests {
    private let scratch = Scratch()
    private var path: String { scratch.path + "/audit.ndjson" }

    /// Two records fill a file.
    private static let fileSize = 390

    private func record(_ number: Int) -> [UInt8] { Array("{\"prompt\":\"p\(number)\",\"sent\":\"once\"}".utf8) }

    private func open() throws -> AuditLog { try AuditLog.open(path, fileSize: Self.fileSize) }

    private func write(_ numbers: ClosedRange<Int>) throws {
        let log = try open()
        for number in numbers { #expect(try log.append(record(number)).number == number) }
    }

    private func closed(_ first: Int) -> String { AuditFiles.closed(path, first: first) }
    private func name(_ first: Int) -> String { String(closed(first).dropFirst(scratch.path.count + 1)) }
    private func found() throws -> AuditReading.Break? { try AuditReading.verify(path).found }
    private func lines(_ name: String) -> [String] { scratch.text(name).split(separator: "\n").map(String.init) }

    /// What a start says of the log.
    private func refusal() -> String? {
        do throws(StateFault) {
            _ = try AuditLog.open(path, fileSize: Self.fileSize)
            return nil
        } catch { return error.text.replacing("the audit log \(path) is broken: ", with: "") }
    }

    @Test("closes each that has reached its size, named after its first record, and goes on in the next")
    func closes() throws {
        try write(1...7)
        #expect(
            scratch.names("") == [
                "audit.000000000001.ndjson", "audit.000000000003.ndjson", "audit.000000000005.ndjson", "audit.ndjson",
                "audit.ndjson.head",
            ])
        for name in scratch.names("") { #expect(try Folder.status(scratch.path + "/" + name).mode == 0o600) }
        let last = try #require(AuditLine(Array(lines(name(5))[1].utf8)))
        let next = try #require(AuditLine(Array(lines("audit.ndjson")[0].utf8)))
        #expect(next.number == 7 && next.previous == last.hash)
    }

    @Test("is verified over all of them, and hands out its records in order")
    func verified() throws {
        try write(1...7)
        var seen: [[UInt8]] = []
        let outcome = try AuditReading.verify(path) { seen.append($0.json) }
        #expect(outcome.found == nil && outcome.first == 1 && outcome.count == 7 && outcome.files == 4)
        #expect(seen == (1...7).map { record($0) })
    }

    @Test("goes on where it was when it is opened again, wherever in a file that is")
    func reopened() throws {
        for number in 1...9 { try write(number...number) }
        let outcome = try AuditReading.verify(path)
        #expect(outcome.found == nil && outcome.count == 9 && outcome.files == 5)
    }

    // MARK: A process that ends in the middle

    /// The steps of closing a file, behind each of which the process may end.
    enum Step: CaseIterable {
        case renamed, made, appended
    }

    @Test("is whole, and goes on, wherever the process ended while a file was closed", arguments: Step.allCases)
    func killed(step: Step) throws {
        try write(1...4)
        let head = scratch.text("audit.ndjson.head")
        switch step {
        case .renamed: try Folder.rename(path, to: closed(3))
        case .made:
            try Folder.rename(path, to: closed(3))
            try scratch.write("audit.ndjson", "")
        case .appended:
            try write(5...5)
            try scratch.write("audit.ndjson.head", head)
        }
        let count = step == .appended ? 5 : 4
        let outcome = try AuditReading.verify(path)
        #expect(outcome.found == nil && outcome.count == count)
        let log = try open()
        #expect(log.head.number == count)
        #expect(try log.append(record(count + 1)).number == count + 1)
        #expect(try log.append(record(count + 2)).number == count + 2)
        let after = try AuditReading.verify(path)
        #expect(after.found == nil && after.count == count + 2)
    }

    @Test("takes off the second name that the end of the process left, and closes the file in its time")
    func secondName() throws {
        try write(1...4)
        #expect(try Folder.linkIfFree(path, to: closed(3)))
        #expect(try AuditReading.verify(path).count == 4)
        try write(5...5)
        #expect(scratch.names("").contains(name(3)) && lines("audit.ndjson").count == 1)
        let outcome = try AuditReading.verify(path)
        #expect(outcome.found == nil && outcome.count == 5 && outcome.files == 3)
    }

    @Test("that was never closed has the head file of one that knows no closing")
    func plainHead() throws {
        try write(1...2)
        #expect(scratch.text("audit.ndjson.head").count == AuditMark.length)
        try write(3...3)
        #expect(scratch.text("audit.ndjson.head").count == 2 * AuditMark.length)
    }

    @Test("names a file that is moved away while it is read")
    func movedMeanwhile() throws {
        try write(1...7)
        let outcome = try AuditReading.verify(path) { record in
            if record.number == 1 { try? Folder.remove(closed(5)) }
        }
        let text = "\(name(5)) was moved away while the log was read: read it once more"
        #expect(outcome.found == .init(kind: .missing, file: name(5), line: 0, text: text))
        #expect(outcome.count == 4)
    }

    @Test("forgives a line that was just begun in a new file, and no other than the open one")
    func remains() throws {
        try write(1...5)
        let whole = scratch.text("audit.ndjson")
        try scratch.write("audit.ndjson", whole + "{")
        #expect(try AuditReading.verify(path).unfinishedLine == 2)
        try write(6...6)
        #expect(try found() == nil)
        let text = scratch.text(name(1))
        try scratch.write(name(1), text + "{")
        #expect(
            try found()
                == .init(
                    kind: .malformed, file: name(1), line: 3,
                    text: "audit.000000000001.ndjson: line 3 is no record: it was changed or cut"))
    }

    @Test("that cannot close a file goes on in it, and closes it as soon as it can")
    func cannotClose() throws {
        let log = try AuditLog.open(scratch.path + "/other.ndjson", fileSize: Self.fileSize)
        let way = AuditFiles.closed(log.path, first: 1)
        for number in 1...2 { _ = try log.append(record(number)) }
        try scratch.write("other.000000000001.ndjson", "in the way")
        _ = try log.append(record(3))
        try Folder.remove(way)
        #expect(try AuditReading.verify(log.path).count == 3)
        _ = try log.append(record(4))
        let outcome = try AuditReading.verify(log.path)
        #expect(outcome.found == nil && outcome.count == 4 && outcome.files == 2)
    }

    @Test("may be verified while it grows and closes files")
    func atOnce() throws {
        let log = try open()
        let worker = Worker()
        let written = Mutex(0)
        for number in 1...200 {
            worker.perform { [record = record(number)] in
                if (try? log.append(record)) != nil { written.withLock { $0 = number } }
            }
        }
        var (count, rounds) = (0, 0)
        while count < 200, rounds < 100_000 {
            let before = written.withLock { $0 }
            let outcome = try AuditReading.verify(path)
            #expect(outcome.found == nil && outcome.count >= before && outcome.count >= count)
            if outcome.found != nil { break }
            (count, rounds) = (outcome.count, rounds + 1)
        }
        worker.finish()
        #expect(count == 200)
    }

    // MARK: What a start looks at

    @Test("is not read by a start beyond the open file: that a closed one was changed is said by the audit")
    func start() throws {
        try write(1...5)
        let text = scratch.text(name(1))
        try scratch.write(name(1), text.replacing("p2", with: "p9"))
        #expect(refusal() == nil)
        #expect(
            try found()
                == .init(
                    kind: .changed, file: name(1), line: 2,
                    text: "audit.000000000001.ndjson: line 2 (record 2) was changed"))
    }

    @Test("is refused by a start whose open file does not follow the one closed before it")
    func startUnlinked() throws {
        try write(1...5)
        let whole = scratch.text(name(3))
        try scratch.write(name(3), whole.replacing("p4", with: "p9"))
        #expect(refusal() == "audit.000000000003.ndjson does not end with a record: it was changed or cut")
        try scratch.write(name(3), lines(name(3))[0] + "\n")
        #expect(refusal() == "record 4 is missing between others: the file that held it is not here")
        try scratch.write(name(3), whole)
        try scratch.write("audit.ndjson", lines("audit.ndjson")[0].replacing("p5", with: "p9") + "\n")
        #expect(refusal() == "line 1 (record 5) was changed")
        try Folder.remove(path)
        #expect(refusal() == "from line 1 on, record 5 at the end: cut off")
        try Folder.remove(path + ".head")
        #expect(
            refusal() == "the head file beside the log is missing: records cut off the end could not be seen")
    }

    // MARK: Files that are gone

    @Test("may have its oldest files moved away, all closed ones too, and says where it begins")
    func movedAway() throws {
        try write(1...5)
        try Folder.remove(closed(1))
        var outcome = try AuditReading.verify(path)
        #expect(outcome.found == nil && outcome.first == 3 && outcome.count == 3)
        try Folder.remove(closed(3))
        outcome = try AuditReading.verify(path)
        #expect(outcome.found == nil && outcome.first == 5 && outcome.count == 1)
        try write(6...7)
        outcome = try AuditReading.verify(path)
        #expect(outcome.found == nil && outcome.first == 5 && outcome.count == 3)
        // What it begins with is still known: nothing can be taken off its front.
        let own = lines("audit.ndjson")
        try Folder.remove(closed(5))
        try scratch.write("audit.ndjson", own[1...].map { $0 + "\n" }.joined())
        #expect(try found() != nil)
    }

    @Test("names records at the front of the open file that are gone, with no closed file beside it")
    func front() throws {
        try write(1...4)
        try Folder.remove(closed(1))
        try scratch.write("audit.ndjson", lines("audit.ndjson")[1] + "\n")
        let text = "line 1 is record 4, where record 3 should follow: records were cut out, put in or moved"
        #expect(try found() == .init(kind: .unlinked, line: 1, text: text))
        #expect(refusal() == text)
    }

    @Test("names the records of a file that is gone between others; a start too, if it is the last closed one")
    func between() throws {
        try write(1...7)
        let third = scratch.text(name(3))
        try Folder.remove(closed(3))
        let text = "records 3 to 4 are missing between others: the file that held them is not here"
        #expect(try found() == .init(kind: .missing, line: 0, text: text))
        #expect(refusal() == nil)
        try scratch.write(name(3), third)
        try Folder.remove(closed(5))
        #expect(refusal() == text.replacing("3 to 4", with: "5 to 6"))
        #expect(try found()?.text == text.replacing("3 to 4", with: "5 to 6"))
    }

    @Test("names an old head file that was put back")
    func oldHead() throws {
        try write(1...2)
        let head = scratch.text("audit.ndjson.head")
        try write(3...5)
        try scratch.write("audit.ndjson.head", head)
        #expect(
            try found()
                == .init(
                    kind: .head, line: 0,
                    text: "the head file names record 2, which is in a closed file: it is an old one"))
    }

    @Test("names any single byte that was changed in any file, and any cut of one")
    func everyByte() throws {
        try write(1...5)
        for name in [name(1), name(3), "audit.ndjson"] {
            let bytes = Array(scratch.text(name).utf8)
            for place in bytes.indices {
                var changed = bytes
                changed[place] ^= 0x01
                try scratch.write(name, changed)
                #expect(try found() != nil, "byte \(place) of \(name)")
            }
            for length in 0..<bytes.count {
                try scratch.write(name, Array(bytes[..<length]))
                #expect(try found() != nil, "length \(length) of \(name)")
            }
            try scratch.write(name, bytes)
        }
        #expect(try found() == nil)
    }

    @Test("of one file alone, as it was kept before there were several, is gone on with")
    func oneLineHead() throws {
        try write(1...1)
        let head = scratch.text("audit.ndjson.head")
        try scratch.write("audit.ndjson.head", String(head.prefix(AuditMark.length)))
        #expect(try found() == nil)
        try write(2...3)
        #expect(try AuditReading.verify(path).count == 3)
    }

    @Test(
        "is told apart from files with other names",
        arguments: ["a", "/a", "b.ndjson", "../x/audit.ndjson", "./c.ndjson"])
    func names(log: String) {
        #expect(AuditFiles.closed(log, first: 1_234_567_890_123).hasSuffix(".1234567890123.ndjson"))
        #expect(AuditFiles.closed(log, first: 7).hasSuffix(".000000000007.ndjson"))
        #expect(AuditFiles.closed(log, first: 7).hasPrefix(log.replacing(".ndjson", with: "") + "."))
    }

    @Test("finds its closed files, and takes no others for them")
    func listing() throws {
        for name in [
            "audit.000000000010.ndjson", "audit.000000000002.ndjson", "audit.2.ndjson", "audit.00000000000x.ndjson",
            "audit.000000000000.ndjson", "audit.000000000003.ndjson.gz", "other.000000000004.ndjson",
            "audit.+00000000005.ndjson", "audit.-00000000005.ndjson", "audit.1234567890123.ndjson",
        ] { try scratch.write(name, "") }
        #expect(try AuditFiles.closed(of: path).map(\.first) == [2, 10, 1_234_567_890_123])
        #expect(try AuditFiles.closed(of: scratch.path + "/none/audit.ndjson") == [])
    }
}
