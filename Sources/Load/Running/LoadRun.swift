import Drive
import Measure
import Net
import Time

// A whole run, seen from the process that the user started: the labour gets ready, starts at one instant, tells every
// second, ends. Its figures go to the screen meanwhile, and to the outlets in the end.

public final class LoadRun {
    public let setup: LoadSetup
    private let loop: Loop
    private let outlets: Outlets
    private let labour: any Labour
    private let viewer: Viewer
    private var page: MetricsPage?
    private var search: FindingLimit?
    private var limit: LimitSearch.Limit?
    private let before: (record: RunRecord, name: String)?
    private var start: Instant?
    private var record: RunRecord?
    private var fault: ExitFault?

    /// - Parameter words: of the command line, for the worker processes.
    public init(
        _ setup: LoadSetup, words: [String], outlets: Outlets, screen: Screen, loop: Loop
    ) throws(ExitFault) {
        self.setup = setup
        self.loop = loop
        self.outlets = outlets
        let workers = setup.capacity.workers
        labour =
            workers == 1
            ? OwnShard(setup, loop: loop)
            : Crew(words + ["--run", "\(setup.settings.run)"], count: workers, loop: loop)
        before = try outlets.before()
        try outlets.rehearse()
        viewer = Viewer(screen, plan: setup.cast.plan, workers: workers, loop: loop)
        guard outlets.findsLimit else { return }
        guard case .rate(let rate)? = setup.cast.plan.sending?.schedule, !setup.cast.plan.thresholds.isEmpty else {
            throw ExitFault(
                .usage, "--find-limit needs a plan with a rate to raise, and a threshold to break",
                hint: "\"send\" with \"rate\", and \"thresholds\"")
        }
        search = FindingLimit(start: rate.perSecond, thresholds: setup.cast.plan.thresholds, workers: workers)
    }

    /// Gets ready and begins. The loop is stopped when all is over.
    public func begin() throws(ExitFault) {
        if let address = outlets.prometheus {
            page = try MetricsPage(address, loop: loop) { [unowned self] in viewer.view }
        }
        labour.events.ready = { [unowned self] in allAreReady() }
        labour.events.second = { [unowned self] worker, point in second(point, worker) }
        labour.events.failed = { [unowned self] fault in
            self.fault = fault
            end()
        }
        labour.events.ended = { [unowned self] record in
            self.record = record
            end()
        }
        do throws(ExitFault) { try labour.prepare() } catch {
            labour.abandon()
            throw error
        }
    }

    private func allAreReady() {
        let now = Loop.readClocks()
        var start = now.instant + .milliseconds(50)
        if let startAt = outlets.startAt {
            start = max(start, now.instant + (startAt - now.wall))
            say(startAt - now.wall)
        }
        self.start = start
        labour.begin(at: start)
        viewer.begin(at: start)
    }

    /// Says how far off the moment of `--start-at` is.
    private func say(_ wait: Interval) {
        guard let journal = setup.settings.journal else { return }
        let text = (wait < .zero ? .zero - wait : wait).roundedText
        if wait < .zero {
            journal.log(.warning, "--start-at was \(text) ago: this run begins late, now", at: loop.now.wall)
        } else {
            journal.log(.info, "waiting for --start-at, \(text) from now", at: loop.now.wall)
        }
    }

    private func second(_ point: SeriesPoint, _ worker: Int) {
        viewer.second(point, worker: worker)
        guard search != nil else { return }
        if search?.hasBegun == false, point.second >= arrived { attempt(search?.rate ?? 1) }
        switch search?.second(point, worker: worker) {
        case .attempt(let rate): attempt(rate)
        case .found(let limit):
            self.limit = limit
            labour.stop()
        case .goOn, nil: break
        }
    }

    /// The second from which on all devices are there.
    private var arrived: Int {
        let plan = setup.cast.plan
        return Int(plan.arrivals.lasts(devices: plan.devices).inSeconds.rounded(.up))
    }

    private func attempt(_ rate: Double) {
        guard let start, let rate = Rate(count: rate) else { return }
        labour.setRate(rate)
        viewer.note = "trying \(rate)"
        search?.begins(at: Int((Loop.readClocks().instant - start).inSeconds))
    }

    public func stop() { labour.stop() }

    /// Takes the panel away, so that something else can be written there; it is drawn again below that.
    public func clearScreen() { viewer.clear() }

    private func end() {
        viewer.end()
        page?.end()
        labour.abandon()
        loop.stop()
    }

    /// Judges, writes the files, and gives the summary and the exit code.
    public func finish(colour: Bool) throws(ExitFault) -> (text: String, code: ExitCode) {
        if let fault { throw fault }
        guard var record else { throw ExitFault(.fault, "the run was stopped before it had begun") }
        record.ids = ["\(setup.settings.run)"]
        // A search has come to its end when it has found the limit.
        if search != nil, let last = record.plan.stages.indices.last { record.plan.stages[last].to = record.seconds }
        record.generator.bottleneck += Lateness.reasons(record)
        record.judge(search == nil ? setup.cast.plan.thresholds : [])
        try outlets.write(record, before: before)
        var text = ""
        if let before {
            text += Comparison(record, with: before.record).text(with: before.name, colour: colour) + "\n"
        }
        let isPart = setup.settings.shard != nil
        text += Summary.text(record, isPart: isPart, colour: colour)
        if record.reachedNobody, let worst = record.errors.sorted.first?.code,
            let advice = Net.Ending.advice(onCode: worst)
        {
            text += "  \(worst): \(advice)\n"
        }
        if search != nil {
            guard let limit else { return (text, .failed) }
            return (
                text + limit.text + "\n", limit.rate == nil ? .failed : limit.bottleneck.isEmpty ? .well : .bottleneck
            )
        }
        return (text, isPart && record.isPartDone ? .well : record.verdict.exitCode)
    }
}
