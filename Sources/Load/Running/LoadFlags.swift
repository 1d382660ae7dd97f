import Address
import Drive
import Net
import Rules
import Time

// What flags say of a run. Names and values come as texts, so that the command declares its flags and nothing else.

/// The flags of `talaria load`.
public struct LoadFlags {
    private let value: (String) -> String?

    /// - Parameter value: of the flag with that name, such as `--devices`; nil: it is not given.
    public init(_ value: @escaping (String) -> String?) { self.value = value }

    /// The plan of a file, or one that the flags make of a rule file, with all that it names.
    public func cast(path: String, paint: Paint) throws(ExitFault) -> Cast {
        let cast = try read(path: path, paint: paint)
        if let text = value("--text") { try PlanFile.template(text, flag: "--text", for: cast) }
        return cast
    }

    private func read(path: String, paint: Paint) throws(ExitFault) -> Cast {
        if PlanFile.isPlan(path) { return try PlanFile.read(path: path, paint: paint, change: change) }
        var plan = LoadPlan(path: path, bots: [.init(path: path)])
        try change(&plan)
        return try Cast(plan, paint: paint)
    }

    /// How the run is laid out.
    public func settings(version: String, journal: Journal?) throws(ExitFault) -> LoadSettings {
        var settings = LoadSettings()
        settings.tokenFile = value("--token-file")
        settings.tls.authorities = value("--ca")
        settings.tls.isInsecure = value("--insecure") != nil
        settings.workers = try number("--workers", 1...1024)
        settings.shard = try part("--shard")
        settings.only = try number("--only", 0...PlanLanguage.mostDevices)
        let flags = ["--shard", "--only", "--find-limit"].filter { value($0) != nil }
        guard flags.count < 2 else {
            throw usage("\(flags[0]) and \(flags[1]) do not go together: each is about other devices of the plan")
        }
        settings.journal = journal
        settings.version = version
        settings.run = value("--run").flatMap { RunID($0) } ?? .fresh()
        return settings
    }

    /// `--part`, of a worker process.
    public func worker() throws(ExitFault) -> Part? { try part("--part") }

    /// What becomes of the figures.
    public func outlets() throws(ExitFault) -> Outlets {
        var outlets = Outlets()
        outlets.record = value("--out")
        outlets.page = value("--html")
        outlets.compare = value("--compare")
        outlets.findsLimit = value("--find-limit") != nil
        outlets.startAt = try startAt()
        if let text = value("--prometheus") {
            // `:9464` is a port of this machine's own.
            let whole = text.hasPrefix(":") ? "127.0.0.1" + text : text
            do { outlets.prometheus = try SocketAddress(parsing: whole) } catch {
                throw usage("--prometheus takes an address to listen on such as :9464 or 0.0.0.0:9464, not “\(text)”")
            }
        }
        return outlets
    }

    // MARK: The plan

    /// What flags say goes before what the file says.
    func change(_ plan: inout LoadPlan) throws(ExitFault) {
        if let url = value("--url") { plan.server.url = url }
        if let devices = try number("--devices", 1...PlanLanguage.mostDevices) { plan.devices = devices }
        if let over = try interval("--over") { plan.arrivals.stages = [.init(devices: nil, pace: .over(over))] }
        let arriving = plan.arrivals.timetable(devices: plan.devices).reduce(0) { $0 + $1.devices }
        guard arriving == plan.devices else {
            throw ExitFault(
                .usage, "the stages of the plan's arrive bring \(arriving) devices, and --devices says \(plan.devices)",
                hint: "--over says within which time all of them arrive")
        }
        if let hold = try interval("--hold") { plan.stages = [Stage(lasts: hold)] }
        // The search ends it.
        if value("--find-limit") != nil { plan.stages = [Stage(name: "search", lasts: FindingLimit.longest)] }
        if let seed = try number("--seed", 0...(1 << 53)) { plan.seed = UInt64(seed) }
        if let sources = value("--sources") {
            plan.sources = sources.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            if let wrong = plan.sources.first(where: { IPAddress($0) == nil }) {
                throw usage("--sources takes addresses of this machine with commas between, and “\(wrong)” is none")
            }
        }
        try changeSending(&plan)
    }

    private func changeSending(_ plan: inout LoadPlan) throws(ExitFault) {
        let schedule = try schedule()
        guard let text = value("--text") else {
            guard let schedule else { return }
            guard plan.sending != nil else { throw usage("--rate and --think say how often, and --text what") }
            plan.sending?.schedule = schedule
            return
        }
        plan.sending = Sending(
            texts: [try PlanFile.template(text, flag: "--text")],
            schedule: schedule ?? plan.sending?.schedule ?? .think(DelayRange(.zero, .zero)))
    }

    private func schedule() throws(ExitFault) -> Sending.Schedule? {
        switch (value("--rate"), value("--think")) {
        case (nil, nil): return nil
        case (_?, _?): throw usage("--rate sends whatever comes back, and --think waits for replies: one of them")
        case (let text?, nil):
            guard let rate = Rate(parsing: text) else {
                throw usage("--rate takes a rate such as 200/s, 0.5/s or 30/m, not “\(text)”")
            }
            return .rate(rate)
        case (nil, let text?):
            guard let range = DelayRange(parsing: text) else {
                throw usage("--think takes a time such as 2s, or a range such as 1s..4s, not “\(text)”")
            }
            return .think(range)
        }
    }

    // MARK: Values

    private func number(_ name: String, _ range: ClosedRange<Int>) throws(ExitFault) -> Int? {
        guard let text = value(name) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw usage("\(name) takes a whole number from \(range.lowerBound) to \(range.upperBound), not “\(text)”")
        }
        return number
    }

    private func interval(_ name: String) throws(ExitFault) -> Interval? {
        guard let text = value(name) else { return nil }
        guard let interval = Interval(parsing: text) else {
            throw usage("\(name) takes a time such as 250ms, 20s, 5m or 1h, not “\(text)”")
        }
        return interval
    }

    /// `3/10`: the third of ten.
    private func part(_ name: String) throws(ExitFault) -> Part? {
        guard let text = value(name) else { return nil }
        let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        guard numbers.count == 2, (1...1_000_000).contains(numbers[1]), (1...numbers[1]).contains(numbers[0]) else {
            throw usage("\(name) takes a part such as 3/10, the third of ten, not “\(text)”")
        }
        return Part(index: numbers[0] - 1, count: numbers[1])
    }

    private func startAt() throws(ExitFault) -> WallTime? {
        guard let text = value("--start-at") else { return nil }
        if let time = WallTime(iso8601: text) { return time }
        if let seconds = Int64(text), (1..<(1 << 40)).contains(seconds) {
            return WallTime(milliseconds: seconds * 1000)
        }
        throw usage("--start-at takes a moment such as 2026-03-01T10:00:00Z, or seconds since 1970, not “\(text)”")
    }

    private func usage(_ message: String) -> ExitFault { ExitFault(.usage, message, hint: "talaria help load") }
}
