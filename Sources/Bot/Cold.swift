/// A part of a bot that most bots do not need: eight bytes until it is first changed, then on the heap. It is a value
/// like any other: copies do not see each other's changes.
struct Cold<Value: Blank> {
    /// One, or none.
    private var storage: [Value] = []

    /// Whether there is anything in it.
    var isUsed: Bool { !storage.isEmpty }

    var value: Value {
        get { storage.first ?? Value() }
        _modify {
            if storage.isEmpty { storage.append(Value()) }
            yield &storage[0]
        }
    }

    /// Frees it.
    mutating func clear() { storage = [] }
}

/// What a part of a bot is before anything has happened.
protocol Blank {
    init()
}

extension Cold: Sendable where Value: Sendable {}
