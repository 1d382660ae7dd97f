import JSON
import Measure
import Rules
import Time

// text -> located tree -> checked shape -> plan. Every fault is told in one go, as for rule files.

/// A load plan that was read.
struct PlanReading {
    /// nil if there was an error.
    var plan: LoadPlan?
    /// In file order.
    var diagnostics: [Diagnostic]
    var source: SourceText
    /// The texts of `send`, for the names in them.
    var templates: TemplateReader
}

/// Reads one load plan.
struct PlanReader {
    private let source: SourceText
    private var templates: TemplateReader
    private var diagnostics: [Diagnostic] = []
    /// What relative paths of the plan start from.
    private let folder: String

    /// Reads a plan: every fault in one go, in file order.
    ///
    /// - Parameters:
    ///   - bytes: the file as it stands; it may hold anything.
    ///   - path: as the user named it; what the plan names is relative to its folder.
    static func read(bytes: [UInt8], path: String) -> PlanReading {
        let source = SourceText(path: path, bytes: bytes)
        var reader = PlanReader(source: source)
        let plan = reader.read()
        let diagnostics = (reader.diagnostics + reader.templates.diagnostics).inFileOrder
        return PlanReading(
            plan: diagnostics.hasErrors ? nil : plan, diagnostics: diagnostics, source: source,
            templates: reader.templates)
    }

    private init(source: SourceText) {
        self.source = source
        templates = TemplateReader(source: source)
        folder = source.path.lastIndex(of: "/").map { String(source.path[..<$0]) + "/" } ?? ""
    }

    private mutating func read() -> LoadPlan? {
        diagnostics = source.diagnostics(against: PlanLanguage.declaration)
        guard let root = source.tree.root else { return nil }
        for key in ["bots", "hold", "thresholds"] { bound(root[key]) }
        var plan = LoadPlan(path: source.path, bots: bots(root))
        plan.devices = root["devices"]?.count ?? 1
        plan.data = root["data"]?.text.map(relative)
        plan.dataRange = root["data"]?.range
        if let node = root["arrive"] { plan.arrivals = arrivals(node, devices: plan.devices) }
        plan.sending = root["send"].flatMap { sending($0) }
        if let node = root["hold"] { plan.stages = stages(node, hasRate: root["send"]?["rate"] != nil) }
        plan.replyTimeout = interval(root["reply_timeout"]) ?? plan.replyTimeout
        plan.sources = root["sources"]?.elements.compactMap(\.text) ?? []
        plan.seed = root["seed"]?.count.map { UInt64(max(0, $0)) } ?? plan.seed
        plan.thresholds = thresholds(root["thresholds"])
        if let node = root["server"] {
            diagnostics += ServerReader.read(node, over: ServerSettings(), source: source).diagnostics
            plan.server.node = (node, source)
        }
        return plan.bots.isEmpty ? nil : plan
    }

    /// As many as a run.json can say.
    private mutating func bound(_ node: Node?) {
        guard let node, max(node.elements.count, node.members.count) > PlanRecord.mostParts else { return }
        report(.outOfRange, node.range, "these are too many: at most \(PlanRecord.mostParts) can stand here")
    }

    private func relative(_ path: String) -> String { path.hasPrefix("/") ? path : folder + path }

    private func bots(_ root: Node) -> [LoadPlan.Bot] {
        if let node = root["bot"], let path = node.text { return [.init(path: relative(path), range: node.range)] }
        return (root["bots"]?.elements ?? []).compactMap { node in
            guard let file = node["file"], let path = file.text else { return nil }
            return .init(path: relative(path), weight: node["weight"]?.count ?? 1, range: file.range)
        }
    }

    // MARK: Arriving

    private mutating func arrivals(_ node: Node, devices: Int) -> Arrivals {
        var arrivals = Arrivals()
        guard case .array(let nodes) = node.kind else {
            arrivals.spread = spread(node)
            if let pace = pace(node) { arrivals.stages = [.init(devices: nil, pace: pace)] }
            return arrivals
        }
        arrivals.stages = []
        var named = 0
        for (index, stage) in nodes.enumerated() {
            if let pause = interval(stage["pause"]) {
                arrivals.stages.append(.init(devices: 0, pace: .over(pause)))
                continue
            }
            guard let pace = pace(stage) else { continue }
            if stage["spread"]?.text == Spread.poisson.rawValue { arrivals.spread = .poisson }
            let count = stage["devices"]?.count
            if count == nil, nodes[(index + 1)...].contains(where: { $0["pause"] == nil }) {
                report(
                    .missingKey, stage.range, "a stage before the last one must say how many arrive in it",
                    hint: "\"devices\": a number")
            }
            named += count ?? 0
            arrivals.stages.append(.init(devices: count, pace: pace))
        }
        let takesRest = arrivals.stages.contains { $0.devices == nil }
        if named > devices || (named < devices && !takesRest) {
            report(
                .outOfRange, node.range, "the stages bring \(named) devices, and the plan has \(devices)",
                hint: "without \"devices\", the last stage brings all that are left")
        }
        return arrivals
    }

    private func pace(_ node: Node) -> Arrivals.Pace? {
        if let rate = rate(node["rate"]) { return .rate(rate) }
        return interval(node["over"]).map { .over($0) }
    }

    // MARK: Staying

    private mutating func stages(_ node: Node, hasRate: Bool) -> [Stage] {
        if let time = interval(node) { return [Stage(lasts: time)] }
        var stages: [Stage] = []
        for node in node.elements {
            guard let time = interval(node["for"]) else { continue }
            if let member = node.member("rate"), !hasRate {
                report(
                    .keysTogether, member.keyRange, "there is no rate that this could change",
                    hint: "\"send\" with \"text\" and \"rate\" says what is sent")
            }
            stages.append(
                Stage(name: node["name"]?.text, lasts: time, rate: rate(node["rate"]), drill: drill(node)))
        }
        return stages
    }

    private mutating func drill(_ node: Node) -> Drill? {
        guard let kind = node["drill"]?.text.flatMap(Drill.Kind.init) else {
            for key in ["share", "text"] {
                guard node["drill"] == nil, let member = node.member(key) else { continue }
                report(.keysTogether, member.keyRange, "\"\(key)\" is about a drill, and this stage has none")
            }
            return nil
        }
        if kind == .promptFlood, node["text"] == nil {
            report(
                .missingKey, node.range, "a prompt flood needs \"text\"",
                hint: "what the devices say to have the server show prompts")
        }
        if kind != .promptFlood, let member = node.member("text") {
            report(
                .keysTogether, member.keyRange, "\"text\" is for a prompt flood, and this is \(quoted(kind.rawValue))")
        }
        return Drill(kind, share: node["share"]?.number ?? 1, text: node["text"]?.text ?? "")
    }

    // MARK: Saying

    private mutating func sending(_ node: Node) -> Sending? {
        var texts: [Template] = []
        for text in node["text"]?.oneOrMany ?? [] {
            if let template = templates.template(text) { texts.append(template) }
        }
        let schedule: Sending.Schedule
        if let rate = rate(node["rate"]) {
            schedule = .rate(rate)
        } else if let range = delay(node["every"]) {
            if range.most <= .zero {
                report(.outOfRange, node["every"]?.range ?? node.range, "this would be said without any pause")
            }
            schedule = .every(range)
        } else if let range = delay(node["think"]) {
            schedule = .think(range)
        } else {
            return nil
        }
        var sending = Sending(texts: texts, schedule: schedule)
        sending.spread = spread(node)
        return texts.isEmpty ? nil : sending
    }

    private func spread(_ node: Node) -> Spread { node["spread"]?.text.flatMap(Spread.init) ?? .even }

    // MARK: Values

    private mutating func thresholds(_ node: Node?) -> [Threshold] {
        var thresholds: [Threshold] = []
        for member in node?.members ?? [] {
            guard let want = member.value.text else { continue }
            do throws(ThresholdFault) {
                thresholds.append(try Threshold.parse(name: member.key, want: want))
            } catch {
                let inside = error.part == .name ? member.keyRange : member.value.range
                report(
                    .unknownWord, source.range(of: error.range, inTextAt: inside), error.message, hint: error.hint)
            }
        }
        return thresholds
    }

    private func interval(_ node: Node?) -> Interval? { node?.text.flatMap { Interval(parsing: $0) } }
    private func rate(_ node: Node?) -> Rate? { node?.text.flatMap { Rate(parsing: $0) } }
    private func delay(_ node: Node?) -> DelayRange? { node?.text.flatMap { DelayRange(parsing: $0) } }

    private mutating func report(
        _ code: Diagnostic.Code, _ range: Range<Int>, _ message: String, hint: String? = nil
    ) {
        diagnostics.append(Diagnostic(code, range: range, message: message, hint: hint))
    }
}
