import Drive
import Measure
import Net
import Time

// What is seen of a run while it goes on: a panel that is drawn over itself on a terminal, a line each five seconds in a
// pipe. Both go to standard error.

/// Where a run is shown.
public struct Screen {
    /// Characters of a line and lines, asked for at each drawing, since a person may change them; nil: it is no terminal.
    public var size: () -> (width: Int, height: Int)?
    public var hasColor = false
    /// Nothing is shown while it runs.
    public var isQuiet = false

    public init(size: @escaping () -> (width: Int, height: Int)?, hasColor: Bool, isQuiet: Bool) {
        self.size = size
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
    private var panel = PanelPlace()
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
        clear()
    }

    /// The panel is gone then, and the cursor where it began.
    func clear() { write(panel.erase(width: screen.size()?.width ?? 80)) }

    private func next() {
        timer = loop.after(screen.size() == nil ? Self.lineGap : Self.panelGap) { [weak self] _ in
            self?.show()
            self?.next()
        }
    }

    private func show() {
        guard let start else { return }
        let elapsed = Loop.clock() - start
        guard elapsed >= .zero else { return }
        let leg = course.first { elapsed < $0.ends }
        let phase = note ?? leg?.name ?? "end"
        let snapshot = view.snapshot(
            phase: phase, elapsed: elapsed.inSeconds, of: note == nil ? course.last?.ends.inSeconds : nil)
        guard let size = screen.size() else { return write(PlainLine.text(snapshot) + "\n") }
        // One line stays for the cursor: a panel that is higher than the terminal could not be drawn over.
        let lines = LivePanel.lines(snapshot, width: size.width, height: size.height - 1, colour: screen.hasColor)
        write(panel.draw(lines, width: size.width))
    }

    private func write(_ text: String) { if !text.isEmpty { writeAll(Array(text.utf8), to: 2) } }
}
