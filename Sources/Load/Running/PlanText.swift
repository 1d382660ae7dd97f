import JSON
import Rules
import Time

// The plan in words, printed before anything happens: what will be done, and what of this machine it takes.

extension LoadSetup {
    public var text: String {
        let plan = cast.plan
        var lines: [(String, String)] = []
        let bots = cast.bots.map(\.file.path).joined(separator: ", ")
        lines.append(("devices", "\(plan.devices) of \(bots)" + shardText))
        lines.append(("server", planRecord.url))
        lines.append(("arrive", arrivalText))
        for leg in Course(plan).legs {
            guard let stage = leg.stage else { continue }
            lines.append((leg.name, stageText(stage)))
        }
        lines.append(("say", planRecord.schedule))
        let workers =
            capacity.workers == 1
            ? "1 process" : "\(capacity.workers) processes, at most \(capacity.devicesAWorker) devices each"
        lines.append(("workers", workers))
        let machine = Machine.current()
        lines.append(("descriptors", "\(capacity.descriptorsAWorker) of \(machine.descriptors) in a process"))
        let sources = capacity.sources
        let from =
            sources.isEmpty
            ? "the system's source address"
            : sources.count == 1
                ? sources[0] : "\(sources.count) source addresses, \(sources[0]) to \(sources[sources.count - 1])"
        lines.append(("ports", "\(devices) of \(capacity.ports) from \(from)"))
        let width = lines.map(\.0.count).max() ?? 0
        return lines.map { name, text in
            "  \(name)\(String(repeating: " ", count: width - name.count))  \(visible(text))\n"
        }.joined()
    }

    private var shardText: String {
        settings.shard.map { "; shard \($0.index + 1)/\($0.count): \(devices) of them here" } ?? ""
    }

    private var arrivalText: String {
        let plan = cast.plan
        let over = plan.arrivals.lasts(devices: plan.devices)
        let spread = plan.arrivals.spread == .poisson ? ", poisson" : ""
        guard over > .zero else { return "all at once" }
        return "over \(over.text)\(spread)"
            + (plan.arrivals.stages.count > 1 ? ", in \(plan.arrivals.stages.count) stages" : "")
    }

    private func stageText(_ stage: Stage) -> String {
        var text = "for \(stage.lasts.text)"
        if let rate = stage.rate { text += ", \(rate)" }
        if let drill = stage.drill {
            text += ", \(drill.kind.rawValue)"
            if drill.share < 1 { text += " of \(Int((drill.share * 100).rounded())) %" }
        }
        return text
    }

    func text(_ range: DelayRange) -> String {
        range.least == range.most ? range.least.text : "\(range.least.text)..\(range.most.text)"
    }
}
