import Testing
import Time

@testable import Measure

@Suite("A running run")
struct LiveTests {
    /// Two workers, each with three seconds; the second one has not spoken of the last.
    private func view() -> LiveView {
        var view = LiveView(workers: 2)
        for second in 0..<4 {
            for worker in 0..<2 where second < 3 || worker == 0 {
                var point = SeriesPoint(second: second)
                point.counters[.sent] = 500 * (second + 1)
                point.counters[.received] = 2000
                point.devices[.ready] = 600 - worker * 100
                point.devices[.waiting] = worker
                var replies = Histogram()
                for value in 1...100 { replies.record(50_000 + value * 10 + second * 10_000) }
                point[.reply] = PackedHistogram(replies)
                if second == 2, worker == 1 {
                    point.counters[.errors] = 3
                    for code in ["timeout", "timeout", "http_503"] { point.errors.count(code) }
                    point.counters[.closes] = 1
                    point.closes.count("1006")
                }
                view.add(point, worker: worker)
            }
        }
        return view
    }

    private func snapshot() -> LiveSnapshot {
        var snapshot = view().snapshot(phase: "hold", elapsed: 63.4, of: 150)
        snapshot.warnings = ["send lag p99 was 40 ms in the last second"]
        return snapshot
    }

    @Test("shows only seconds of which all workers have spoken")
    func complete() {
        let snapshot = snapshot()
        #expect(snapshot.rate(.sent) == 3000)
        #expect(snapshot.counters[.sent] == 8000)
        #expect(snapshot.rows[0].count == 600)
        #expect(snapshot.devices[.ready] == 1100)
        #expect(LiveView(workers: 2).snapshot(phase: "start", elapsed: 0, of: nil).rate(.sent) == 0)
    }

    @Test("is drawn as a panel that fits the terminal")
    func panel() {
        #expect(
            LivePanel.lines(snapshot(), width: 90, colour: false) == [
                "hold  1:03 / 2:30  ━━━━━━━━━━━━━━━━━───────────────────────",
                "devices   1,100 ready · 1 waiting",
                "sent        3.00k/s  ▃▆█",
                "received    4.00k/s  ███",
                "",
                "last 10 s  count      p50      p90      p99      max   p99, last minute",
                "reply        600  60.7 ms  71.2 ms  71.2 ms  71.2 ms   ▆▇█",
                "",
                "errors 3 (timeout 2, http_503 1) · closes 1 (1006 1) · lost 0 · reconnects 0",
                "! send lag p99 was 40 ms in the last second",
            ])
        // Where lines are few, what is wrong stays.
        #expect(
            LivePanel.lines(snapshot(), width: 90, height: 5, colour: false) == [
                "hold  1:03 / 2:30  ━━━━━━━━━━━━━━━━━───────────────────────",
                "devices   1,100 ready · 1 waiting",
                "sent        3.00k/s  ▃▆█",
                "errors 3 (timeout 2, http_503 1) · closes 1 (1006 1) · lost 0 · reconnects 0",
                "! send lag p99 was 40 ms in the last second",
            ])
        for height in [-1, 0, 1, 2, 9, 10, 11] {
            let count = LivePanel.lines(snapshot(), width: 90, height: height, colour: false).count
            #expect(count == min(10, max(1, height)))
        }
        for width in [1, 8, 20, 39, 60] {
            for line in LivePanel.lines(snapshot(), width: width, colour: false) { #expect(line.count <= width) }
        }
        #expect(LivePanel.lines(snapshot(), width: 20, colour: false)[1] == "devices   1,100 rea…")
    }

    @Test("has colours that change nothing of the text")
    func colours() {
        let painted = LivePanel.lines(snapshot(), width: 70, colour: true)
        #expect(painted.contains { $0.contains("\u{1B}[31;1merrors 3\u{1B}[0m") })
        let plain = painted.map { $0.replacing(/\u{1B}\[[0-9;]*m/, with: "") }
        #expect(plain == LivePanel.lines(snapshot(), width: 70, colour: false))
    }

    @Test("is one line in a pipe")
    func plainLine() {
        #expect(
            PlainLine.text(snapshot())
                == "1:03 hold | 1100 ready, 1 waiting | sent 3.00k/s, received 4.00k/s | "
                + "reply p50 60.7 ms, p99 71.2 ms, max 71.2 ms | errors 3 | closes 1 | "
                + "WARNING: send lag p99 was 40 ms in the last second")
        #expect(
            PlainLine.text(LiveSnapshot(phase: "arrive", elapsed: 5))
                == "0:05 arrive | 0 ready | sent 0/s, received 0/s | errors 0")
    }

    @Test("is a page for Prometheus")
    func prometheus() {
        let text = Prometheus.text(view())
        #expect(text.hasPrefix("# HELP talaria_load_devices Devices by state.\n# TYPE talaria_load_devices gauge\n"))
        let lines = text.split(separator: "\n")
        for line in [
            "talaria_load_devices{state=\"ready\"} 1100", "talaria_load_sent_total 8000",
            "talaria_load_errors_total{code=\"timeout\"} 2", "talaria_load_closes_total{code=\"1006\"} 1",
            "talaria_load_reply_seconds_bucket{le=\"0.05\"} 0", "talaria_load_reply_seconds_bucket{le=\"0.1\"} 700",
            "talaria_load_reply_seconds_bucket{le=\"+Inf\"} 700", "talaria_load_reply_seconds_count 700",
            "talaria_load_media_seconds_count 0",
        ] { #expect(lines.contains(Substring(line)), "\(line)") }
        // Each sample has its family declared once.
        let types = lines.filter { $0.hasPrefix("# TYPE ") }.map { $0.split(separator: " ")[2] }
        #expect(Set(types).count == types.count)
        for line in lines where !line.hasPrefix("#") {
            #expect(types.contains { line.hasPrefix($0) }, "\(line)")
        }
        var odd = LiveView(workers: 1)
        var point = SeriesPoint(second: 0)
        point.errors.count("a\"b\\c")
        odd.add(point, worker: 0)
        #expect(Prometheus.text(odd).contains("talaria_load_errors_total{code=\"a\\\"b\\\\c\"} 1\n"))
    }

    @Test("keeps no more than a minute of seconds, whatever order they come in")
    func bounded() {
        var view = LiveView(workers: 1)
        for second in (0..<500).reversed() { view.add(SeriesPoint(second: second), worker: 0) }
        view.add(SeriesPoint(second: 3), worker: 99)
        #expect(view.complete.count <= LiveView.window)
    }

    @Test("has a sparkline from 0 to its largest value, with blanks where nothing was")
    func sparkline() {
        #expect(Sparkline.text([0, 1, 2, 3, 4, nil, 8], width: 10) == "▁▂▃▄▅ █")
        #expect(Sparkline.text([1, 2, 3], width: 2) == "▆█")
        #expect(Sparkline.text([0, 0], width: 5) == "▁▁")
        #expect(Sparkline.text([], width: 5) == "")
        #expect(Sparkline.text([.nan, .infinity, 1], width: -1) == "")
    }
}
