// Which fields an event has. The checker refuses conditions and templates on others; `Bot` fills exactly these in an
// `Occurrence`.

/// A field of an event that conditions or templates may name.
public enum EventField: String, Sendable, CaseIterable {
    case text, caption, filename, mime, label, code, state, url, reason, error
    case t, kind, option, style, of
    case again, final, fatal, expired, clean, ok
    case parts, size
    case command
}

extension Trigger {
    /// The triggers that a bot of this role knows.
    public static func known(to role: Role) -> [Trigger] {
        switch role {
        case .device:
            [
                .start, .connected, .ready, .message, .edit, .frame, .media, .prompt, .promptDone, .typing, .avatar,
                .error, .disconnected, .failed, .result, .timer,
            ]
        case .gateway:
            [.connected, .hello, .text, .audio, .media, .answer, .message, .edit, .disconnected, .timer]
        }
    }

    /// The fields that this event can have, besides `event.id` of those that came as a frame.
    public var fields: [EventField] {
        switch self {
        case .start, .connected, .timer: []
        case .ready: [.t, .again]
        case .message, .edit: [.t, .text, .final]
        case .text: [.t, .text]
        case .audio: [.t, .text, .size]
        case .frame: EventField.allCases.filter { $0 != .again && $0 != .of && $0 != .ok && $0 != .clean }
        case .media: [.t, .kind, .mime, .filename, .caption, .url, .parts, .size]
        case .prompt: [.t, .kind, .text, .label, .option, .style, .command]
        case .promptDone: [.t, .option, .expired]
        case .answer: [.t, .kind, .text, .label, .option, .style]
        case .typing: [.t]
        case .avatar: [.t, .state]
        case .error: [.t, .code, .text, .fatal]
        case .hello: [.t]
        case .disconnected: [.code, .reason, .clean]
        case .failed: [.reason]
        case .result: [.of, .ok, .error]
        }
    }

    /// Whether the event came as a frame, so that `field` and `event.id` have something to look at.
    public var hasFrame: Bool {
        switch self {
        case .start, .connected, .disconnected, .failed, .result, .timer: false
        default: true
        }
    }
}
