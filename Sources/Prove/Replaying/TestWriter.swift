import Bot
import JSON
import Rules
import Time

// A stretch of a session as a test: what came in is received, what went out is expected, and the time between passes. The
// test begins fresh, so what the bot remembered from before the stretch is not there.

extension Replay {
    /// Writes a test file with one test, from the first session that has something in the stretch.
    ///
    /// - Parameters:
    ///   - rules: the rule file, as the test file is to name it.
    /// - Throws: the recording is of other bots, or nothing is in the stretch.
    public func test(
        of recording: Recording, name: String, bot rules: String, _ stretch: Stretch = Stretch()
    ) throws(Recording.Fault) -> String {
        let sessions = try sessions(of: recording)
        let start = sessions.first?.start ?? WallTime(milliseconds: 0)
        for session in sessions {
            let lines = session.lines.filter { stretch.holds($0.time, start: start) }
            guard let first = lines.first, lines.contains(where: { if case .heard = $0.what { true } else { false } })
            else { continue }
            var writer = TestWriter(from: first.elapsed)
            for line in lines { writer.add(line) }
            // The whole session begins with its head; a part of it with its first line.
            let begin = first.number == session.lines.first?.number ? session.start : first.time
            return Self.file(bot: rules, name: name, start: begin, seed: session.seed, steps: writer.steps())
        }
        throw Recording.Fault(line: 1, message: "nothing came in in this stretch of the recording")
    }

    private static func file(bot: String, name: String, start: WallTime, seed: UInt64, steps: [String]) -> String {
        func quoted(_ text: String) -> String { JSONWriter.text { $0.string(text) } }
        return """
            {
              "bot": \(quoted(bot)),
              "start": "\(start.iso8601)",
              "seed": \(seed & (1 << 53 - 1)),
              "tests": [
                {
                  "name": \(quoted(name)),
                  "steps": [
            \(steps.map { "        \($0)" }.joined(separator: ",\n"))
                  ]
                }
              ]
            }

            """
    }
}

/// Gathers the steps.
private struct TestWriter {
    private var written: [String] = []
    private var expected: [String] = []
    /// How far the steps before have let time pass.
    private var clock: Interval
    private var isWelcomed = false
    private var isConnected = true
    /// The process was told to end: no test can tell that.
    private var isOver = false
    private var ask: Int?
    private var pieces: [String] = []
    /// What the world answers is said before it is asked: where in the steps, and what.
    private var answers: [(place: Int, step: String)] = []
    /// Where the next answer of a URL is said: behind the last one.
    private var answered: [String: Int] = [:]

    init(from start: Interval) { clock = start }

    mutating func add(_ line: Recording.Line) {
        if isOver { return }
        switch line.what {
        case .said(let frame, let kind):
            guard kind.isDecision, kind != .ready else { return }
            expect(frame, at: line.elapsed)
        case .heard(let frame):
            // The runner of tests says the first plain word of a connection itself.
            if !isWelcomed, Self.isFirstWord(frame) {
                isWelcomed = true
                clock = line.elapsed
                return
            }
            pass(to: line.elapsed)
            written.append(Self.step("receive", Self.shortened(frame)))
        case .told(.closed(let ending)):
            pass(to: line.elapsed)
            if isConnected { written.append(Self.step("disconnect", "\(Self.code(of: ending))")) }
            isConnected = false
        case .told(.opened):
            if !isConnected {
                pass(to: line.elapsed)
                written.append(Self.step("reconnect", "true"))
            }
            isWelcomed = false
            isConnected = true
        case .close(let code, let reason):
            if code > 0 { expect(PseudoFrame.close(code: code, reason: reason), at: line.elapsed) }
            isConnected = false
        case .fetched(let url, let fetch):
            answers.append((answered[url] ?? 0, Self.step("fetch", Self.answer(url, fetch))))
            answered[url] = written.count
        case .ai(let number, let progress): add(progress, of: number)
        case .told(.drain): isOver = true
        case .told, .unaudited, .exit, .gap: break
        }
    }

    private mutating func expect(_ frame: [UInt8], at time: Interval) {
        expected.append(Self.expectation(frame))
        clock = max(clock, time)
    }

    /// What is expected by now, and the time that passed.
    private mutating func pass(to time: Interval) {
        flush()
        guard time > clock else { return }
        // In whole milliseconds, as the language has them.
        let gap = (time - clock).milliseconds
        if gap > 0 { written.append(Self.step("advance", "\"\(gap)ms\"")) }
        clock = time
    }

    private mutating func flush() {
        guard !expected.isEmpty else { return }
        written.append(Self.step("expect", "[ " + expected.joined(separator: ", ") + " ]"))
        expected = []
    }

    private mutating func add(_ progress: AIProgress, of number: Int) {
        if ask != number { pieces = [] }
        ask = number
        switch progress {
        case .piece(let text): pieces.append(text)
        case .counted: break
        case .finished:
            let list = pieces.map { piece in JSONWriter.text { $0.string(piece) } }.joined(separator: ", ")
            answers.append((0, Self.step("ai", "[ \(list) ]")))
        case .failed(let reason):
            answers.append((0, Self.step("ai", "{ \"error\": \(JSONWriter.text { $0.string(reason) }) }")))
        }
    }

    mutating func steps() -> [String] {
        flush()
        var steps: [String] = []
        for place in 0...written.count {
            steps += answers.filter { $0.place == place }.map(\.step)
            if place < written.count { steps.append(written[place]) }
        }
        return steps
    }

    private static func step(_ key: String, _ value: String) -> String { "{ \"\(key)\": \(value) }" }

    private static func isFirstWord(_ frame: [UInt8]) -> Bool {
        let word = LocatedTree.parse(frame).root?["t"]?.text
        return word == "ready" || word == "hello"
    }

    /// A frame with long bodies cut to their first bytes, which tell the type.
    private static func shortened(_ frame: [UInt8]) -> String {
        let tree = LocatedTree.parse(frame)
        guard tree.faults.isEmpty, let root = tree.root, case .object(let members) = root.kind else {
            return JSONWriter.text { $0.string(String(decoding: frame, as: UTF8.self)) }
        }
        return JSONWriter.text { json in
            json.object { json in
                for member in members {
                    json.key(member.key)
                    if member.key == "data", let text = member.value.text, text.utf8.count > 4096 {
                        json.string(String(text.prefix(32)))
                    } else {
                        json.node(member.value, in: frame)
                    }
                }
            }
        }
    }

    /// The frame by what is decided: not by its own id, not by how it grew, and not by a body.
    private static func expectation(_ frame: [UInt8]) -> String {
        let tree = LocatedTree.parse(frame)
        return JSONWriter.text { json in
            json.object { json in
                for member in tree.root?.members ?? [] where !["id", "edit", "data"].contains(member.key) {
                    json.key(member.key)
                    json.node(member.value, in: frame)
                }
            }
        }
    }

    private static func code(of ending: Ending) -> UInt16 {
        if case .close(let code, _) = ending, (1000...4999).contains(code), code != 1005 { return code }
        return 1006
    }

    private static func answer(_ url: String, _ fetch: RecordedFetch) -> String {
        JSONWriter.text { json in
            json.object { json in
                json.key(url)
                json.object { json in
                    if let reason = fetch.failure { return json.member("error", reason) }
                    json.member("status", fetch.status)
                    json.member("type", ifPresent: fetch.type)
                    json.member("size", fetch.size)
                }
            }
        }
    }
}
