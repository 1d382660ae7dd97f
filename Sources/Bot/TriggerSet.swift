import Rules

/// Events that some rule is about, as bits of a word: it is asked for each frame, and a hash table costs more than a short
/// frame's decoding.
struct TriggerSet {
    private var bits: UInt32 = 0

    init(_ triggers: some Sequence<Trigger>) { for trigger in triggers { bits |= Self.bit(of: trigger) } }

    func contains(_ trigger: Trigger) -> Bool { bits & Self.bit(of: trigger) != 0 }

    private static func bit(of trigger: Trigger) -> UInt32 {
        switch trigger {
        case .start: 1 << 0
        case .connected: 1 << 1
        case .ready: 1 << 2
        case .message: 1 << 3
        case .edit: 1 << 4
        case .frame: 1 << 5
        case .media: 1 << 6
        case .prompt: 1 << 7
        case .promptDone: 1 << 8
        case .typing: 1 << 9
        case .avatar: 1 << 10
        case .error: 1 << 11
        case .disconnected: 1 << 12
        case .failed: 1 << 13
        case .result: 1 << 14
        case .hello: 1 << 15
        case .text: 1 << 16
        case .audio: 1 << 17
        case .answer: 1 << 18
        case .timer: 1 << 19
        }
    }
}
