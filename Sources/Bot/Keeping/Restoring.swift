import Rules
import Time

// A new process takes up what the one before it kept. Rows that make no sense are left out: they are of another version,
// or damaged, and a bot without them is better than none.

extension Bot {
    mutating func restore(_ rows: [(key: String, value: [UInt8])], now: Now) {
        for row in rows {
            if row.key == "memory" {
                if let kept = Memory(decoding: row.value, for: blueprint.program, now: now) { memory = kept }
                continue
            }
            var unpacker = Unpacker(row.value)
            guard let version = try? unpacker.byte(), version == Keeping.version else { continue }
            try? restore(row.key, &unpacker, now: now)
        }
        settleRestored()
    }

    private mutating func restore(_ key: String, _ unpacker: inout Unpacker, now: Now) throws(PackingFault) {
        let parts = key.split(separator: "/", omittingEmptySubsequences: false)
        switch parts.first {
        case "outbox":
            outbox.restore(try unpacker.parcel(now: now))
        case "acting":
            guard let this = try unpacker.acting(now: now, rules: blueprint) else { return }
            let at = acting.firstIndex { $0.number > this.number } ?? acting.endIndex
            acting.insert(this, at: at)
            lastNumber = max(lastNumber, this.number, this.scene.event)
        case "handled":
            inbound.handled.restore(.init(number: try unpacker.number(), hash: try unpacker.number()))
        case "prompt":
            answers.restore(try unpacker.prompt())
        case KeptPause.key?:
            answers.paused = try unpacker.textIfAny()
            answers.restore(
                recent: try unpacker.list { (u: inout Unpacker) throws(PackingFault) in
                    WallTime(milliseconds: try u.signed())
                })
        case "tokens":
            ai.value.restore(day: try unpacker.int(), spent: try unpacker.int())
        case "timer":
            guard parts.count >= 3, let index = Int(parts[parts.count - 1]) else { return }
            let id = parts[1..<parts.count - 1].joined(separator: "/")
            guard let rule = blueprint.rule(named: id), blueprint.rules[rule].timers.indices.contains(index) else {
                return
            }
            timers.value.set(.init(rule: rule, index: index, due: try unpacker.timerDue(now: now)))
        case "card":
            desk.value.restore(try unpacker.deskCard(now: now))
        default: break
        }
    }

    /// What was in the middle of something is brought to where it can go on.
    private mutating func settleRestored() {
        for index in acting.indices {
            // A parcel that is not there any more was delivered.
            if case .parcel(let number) = acting[index].wait, outbox.index(of: number) == nil {
                acting[index].step()
                acting[index].wait = .again
            }
        }
        for parcel in outbox.parcels {
            guard case .answer(let id, _, _) = parcel.content else { continue }
            answers.change(id) { $0.answer?.progress = .onItsWay }
        }
    }
}
