import Random
import Time

/// All that conditions look at besides the event itself.
struct Circumstances {
    var memory: Memory
    var now: Now
    var zones: ZoneTable
}

extension Program {
    /// Whether a condition holds for an event.
    func holds(
        _ condition: CompiledCondition, _ occurrence: borrowing Occurrence, _ circumstances: borrowing Circumstances
    ) -> Bool {
        switch condition {
        case .all(let conditions):
            for condition in conditions where !holds(condition, occurrence, circumstances) { return false }
            return true
        case .any(let conditions):
            for condition in conditions where holds(condition, occurrence, circumstances) { return true }
            return false
        case .not(let condition): return !holds(condition, occurrence, circumstances)
        case .text(let field, let matcher): return holds(matcher, field, occurrence)
        case .word(let field, let words): return occurrence.words(of: field) { Self.isOne(of: words, $0) }
        case .flag(let field, let flag): return occurrence.flag(field) == flag
        case .number(let field, let comparison):
            return occurrence.number(field).map { comparison.holds(Double($0)) } ?? false
        case .field(let path, let value): return holds(value, reading.field(path, of: occurrence))
        case .variable(let index, let value):
            return holds(value, circumstances.memory.changedValue(index) ?? file.variables[index].start)
        case .inState(let states):
            return circumstances.memory.state(at: circumstances.now.instant).map(states.contains) ?? false
        case .time(let window): return window.holds(at: circumstances.now.wall, zones: circumstances.zones)
        case .chance(let chance, let number): return Self.draw(reading.seed, number) < chance
        case .command(let condition):
            guard let command = reading.command(of: occurrence) else { return false }
            return condition.holds(on: command, sets: file.commands)
        case .never: return false
        }
    }

    /// A prompt's `label` is any of those that are offered.
    private func holds(_ matcher: CompiledMatcher, _ field: TextField, _ occurrence: borrowing Occurrence) -> Bool {
        if let subject = reading.subject(field, of: occurrence) { return matcher.holds(subject) }
        guard field == .label, occurrence.option == nil else { return false }
        return occurrence.options.contains { holds(matcher, text: $0.label) }
    }

    func holds(_ matcher: CompiledMatcher, text: String) -> Bool {
        reading.spare.read(text)
        return matcher.holds(reading.spare)
    }

    func holds(_ wanted: CompiledValue, _ value: Value) -> Bool {
        switch wanted {
        case .text(let matcher): holds(matcher, text: value.text)
        case .number(let comparison): value.asNumber.map(comparison.holds) ?? false
        case .flag(let flag): value.asFlag == flag
        }
    }

    func holds(_ wanted: CompiledValue, _ field: FrameField) -> Bool {
        switch (wanted, field) {
        case (.text(let matcher), .text(let text)), (.text(let matcher), .number(_, let text)):
            holds(matcher, text: text)
        case (.number(let comparison), .number(let number, _)): comparison.holds(number)
        case (.flag(let wanted), .flag(let flag)): wanted == flag
        default: false
        }
    }

    static func isOne(of words: [[UInt8]], _ word: String) -> Bool {
        let folded = CompiledMatcher.literal(word, exact: false)
        return words.contains(folded)
    }

    /// Uniform from 0 to 1, the same for the same seed and number: so it does not matter which conditions are looked at,
    /// and in which order.
    static func draw(_ seed: UInt64, _ number: Int) -> Double {
        let word = SplitMix.mix(seed &+ UInt64(truncatingIfNeeded: number) &* SplitMix.step)
        return Double(word >> 11) * 0x1p-53
    }

    /// Adds the named groups of the regexes that made a condition hold.
    func addCaptures(
        of condition: CompiledCondition, _ occurrence: borrowing Occurrence,
        _ circumstances: borrowing Circumstances, to captures: inout [String: String]
    ) {
        switch condition {
        case .all(let conditions):
            for condition in conditions { addCaptures(of: condition, occurrence, circumstances, to: &captures) }
        case .any(let conditions):
            for condition in conditions where holds(condition, occurrence, circumstances) {
                return addCaptures(of: condition, occurrence, circumstances, to: &captures)
            }
        case .text(let field, let matcher):
            if let subject = reading.subject(field, of: occurrence) {
                matcher.addCaptures(of: subject, to: &captures)
            } else if occurrence.option == nil,
                let option = occurrence.options.first(where: { holds(matcher, text: $0.label) })
            {
                addCaptures(of: matcher, text: option.label, to: &captures)
            }
        case .field(let path, .text(let matcher)):
            switch reading.field(path, of: occurrence) {
            case .text(let text), .number(_, let text): addCaptures(of: matcher, text: text, to: &captures)
            case .absent, .flag, .other: break
            }
        case .variable(let index, .text(let matcher)):
            let value = circumstances.memory.changedValue(index) ?? file.variables[index].start
            addCaptures(of: matcher, text: value.text, to: &captures)
        default: break
        }
    }

    private func addCaptures(of matcher: CompiledMatcher, text: String, to captures: inout [String: String]) {
        reading.spare.read(text)
        matcher.addCaptures(of: reading.spare, to: &captures)
    }
}

extension Occurrence {
    /// Whether one of the field's words is as wanted. `option` and `style` of a prompt are those of any option offered.
    func words(of field: WordField, isWanted: (String) -> Bool) -> Bool {
        switch field {
        case .t: t.map(isWanted) ?? false
        case .kind: kind.map(isWanted) ?? false
        case .of: of.map(isWanted) ?? false
        case .option: option.map(isWanted) ?? options.contains { isWanted($0.id) }
        case .style:
            if option != nil {
                chosen?.style.map(isWanted) ?? false
            } else {
                options.contains { $0.style.map(isWanted) ?? false }
            }
        }
    }

    func flag(_ field: FlagField) -> Bool? {
        switch field {
        case .again: again
        case .final: final
        case .fatal: fatal
        case .expired: expired
        case .clean: clean
        case .ok: ok
        }
    }

    func number(_ field: NumberField) -> Int? {
        switch field {
        case .parts: parts
        case .size: size
        }
    }
}

extension NumberComparison {
    func holds(_ number: Double) -> Bool {
        if let equals, number != equals { return false }
        if let atLeast, !(number >= atLeast) { return false }
        if let atMost, !(number <= atMost) { return false }
        if let moreThan, !(number > moreThan) { return false }
        if let lessThan, !(number < lessThan) { return false }
        return true
    }
}

extension TimeWindow {
    /// A zone that the table does not have: it never holds.
    func holds(at time: WallTime, zones: ZoneTable) -> Bool {
        guard let zone = zones[zone] else { return false }
        let civil = zone.civil(at: time)
        let minute = civil.hour * 60 + civil.minute
        let today = days.isEmpty || days.contains(civil.date.weekday)
        let yesterday = days.isEmpty || days.contains((civil.date.weekday + 6) % 7)
        switch (from, to) {
        case (nil, nil): return today
        case (let from?, nil): return today && minute >= from
        case (nil, let to?): return today && minute < to
        case (let from?, let to?) where from < to: return today && minute >= from && minute < to
        case (let from?, let to?): return (today && minute >= from) || (yesterday && minute < to)
        }
    }
}
