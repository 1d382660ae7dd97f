import Random
import Testing

@testable import Prove

@Suite("A recording")
struct RecordingTests {
    private func fault(_ text: String) -> Recording.Fault? {
        do throws(Recording.Fault) {
            _ = try Recording(Array(text.utf8))
            return nil
        } catch {
            return error
        }
    }

    @Test("may end in the middle of a line: it is just being written, or its writer was killed")
    func cutOff() throws {
        let text = Tape().text
        for length in 1..<(Tape().lines.last ?? "").utf8.count {
            let recording = try Recording(Array(text.utf8.dropLast(length + 1)))
            #expect(recording.cutOff == [4])
            #expect(recording.sessions[0].lines.count == 2)
        }
        #expect(try Recording(Array(text.utf8)).cutOff == [])
    }

    @Test("with a line that is wrong is refused, with the line and what is wrong")
    func faults() {
        let head = Tape().lines[0] + "\n"
        #expect(fault("") == .init(line: 1, message: "this is no recording: it has no head"))
        #expect(fault(head + "{\n" + head) == .init(line: 2, message: "this line is no JSON object"))
        #expect(fault(head + "[]\n" + head) == .init(line: 2, message: "this line is no JSON object"))
        let when = #"this line does not say when and of which bot ("at", "us", "bot")"#
        #expect(fault(head + "{}\n") == .init(line: 2, message: when))
        for time in ["-1", "1e300", "0.5", "\"1\"", "9223372036854775807"] {
            let line = #"{"at":"2026-03-01T10:00:00Z","us":\#(time),"bot":"bot","event":"start"}"#
            #expect(fault(head + line + "\n") == .init(line: 2, message: when), "\(time)")
        }
        let line = #"{"at":"2026-03-01T10:00:00Z","us":0,"bot":"bot"}"# + "\n"
        #expect(fault(line) == .init(line: 1, message: "this line comes before the head of its bot"))
        #expect(fault(head + line) == .init(line: 2, message: "this line is neither a head, a frame nor an event"))
    }

    @Test("of a later version may tell events that are not known")
    func unknown() throws {
        let line = #"{"at":"2026-03-01T10:00:00Z","us":0,"bot":"bot","event":"new","x":1}"# + "\n"
        #expect(try Recording(Array((Tape().text + line).utf8)).sessions[0].lines.count == 3)
    }

    @Test("gives time that never runs backwards, whatever its lines say")
    func order() throws {
        let head = Tape().lines[0] + "\n"
        func line(_ us: Int) -> String {
            #"{"at":"2026-03-01T10:00:00Z","us":\#(us),"bot":"bot","event":"start"}"# + "\n"
        }
        let lines = try Recording(Array((head + line(9000) + line(1000)).utf8)).sessions[0].lines
        #expect(lines.map(\.elapsed.nanoseconds) == [9_000_000, 9_000_000])
    }

    @Test("has bodies that stand in for those it names")
    func bodies() throws {
        var tape = Tape()
        tape.heard(#"{"t":"media","id":"a","data":{"size":5,"sha256":"x","head":"aGk="},"x":{"data":[1]}}"#)
        guard case .heard(let message)? = try tape.recording.sessions[0].lines.last?.what else {
            Issue.record("it is no frame")
            return
        }
        #expect(
            String(decoding: message, as: UTF8.self) == #"{"t":"media","id":"a","data":"aGkAAAA=","x":{"data":[1]}}"#)
    }

    @Test("of any bytes is read or refused", arguments: 0..<200)
    func hostile(_ seed: Int) throws {
        var random = SplitMix(seed: UInt64(seed))
        var bytes = Array(Tape().text.utf8)
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            let at = Int.random(in: 0..<bytes.count, using: &random)
            bytes[at] = UInt8.random(in: 0...255, using: &random)
        }
        if let recording = try? Recording(bytes), recording.bots == ["bot"] {
            _ = try? Replay(bot: "bots/bot.json", Desk(echo).surroundings).run(recording)
        }
    }
}
