import Foundation
import Hermes
import Rules
import Testing
import Time

@testable import Drive

@Suite("The journal")
struct JournalTests {
    private func lines(_ style: Journal.Style = .init(), _ body: (Journal) -> Void) -> String {
        let pipe = Pipe()
        let journal = Journal(style, descriptor: pipe.fileHandleForWriting.fileDescriptor)
        body(journal)
        journal.finish()
        pipe.fileHandleForWriting.closeFile()
        return String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }

    @Test("a token that a peer sends back is in no line, as it is or percent-encoded")
    func tokens() {
        let text = lines { journal in
            journal.hide(Secret("s3cret/t0ken"))
            journal.log(.info, "closed: s3cret/t0ken, s3cret%2Ft0ken", at: WallTime(milliseconds: 0))
            journal.heard("error s3cret/t0ken", bot: "a", at: WallTime(milliseconds: 0))
        }
        #expect(text == "00:00:00.000 · closed: •••, •••\n00:00:00.000 ← error •••\n")
    }

    private func trace() -> (Trace, BotFile) {
        var file = BotFile(path: "bots/a.json", name: "a")
        file.rules = [Rule(id: "greet", place: Place(line: 4, column: 5), triggers: [.message])]
        var trace = Trace()
        (trace.trigger, trace.event, trace.text) = (.message, "m1", "hi")
        trace.rules = [RuleTrace(rule: 0, id: "greet", place: file.rules[0].place, verdict: .fired(count: 1))]
        return (trace, file)
    }

    @Test("at debug level a trace is what why prints, and each action has a line")
    func traces() {
        let (trace, file) = trace()
        let action = ActionTrace(place: Place(line: 6, column: 9), action: "reply", detail: "Hello\n\u{1B}[2J")
        var style = Journal.Style()
        let quiet = lines(style) { journal in
            journal.trace(trace, file: file, bot: "a", at: WallTime(milliseconds: 0))
            journal.acted(action, rule: 0, file: file, bot: "a", at: WallTime(milliseconds: 0))
        }
        #expect(quiet == "")
        style.level = .debug
        let text = lines(style) { journal in
            journal.trace(trace, file: file, bot: "a", at: WallTime(milliseconds: 0))
            journal.acted(action, rule: 0, file: file, bot: "a", at: WallTime(milliseconds: 1))
            journal.acted(action, rule: 7, file: file, bot: "a", at: WallTime(milliseconds: 2))
        }
        #expect(
            text == """
                00:00:00.000 · message m1 "hi"
                  ✓ greet  bots/a.json:4  fires
                00:00:00.001 · greet reply: Hello\\u{a}\\u{1b}[2J  bots/a.json:6

                """)
    }

    @Test("for programs a trace is an object in its line, and faults of a file are one line")
    func tracesAsJSON() {
        let (trace, file) = trace()
        var style = Journal.Style()
        (style.isJSON, style.level) = (true, .debug)
        let text = lines(style) { journal in
            journal.trace(trace, file: file, bot: "a", at: WallTime(milliseconds: 0))
            journal.block(.error, "one\ntwo\n", bot: "a", at: WallTime(milliseconds: 0))
        }
        #expect(
            text == #"""
                {"time":"1970-01-01T00:00:00Z","level":"debug","kind":"trace","bot":"a","text":"message m1 \"hi\"",\#
                "trace":{"trigger":"message","event":"m1","text":"hi","rules":[{"rule":"greet","line":4,"column":5,\#
                "verdict":"fired","count":1}]}}
                {"time":"1970-01-01T00:00:00Z","level":"error","kind":"log","bot":"a","text":"one\ntwo\n"}

                """#)
    }

    @Test("less important lines are left out, and control characters are never obeyed")
    func levels() {
        var style = Journal.Style()
        style.level = .warning
        let text = lines(style) { journal in
            journal.log(.info, "no", at: WallTime(milliseconds: 0))
            journal.log(.error, "a\u{1B}[31mb", at: WallTime(milliseconds: 61_001))
        }
        #expect(text == "00:01:01.001 · error: a\\u{1b}[31mb\n")
    }

    @Test("a line is cut at 4,000 characters, with its tokens taken out before that")
    func long() {
        let text = lines { journal in
            journal.hide(Secret("s3cret/t0ken"))
            let long = String(repeating: "x", count: 3995) + "s3cret/t0ken" + String(repeating: "y", count: 100)
            journal.log(.info, long, at: WallTime(milliseconds: 0))
        }
        #expect(text.hasSuffix("xxx•••yy… (4098 characters)\n"))
        #expect(!text.contains("s3c"))
    }
}
