import Rules
import Time

// A rule that waited when the process ended goes on where it stood. What it waited for decides how: time passes on the
// wall clock; what can be done again is done again; what nobody knows the end of (an HTTP call, an AI reply) has failed.

extension Packer {
    mutating func put(_ this: Acting, rule: Rule, now: Now) {
        put(this.number)
        put(rule.id)
        put(rule.shape)
        put(this.scene.occurrence)
        put(this.scene.captures.sorted { $0.key < $1.key }) {
            $0.put($1.key)
            $0.put($1.value)
        }
        put(this.scene.count)
        put(this.scene.file) { $0.put($1) }
        put(this.scene.event)
        put(this.path) { $0.put($1) }
        put(this.error)
        switch this.wait {
        case .turn: put(UInt8(0))
        case .again, .fetch, .fetchToSave, .save, .audit: put(UInt8(1))
        case .lost, .call, .ai: put(UInt8(2))
        case .pause(let until), .typing(let until):
            put(UInt8(3))
            put(until, now: now)
        case .parcel(let number):
            put(UInt8(4))
            put(number)
        }
    }
}

extension Unpacker {
    /// - Returns: nil if its rule is gone, or has other actions now.
    mutating func acting(now: Now, rules: Blueprint) throws(PackingFault) -> Acting? {
        let number = try counter()
        let index = rules.rule(named: try text())
        let shape = try self.number()
        let occurrence = try self.occurrence()
        let pairs = try list { (u: inout Unpacker) throws(PackingFault) in (try u.text(), try u.text()) }
        let count = try int()
        let file = try optional { (u: inout Unpacker) throws(PackingFault) in try u.file() }
        let event = try counter()
        let path = try list { (u: inout Unpacker) throws(PackingFault) in try u.int() }
        let error = try textIfAny()
        let wait = try waiting(now: now)
        guard let index, rules.rules[index].shape == shape, !path.isEmpty, path.allSatisfy({ $0 >= 0 }) else {
            return nil
        }
        let scene = Scene(
            occurrence: occurrence, captures: Dictionary(pairs, uniquingKeysWith: { first, _ in first }), count: count,
            file: file, event: event)
        var this = Acting(number: number, rule: index, scene: scene)
        this.path = path
        this.error = error
        this.wait = wait
        return this
    }

    private mutating func waiting(now: Now) throws(PackingFault) -> Waiting {
        switch try byte() {
        case 0: return .turn
        case 1: return .again
        case 2: return .lost
        case 3: return .pause(until: try instant(now: now))
        case 4: return .parcel(try number())
        default: throw PackingFault()
        }
    }
}
