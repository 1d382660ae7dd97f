import JSON

/// A frame from a gateway to a device (protocol.md, "Gateway to device").
public enum GatewayFrame: Sendable, Equatable {
    case ready(Ready)
    /// `stop`: typing has ended; else it has begun.
    case typing(stop: Bool)
    case message(MessageFrame)
    case prompt(Prompt)
    case promptDone(PromptDone)
    case media(MediaFrame)
    case avatar(AvatarState)
    case error(ErrorFrame)
    /// A `t` that we do not know: counted, never an error.
    case unknown(t: String)

    /// Decodes one message. Ranges in the frame are offsets into these bytes.
    public static func decode(_ bytes: Span<UInt8>) -> Decoded<GatewayFrame> {
        do throws(FrameFault) {
            return .frame(try GatewayFrame(Fields(bytes)))
        } catch {
            return .malformed(error)
        }
    }

    private init(_ fields: borrowing Fields) throws(FrameFault) {
        switch try fields.frameType() {
        case "message": self = .message(try MessageFrame(fields))
        case "typing": self = .typing(stop: try fields.flag(.stop))
        case "avatar": self = .avatar(AvatarState(try fields.text(ifPresent: .state) ?? "idle"))
        case "prompt": self = .prompt(try Prompt(fields))
        case "prompt_done": self = .promptDone(try PromptDone(fields))
        case "media": self = .media(try MediaFrame(fields, from: .gateway))
        case "ready": self = .ready(try Ready(fields))
        case "error": self = .error(try ErrorFrame(fields))
        case let other: self = .unknown(t: other)
        }
    }
}
