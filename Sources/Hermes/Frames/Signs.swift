import JSON

// The two small frames by which a gateway shows what it is at.

/// What the gateway's avatar does. Absent: idle.
public enum AvatarState: Sendable, Hashable {
    case idle, thinking, speaking
    /// A state that we do not know.
    case other(String)

    public init(_ text: String) {
        switch text {
        case "idle": self = .idle
        case "thinking": self = .thinking
        case "speaking": self = .speaking
        default: self = .other(text)
        }
    }

    /// As it stands in a frame.
    public var text: String {
        switch self {
        case .idle: "idle"
        case .thinking: "thinking"
        case .speaking: "speaking"
        case .other(let text): text
        }
    }

    /// Appends the `avatar` frame as JSON.
    public func encode(into out: inout [UInt8]) {
        out.append(literal: #"{"t":"avatar","state":"#)
        out.append(jsonString: text)
        out.append(UInt8(ascii: "}"))
    }
}

public enum Typing {
    /// Appends the `typing` frame as JSON.
    public static func encode(stop: Bool, into out: inout [UInt8]) {
        out.append(literal: stop ? #"{"t":"typing","stop":true}"# : #"{"t":"typing"}"#)
    }
}
