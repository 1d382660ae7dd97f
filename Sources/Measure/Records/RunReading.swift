import JSON
import Time

// Reads a run.json, which may come from anywhere: every value that is used is checked, and a fault names its place. What
// can be computed from the histograms (p50, mean ...) is not read: it is computed again. Members that are not known are
// left alone.

extension RunRecord {
    /// Bytes of the largest run.json that is read.
    public static let largestFile = 64 << 20
    private static let mostIDs = 100_000

    /// - Throws: a fault with its place.
    public init(json bytes: [UInt8]) throws(RecordFault) {
        let tree = LocatedTree.parse(bytes)
        let lines = LineMap(bytes)
        func fault(_ code: RecordFault.Code, at offset: Int, _ message: String) -> RecordFault {
            RecordFault(code: code, path: "", place: lines.place(of: offset), message: message)
        }
        if let fault = tree.faults.first {
            throw RecordFault(
                code: .syntax, path: "", place: lines.place(of: fault.range.lowerBound), message: fault.message)
        }
        if let comment = tree.comments.first {
            throw fault(.syntax, at: comment.range.lowerBound, "a run.json has no comments")
        }
        guard let node = tree.root else { throw fault(.syntax, at: 0, "there is no JSON value in the file") }
        try self.init(RecordNode(node: node, path: "", lines: lines))
    }

    private init(_ root: RecordNode) throws(RecordFault) {
        guard case .object = root.node.kind, let version = try root.optional("version"),
            let metrics = try root.optional("metrics")
        else {
            throw root.fault(
                .notARun, "this is no run.json: it has no \"version\" and \"metrics\" as `load --out` writes them")
        }
        guard case .number(Double(Self.version)) = version.node.kind else {
            throw version.fault(.version, "run.json version \(Self.version) is read here")
        }
        let start = try root.member("started")
        guard let started = WallTime(iso8601: try start.text()) else {
            throw start.fault(.value, "a time such as 2026-03-01T10:00:00Z is due")
        }
        self.init(
            plan: try PlanRecord(try root.member("plan")), started: started,
            seconds: try root.member("seconds").number(in: 0...1e9))
        self.metrics = try MetricSet(metrics)
        counters = try Counters(try root.member("counters"))
        errors = try CodeCounts(try root.member("errors"))
        closes = try CodeCounts(try root.member("closes"))
        generator = try GeneratorRecord(try root.member("generator"))
        series = try Series(try root.member("series"))
        let tags = try root.member("tags")
        let members = try tags.members
        guard members.count <= Meter.mostTags else {
            throw tags.fault(.value, "at most \(Meter.mostTags) tags are due")
        }
        for (tag, metrics) in members { self.tags[tag] = try MetricSet(metrics) }
        var thresholds: [Threshold] = []
        for node in try root.member("thresholds").elements(atMost: PlanRecord.mostParts) {
            thresholds.append(try Threshold(node))
        }
        if let ids = try root.optional("ids") {
            for id in try ids.elements(atMost: Self.mostIDs) { self.ids.append(try id.text(atMost: 64)) }
        }
        // Judged anew: a file cannot claim what its figures do not show.
        judge(thresholds)
    }
}

extension Threshold {
    init(_ node: RecordNode) throws(RecordFault) {
        let name = try node.member("name")
        let want = try node.member("want")
        let (nameText, wantText) = (try name.text(), try want.text())
        switch nameText {
        case "shards":
            self = .shards(0)
            return
        case "ready":
            self = .readiness
            return
        default: break
        }
        do throws(ThresholdFault) { self = try Self.parse(name: nameText, want: wantText) } catch {
            throw (error.part == .name ? name : want).fault(.value, error.message)
        }
    }
}

extension PlanRecord {
    init(_ node: RecordNode) throws(RecordFault) {
        self.init(file: try node.member("file").text())
        for bot in try node.member("bots").elements(atMost: Self.mostParts) { bots.append(try bot.text()) }
        url = try node.member("url").text()
        devices = try node.member("devices").count()
        let seed = try node.member("seed")
        guard let number = UInt64(try seed.text()) else { throw seed.fault(.value, "a whole number as a text is due") }
        self.seed = number
        schedule = try node.member("schedule").text()
        for stage in try node.member("stages").elements(atMost: Self.mostParts) {
            stages.append(
                Stage(
                    name: try stage.member("name").text(), from: try stage.member("from").number(in: -1e9...1e9),
                    to: try stage.member("to").number(in: -1e9...1e9)))
        }
        if let shards = try node.optional("shards") {
            let of = try shards.member("of").count(atLeast: 1, atMost: 10_000)
            var present: [Int] = []
            for shard in try shards.member("present").elements(atMost: of) {
                present.append(try shard.count(atLeast: 1, atMost: of))
            }
            self.shards = Shards(of: of, present: present)
        }
        digest = try node.optional("digest")?.text(atMost: 128)
        runs = try node.member("runs").count(atLeast: 1, atMost: 1_000_000)
    }
}

extension GeneratorRecord {
    init(_ node: RecordNode) throws(RecordFault) {
        self.init()
        version = try node.member("version").text()
        workers = try node.member("workers").count()
        cores = try node.member("cores").count()
        cpuSeconds = try node.member("cpu_seconds").number(in: 0...1e12)
        memory = try node.member("memory").count()
        memoryBase = try node.member("memory_base").count()
        loopLag = try Histogram(try node.member("loop_lag"))
        for reason in try node.member("bottleneck").elements(atMost: 1000) { bottleneck.append(try reason.text()) }
    }
}

extension Counters {
    init(_ node: RecordNode) throws(RecordFault) {
        self.init()
        for counter in Counter.allCases { self[counter] = try node.member(counter.name).count() }
    }
}

extension CodeCounts {
    init(_ node: RecordNode) throws(RecordFault) {
        self.init()
        for (code, count) in try node.members { self.count(code, by: try count.count()) }
    }
}

extension MetricSet {
    init(_ node: RecordNode) throws(RecordFault) {
        self.init()
        for (name, value) in try node.members {
            guard let metric = Metric(name: name) else { continue }
            self[metric] = try Histogram(value)
        }
    }
}

extension Histogram {
    /// Of a metric with its figures; those are checked against the histogram by their count.
    init(_ node: RecordNode) throws(RecordFault) {
        let unit = try node.member("unit")
        guard try unit.text() == "ms" else { throw unit.fault(.value, "\"ms\" is due") }
        let text = try node.member("histogram")
        self = try Self.decoded(text, .latency)
        let count = try node.member("count")
        guard try count.count() == self.count else {
            throw count.fault(.histogram, "the histogram holds \(self.count) values, not as many as are said here")
        }
        if let outOfRange = try node.optional("out_of_range") {
            mark(outOfRange: try outOfRange.count(atMost: self.count))
        }
    }

    fileprivate static func decoded(_ node: RecordNode, _ layout: Layout) throws(RecordFault) -> Histogram {
        let text = try node.text(atMost: 1 << 20)
        do throws(CodingFault) { return try Histogram(encoded: text, layout: layout) } catch {
            throw node.fault(.histogram, "\(error)")
        }
    }
}

extension Series {
    init(_ node: RecordNode) throws(RecordFault) {
        let interval = try node.member("interval")
        let seconds = try interval.count(atLeast: 1, atMost: Self.longest)
        self.init(interval: seconds)
        guard self.interval == seconds else { throw interval.fault(.value, "a power of two is due") }
        let count = try node.member("points").count(atMost: Self.most)
        var points = (0..<count).map { SeriesPoint(second: $0 * seconds) }
        for (name, column) in try node.member("counters").members {
            guard let counter = Counter(name: name) else { continue }
            for (index, value) in try column.column(count).enumerated() {
                points[index].counters[counter] = try value.count()
            }
        }
        for (code, column) in try node.member("errors").members {
            for (index, value) in try column.column(count).enumerated() {
                points[index].errors.count(code, by: try value.count())
            }
        }
        for (code, column) in try node.member("closes").members {
            for (index, value) in try column.column(count).enumerated() {
                points[index].closes.count(code, by: try value.count())
            }
        }
        for (name, column) in try node.member("devices").members {
            guard let state = DeviceState(name: name) else { continue }
            for (index, value) in try column.column(count).enumerated() {
                points[index].devices[state] = try value.count()
            }
        }
        for (name, member) in try node.member("metrics").members {
            guard let metric = Metric(name: name) else { continue }
            for (index, value) in try member.member("histogram").column(count).enumerated() where !value.isNull {
                points[index][metric] = PackedHistogram(try Histogram.decoded(value, .series))
            }
        }
        for point in points { append(point) }
    }
}

extension RecordNode {
    /// A list with an element for each point.
    fileprivate func column(_ count: Int) throws(RecordFault) -> [RecordNode] {
        let elements = try elements(atMost: Series.most)
        guard elements.count == count else {
            throw fault(.value, "a list of \(count), one for each point, is due, not \(elements.count)")
        }
        return elements
    }
}
