import Foundation
import Hermes
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
