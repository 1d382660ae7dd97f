import Files
import Synchronization
import Testing

@testable import Drive

/// What a recording file reports.
private final class Reports: Sendable {
    private let all = Mutex<[String]>([])
    func add(_ isFault: Bool, _ text: String) { all.withLock { $0.append((isFault ? "fault: " : "") + text) } }
    var texts: [String] { all.withLock { $0 } }
}

@Suite("The file of a recording")
struct RecordingFileTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path + "/day.ndjson" }
    private let reports = Reports()

    init() throws { folder = try TemporaryFolder() }

    private func open() throws(ExitFault) -> RecordingFile {
        try RecordingFile(path) { [reports] in reports.add($0, $1) }
    }

    private func line(_ number: Int) -> String { #"{"at":"2026-03-01T10:00:00Z","us":\#(number),"bot":"a"}"# + "\n" }

    private var text: String {
        String(decoding: (try? Folder.contents(path, atMost: 1 << 20)) ?? [], as: UTF8.self)
    }

    @Test("is made with mode 0600, and takes whole lines")
    func made() throws {
        let file = try open()
        file.append(Array(line(1).utf8))
        file.append(Array((line(2) + line(3)).utf8))
        file.finish()
        #expect(text == line(1) + line(2) + line(3))
        #expect(try Folder.status(path).mode == 0o600)
    }

    @Test("is gone on with by the next process, without the line that the last one did not finish")
    func goneOn() throws {
        try Folder.replace(path, with: Array((line(1) + #"{"at":"2026-03"#).utf8))
        let file = try open()
        file.append(Array(line(2).utf8))
        file.finish()
        #expect(text == line(1) + line(2))
    }

    @Test("that holds something else is refused with 73, and left as it is")
    func other() throws {
        let other = #"{ "version": 1, "name": "a" }"#
        try Folder.replace(path, with: Array(other.utf8))
        do throws(ExitFault) {
            _ = try open()
            Issue.record("it was taken")
        } catch {
            #expect(error.code == .cannotWrite)
            #expect(error.message.contains("It is no recording, and is left as it is"), "\(error.message)")
        }
        #expect(text == other)
    }

    @Test("on a full disk loses lines, says so once, and counts them when there is room again")
    func full() throws {
        let file = try open()
        file.append(Array(line(1).utf8))
        file.setRoom(line(1).utf8.count + 20)
        file.append(Array(line(2).utf8))
        file.append(Array((line(3) + line(4)).utf8))
        file.setRoom(1 << 20)
        file.append(Array(line(5).utf8))
        file.finish()
        let gap = #"{"at":"2026-03-01T10:00:00Z","us":5,"bot":"a","event":"gap","lines":3}"# + "\n"
        #expect(text == line(1) + gap + line(5))
        #expect(reports.texts.count == 2)
        #expect(reports.texts[0].hasPrefix("fault: the recording cannot be written: "), "\(reports.texts)")
        #expect(reports.texts[0].hasSuffix("; the bot goes on without it"), "\(reports.texts)")
        #expect(reports.texts[1] == "the recording \(path) is written again; 3 lines of it are missing")
    }
}
