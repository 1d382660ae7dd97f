import Rules

/// What a firing holds for as long as it waits or acts.
struct Weight: Sendable, Hashable {
    /// Bytes in memory: what the event says, and what was caught of it.
    var memory = 0
    /// Bytes of the received file.
    var disk = 0

    static func + (one: Weight, other: Weight) -> Weight {
        Weight(memory: one.memory &+ other.memory, disk: one.disk &+ other.disk)
    }
}

extension Scene {
    var weight: Weight {
        let caught = captures.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
        return Weight(memory: occurrence.byteCount + caught, disk: file?.size ?? 0)
    }
}

extension Occurrence {
    /// Bytes of all its texts and of its frame.
    fileprivate var byteCount: Int {
        let texts = [
            id, text, caption, filename, mime, label, code, state, url, t, kind, reason, of, option, error,
        ]
        var count = frame.count + texts.reduce(0) { $0 + ($1?.utf8.count ?? 0) }
        if case .text(let command) = command { count += command.utf8.count }
        for option in options {
            count += option.id.utf8.count + option.label.utf8.count + (option.style?.utf8.count ?? 0)
        }
        return count
    }
}
