import JSON
import Time

// How memory outlives a process or a change of the rule file: by the names of variables, states and rules, so that what
// kept its name goes on and what lost it is forgotten. Times are written as the wall clock's, since no other clock goes on.

extension Memory {
    /// JSON: `vars` (those that are kept), `state` and its end, `limits` (times of firings) and `counts`. Times are
    /// milliseconds since the Unix epoch.
    public func encoded(for program: Program, now: Now) -> [UInt8] {
        let file = program.file
        func wall(_ instant: Instant) -> Int { Int((now.wall + (instant - now.instant)).milliseconds) }
        let contents = contents ?? Contents()
        var bytes: [UInt8] = []
        JSONWriter.append(to: &bytes) { json in
            json.object { json in
                json.key("vars")
                json.object { json in
                    for (variable, value) in zip(file.variables, contents.values) where variable.keep {
                        guard let value else { continue }
                        json.key(variable.name)
                        json.value(value)
                    }
                }
                if let state = state(at: now.instant), state < file.states.count {
                    json.member("state", file.states[state])
                    if let leaves = contents.leaves { json.member("until", wall(leaves)) }
                }
                json.key("limits")
                json.object { json in
                    for (rule, times) in contents.windows.sorted(by: { $0.key < $1.key }) where rule < file.rules.count
                    {
                        json.key(file.rules[rule].id)
                        json.array { json in for time in times { json.int(wall(time)) } }
                    }
                }
                json.key("counts")
                json.object { json in
                    for (rule, count) in contents.counts.sorted(by: { $0.key < $1.key }) where rule < file.rules.count {
                        json.member(file.rules[rule].id, count)
                    }
                }
            }
        }
        return bytes
    }

    /// What `encoded` wrote, as far as this program knows its names; nil if it is no such text.
    public init?(decoding bytes: [UInt8], for program: Program, now: Now) {
        self.init()
        do throws(JSONError) {
            var reader = JSONReader(bytes.span)
            try read(&reader, program, now)
            try reader.finish()
        } catch {
            return nil
        }
    }

    private mutating func read(_ reader: inout JSONReader, _ program: Program, _ now: Now) throws(JSONError) {
        let rules = Dictionary(
            program.file.rules.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        func instant(_ wall: Int) -> Instant { now.instant + (WallTime(milliseconds: Int64(wall)) - now.wall) }
        var state: Int?
        var leaves: Instant?
        try reader.enterObject()
        while let key = try reader.nextKey() {
            switch reader.text(of: key) {
            case "vars":
                try reader.enterObject()
                while let name = try reader.nextKey() {
                    guard let value = try Value(&reader) else { continue }
                    program.set(reader.text(of: name), to: value, in: &self)
                }
            case "state": state = program.states[try reader.readText()]
            case "until": leaves = instant(try reader.readInt())
            case "limits":
                try reader.enterObject()
                while let id = try reader.nextKey() {
                    let rule = rules[reader.text(of: id)]
                    var times: [Instant] = []
                    try reader.enterArray()
                    // A clock that was set back must not make a limit last longer than from now.
                    while try reader.nextElement() { times.append(min(now.instant, instant(try reader.readInt()))) }
                    if let rule { change { $0.windows[rule] = times.sorted() } }
                }
            case "counts":
                try reader.enterObject()
                while let id = try reader.nextKey() {
                    let count = try reader.readInt()
                    if let rule = rules[reader.text(of: id)] { change { $0.counts[rule] = max(0, count) } }
                }
            default: try reader.skip()
            }
        }
        enter(state, until: leaves)
    }
}

extension Program {
    /// The memory of a bot that ran another version of the rule file, for this one.
    public func adopt(_ memory: Memory, of old: Program) -> Memory {
        guard let contents = memory.contents else { return Memory() }
        var adopted = Memory()
        for (variable, value) in zip(old.file.variables, contents.values) {
            if let value { set(variable.name, to: value, in: &adopted) }
        }
        if let state = contents.state, state < old.file.states.count {
            adopted.enter(states[old.file.states[state]], until: contents.leaves)
        }
        let rules = Dictionary(file.rules.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        for (rule, window) in contents.windows where rule < old.file.rules.count {
            if let own = rules[old.file.rules[rule].id] { adopted.change { $0.windows[own] = window } }
        }
        for (rule, count) in contents.counts where rule < old.file.rules.count {
            if let own = rules[old.file.rules[rule].id] { adopted.change { $0.counts[own] = count } }
        }
        return adopted
    }
}

extension Value {
    /// The next value of the reader; nil, and stepped over, if variables hold no such thing.
    fileprivate init?(_ reader: inout JSONReader) throws(JSONError) {
        switch try reader.peek() {
        case .string: self = .text(try reader.readText())
        case .number: self = .number(try reader.readDouble())
        case .bool: self = .flag(try reader.readBool())
        case .null, .array, .object:
            try reader.skip()
            return nil
        }
    }
}

extension JSONWriter {
    mutating func value(_ value: Value) {
        switch value {
        case .text(let text): string(text)
        case .number(let number): double(number)
        case .flag(let flag): bool(flag)
        }
    }
}
