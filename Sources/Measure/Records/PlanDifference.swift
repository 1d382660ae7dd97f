// Figures of runs of different plans add up to nothing. What the plans are called does not matter, since a path is another one
// on each machine; what they did does.

extension PlanRecord {
    /// In what the plans of two runs, or of two shards of one, differ, for people; empty: it is the same plan.
    func differences(from other: PlanRecord) -> [String] {
        var differences: [String] = []
        func compare(_ name: String, _ ours: String, _ theirs: String) {
            if ours != theirs { differences.append("\(name) \(theirs), not \(ours)") }
        }
        func list(_ names: [String]) -> String { names.isEmpty ? "none" : names.joined(separator: ", ") }
        compare("bots", list(bots), list(other.bots))
        compare("server", url.isEmpty ? "none" : url, other.url.isEmpty ? "none" : other.url)
        compare("devices", devicesARun, other.devicesARun)
        compare("schedule", schedule, other.schedule)
        compare("stages", list(stages.map(\.text)), list(other.stages.map(\.text)))
        // Whole runs may repeat a plan with other choices; the shards of one run are made by one seed.
        if shards != nil { compare("seed", "\(seed)", "\(other.seed)") }
        if differences.isEmpty, let digest, let theirs = other.digest, digest != theirs {
            differences.append("the files that it was read from are others")
        }
        return differences
    }

    private var devicesARun: String { (Double(devices) / Double(Swift.max(runs, 1))).plain }
}

extension PlanRecord.Stage {
    fileprivate var text: String { "\(name) \(from.plain) to \(to.plain) s" }
}

extension Double {
    /// As short as it can be said.
    fileprivate var plain: String { Axis.trimmed(text(digits: 3)) }
}
