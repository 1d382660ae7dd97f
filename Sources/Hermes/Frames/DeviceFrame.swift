import JSON

/// A frame from a device to a gateway (protocol.md, "Device to gateway").
public enum DeviceFrame: Sendable, Equatable {
    case hello(Hello)
    case text(TextFrame)
    case media(MediaFrame)
    case audio(AudioFrame)
    /// A device's answer to a prompt.
    case answer(PromptAnswer)
    /// A streamed reply, in the shape that the gateway streams in.
    case message(MessageFrame)
    /// A `t` that we do not know: counted, never an error.
    case unknown(t: String)

    /// Decodes one message. Ranges in the frame are offsets into these bytes.
    public static func decode(_ bytes: Span<UInt8>) -> Decoded<DeviceFrame> {
        var fields = Fields(bytes)
        do throws(FrameFault) {
            try fields.read()
            return .frame(try frame(fields))
        } catch {
            return .malformed(error)
        }
    }

    private static func frame(_ fields: borrowing Fields) throws(FrameFault) -> DeviceFrame {
        switch try fields.type() {
        case "text": .text(try TextFrame(fields))
        case "message": .message(try MessageFrame(fields))
        case "prompt": .answer(try PromptAnswer(fields))
        case "media": .media(try MediaFrame(fields, from: .device))
        case "audio": .audio(try AudioFrame(fields))
        case "hello": .hello(try Hello(fields))
        default: .unknown(t: try fields.text(.t))
        }
    }
}

/// Who sent a frame.
enum Sender { case device, gateway }
