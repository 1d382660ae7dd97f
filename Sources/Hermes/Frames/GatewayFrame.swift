import JSON

/// A frame from a gateway to a device (protocol.md, "Gateway to device"). The large cases are boxed: they are rare, and what
/// comes by the million stays small.
public enum GatewayFrame: Sendable, Equatable {
    case ready(Ready)
    /// `stop`: typing has ended; else it has begun.
    case typing(stop: Bool)
    case message(MessageFrame)
    indirect case prompt(Prompt)
    case promptDone(PromptDone)
    indirect case media(MediaFrame)
    case avatar(AvatarState)
    case error(ErrorFrame)
    /// A `t` that we do not know: counted, never an error.
    case unknown(t: String)

    /// Decodes one message. Ranges in the frame are offsets into these bytes.
    public static func decode(_ bytes: Span<UInt8>) -> Decoded<GatewayFrame> {
        var fields = Fields(bytes)
        do throws(FrameFault) {
            try fields.read()
            return .frame(try frame(fields))
        } catch {
            return .malformed(error)
        }
    }

    private static func frame(_ fields: borrowing Fields) throws(FrameFault) -> GatewayFrame {
        switch try fields.type() {
        case "message": .message(try MessageFrame(fields))
        case "typing": .typing(stop: try fields.flag(.stop))
        case "avatar": .avatar(AvatarState(try fields.text(ifPresent: .state) ?? "idle"))
        case "prompt": .prompt(try Prompt(fields))
        case "prompt_done": .promptDone(try PromptDone(fields))
        case "media": .media(try MediaFrame(fields, from: .gateway))
        case "ready": .ready(try Ready(fields))
        case "error": .error(try ErrorFrame(fields))
        default: .unknown(t: try fields.text(.t))
        }
    }
}
