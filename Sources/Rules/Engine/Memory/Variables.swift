import Time

// Variables and dialogue states of a memory, by the names that the rule file gives them.

extension Program {
    /// The variable's value now; nil if the file has no such variable.
    public func value(of name: String, in memory: Memory) -> Value? {
        guard let index = variables[name] else { return nil }
        return memory.changedValue(index) ?? file.variables[index].start
    }

    /// Gives a variable a value; nothing happens if the file has no such variable.
    public func set(_ name: String, to value: Value, in memory: inout Memory) {
        guard let index = variables[name] else { return }
        memory.setValue(index, value == file.variables[index].start ? nil : value)
    }

    /// Performs one change of a `set` action. Adding to what is no number begins at 0.
    ///
    /// - Returns: the variable's value after it.
    @discardableResult
    public func perform(_ assignment: Assignment, scope: Scope, in memory: inout Memory) -> Value {
        let value: Value
        switch assignment.change {
        case .to(let template): value = .text(render(template, scope))
        case .number(let number): value = .number(number)
        case .flag(let flag): value = .flag(flag)
        case .add(let number):
            value = .number((self.value(of: assignment.name, in: memory)?.asNumber ?? 0) + number)
        }
        set(assignment.name, to: value, in: &memory)
        return value
    }

    /// Enters a dialogue state for a time, or leaves with nil, as `goto` says.
    public func enter(_ state: String?, for time: Interval? = nil, now: Now, in memory: inout Memory) {
        memory.enter(state.flatMap { states[$0] }, until: time.map { now.instant + $0 })
    }

    /// The name of the dialogue state.
    public func state(of memory: Memory, now: Now) -> String? {
        memory.state(at: now.instant).flatMap { $0 < file.states.count ? file.states[$0] : nil }
    }
}

extension Value {
    /// For people: a text in quotes, so that `"2"` is not 2.
    public var shown: String {
        if case .text(let text) = self { Wording.quoted(text) } else { text }
    }

    /// A number, or a text that reads as one.
    var asNumber: Double? {
        switch self {
        case .number(let number): return number
        case .text(let text): return Double(text)
        case .flag: return nil
        }
    }

    /// A flag, or a text that reads as one.
    var asFlag: Bool? {
        switch self {
        case .flag(let flag): return flag
        case .text("true"): return true
        case .text("false"): return false
        case .text, .number: return nil
        }
    }

    /// As templates and text matchers see it: whole numbers without a point.
    public var text: String {
        switch self {
        case .text(let text): return text
        case .flag(let flag): return flag ? "true" : "false"
        case .number(let number):
            if number == number.rounded(), abs(number) < 1e16 { return String(Int64(number)) }
            return "\(number)"
        }
    }
}
