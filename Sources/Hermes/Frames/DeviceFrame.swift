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
        do throws(FrameFault) {
            return .frame(try DeviceFrame(Fields(bytes)))
        } catch {
            return .malformed(error)
        }
    }

    private init(_ fields: borrowing Fields) throws(FrameFault) {
        switch try fields.frameType() {
        case "text": self = .text(try TextFrame(fields))
        case "message": self = .message(try MessageFrame(fields))
        case "prompt": self = .answer(try PromptAnswer(fields))
        case "media": self = .media(try MediaFrame(fields, from: .device))
        case "audio": self = .audio(try AudioFrame(fields))
        case "hello": self = .hello(try Hello(fields))
        case let other: self = .unknown(t: other)
        }
    }
}

/// Who sent a frame.
enum Sender { case device, gateway }

extension Fields {
    /// `t`, as text.
    func frameType() throws(FrameFault) -> String {
        guard let t = try text(ifPresent: .t) else { throw FrameFault(.noType) }
        return t
    }
}
