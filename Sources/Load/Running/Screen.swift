import Drive
import Measure
import Net
import Time

// What is seen of a run while it goes on: a panel that is drawn over itself on a terminal, a line each five seconds in a
// pipe. Both go to standard error.

/// Where a run is shown.
public struct Screen {
    /// Characters of a line; nil: it is no terminal.
    public var width: Int?
    public var hasColor = false
    /// Nothing is shown while it runs.
    public var isQuiet = false

    public init(width: Int?, hasColor: Bool, isQuiet: Bool) {
        self.width = width
        self.hasColor = hasColor
        self.isQuiet = isQuiet
    }
}

/// Shows a run while it goes on.
final class Viewer {
    private let screen: Screen
    private let loop: Loop
    private let course: [Course.Leg]
    private(set) var view: LiveView
    private var start: Instant?
    private var drawn = 0
    private var timer = Timer.none
    /// A line instead of the plan's own phase.
    var note: String?

    static let panelGap = Interval.milliseconds(500)
    static let lineGap = Interval.seconds(5)

    init(_ screen: Screen, plan: LoadPlan, workers: Int, loop: Loop) {
        self.screen = screen
        self.loop = loop
        course = Course(plan).legs
        view = LiveView(workers: workers)
    }

    func begin(at start: Instant) {
        self.start = start
        if !screen.isQuiet { next() }
    }

    func second(_ point: SeriesPoint, worker: Int) { view.add(point, worker: worker) }

    func end() {
        loop.cancel(&timer)
        start = nil
        if screen.width != nil { erase() }
    }

    private func next() {
        timer = loop.after(screen.width == nil ? Self.lineGap : Self.panelGap) { [weak self] _ in
            self?.show()
            self?.next()
        }
    }

    private func show() {
        guard let start else { return }
        let elapsed = Loop.readClocks().instant - start
        guard elapsed >= .zero else { return }
        let leg = course.first { elapsed < $0.ends }
        let phase = note ?? leg?.name ?? "end"
        let snapshot = view.snapshot(
            phase: phase, elapsed: elapsed.inSeconds, of: note == nil ? course.last?.ends.inSeconds : nil)
        if let width = screen.width {
            let lines = LivePanel.lines(snapshot, width: width, colour: screen.hasColor)
            erase()
            writeAll(Array((lines.joined(separator: "\n") + "\n").utf8), to: 2)
            drawn = lines.count
        } else {
            writeAll(Array((PlainLine.text(snapshot) + "\n").utf8), to: 2)
        }
    }

    /// Up to the panel's first line, and all below is cleared.
    private func erase() {
        if drawn > 0 { writeAll(Array("\u{1B}[\(drawn)A\u{1B}[J".utf8), to: 2) }
        drawn = 0
    }
}
