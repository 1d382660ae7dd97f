import Testing
import Time

@testable import Measure

// What stands in a run.json, or comes from a server, may hold anything. It is shown to people on a terminal and on a page.

@Suite("A text from outside")
struct HostileTextTests {
    private static let hostile = "a\u{1B}[2J\u{9B}31m\u{7}\r\n<b>\u{202E}"
    private static let shown = "a\\u{1b}[2J\\u{9b}31m\\u{7}\\u{d}\\u{a}<b>\\u{202e}"

    private static func record() throws -> RunRecord {
        var record = try RunRecord.sample(seconds: 3, stall: nil)
        record.plan.file = hostile
        record.plan.url = hostile
        record.plan.schedule = hostile
        record.plan.stages[0].name = hostile
        record.generator.version = hostile
        record.generator.bottleneck = [hostile]
        record.tags = [hostile: record.metrics, "b": record.metrics]
        record.errors.count(hostile)
        record.closes.count(hostile)
        record.judge(record.judgements.map(\.threshold))
        // As a reader gets it.
        return try RunRecord(json: record.json)
    }

    private func isTame(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy {
            $0 == "\n" || $0 == "\t" || ![.control, .format].contains($0.properties.generalCategory)
        }
    }

    @Test("reaches no terminal as it is: neither from the summary nor from a comparison")
    func summary() throws {
        let record = try Self.record()
        let text = Summary.text(record) + Comparison(record, with: record).text(with: Self.hostile)
        #expect(isTame(text))
        #expect(text.hasPrefix("\(Self.shown) against \(Self.shown)\n"))
        #expect(text.contains("compared with \(Self.shown)\n"))
        #expect(text.contains("  \(Self.shown): reply "))
        #expect(text.contains("  \(Self.shown)\n"))
    }

    @Test("keeps the columns of a table under each other")
    func table() {
        var table = TextTable()
        table.add(["\u{1B}", "1"])
        table.add(["b", "22"])
        #expect(table.lines() == ["\\u{1b}   1", "b       22"])
    }

    @Test("reaches no terminal from a running run")
    func live() throws {
        var view = LiveView(workers: 1)
        var point = SeriesPoint(second: 0)
        point.errors.count(Self.hostile)
        point.counters[.errors] = 1
        view.add(point, worker: 0)
        var snapshot = view.snapshot(phase: Self.hostile, elapsed: 1, of: 10)
        snapshot.warnings = [Self.hostile]
        let panel = LivePanel.lines(snapshot, width: 80, colour: false).joined(separator: "\n")
        #expect(isTame(panel) && panel.contains(Self.shown))
        let line = PlainLine.text(snapshot)
        #expect(isTame(line) && !line.contains("\n") && line.contains(Self.shown))
    }

    @Test("is plain text on the page")
    func page() throws {
        let page = ReportPage.html(try Self.record(), comparedWith: (try Self.record(), Self.hostile))
        #expect(isTame(page))
        #expect(page.contains("a\\u{1b}[2J\\u{9b}31m\\u{7}\\u{d}\\u{a}&lt;b&gt;\\u{202e}"))
        #expect(!page.contains("<b>\\u"))
    }

    @Test("is told tamely where it makes the file none that can be read")
    func faults() throws {
        let text = String(decoding: try RunRecord.sample(seconds: 2, stall: nil).json, as: UTF8.self)
        let broken = text.replacing("  \"errors\": {}", with: "  \"errors\": {\"\\u001b[2J\\n\": false}")
        do throws(RecordFault) {
            _ = try RunRecord(json: Array(broken.utf8))
            Issue.record("it was taken")
        } catch {
            let told = error.text(file: "run\u{1B}.json")
            #expect(told.hasPrefix("run\\u{1b}.json:"))
            #expect(told.contains("errors.\\u{1b}[2J\\u{a}: a whole number is due"))
            #expect(isTame(told) && !told.contains("\n"))
        }
    }
}
