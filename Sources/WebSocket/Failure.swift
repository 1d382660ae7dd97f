/// Why a codec gave a connection up. The raw value is the stable code.
public enum Failure: String, Error, Sendable, CaseIterable {
    case reservedBits = "ws-reserved-bits"
    case reservedOpcode = "ws-reserved-opcode"
    case masked = "ws-masked"
    case unmasked = "ws-unmasked"
    case fragmentedControl = "ws-fragmented-control"
    case longControl = "ws-long-control"
    case lengthEncoding = "ws-length-encoding"
    case strayContinuation = "ws-stray-continuation"
    case interleavedMessage = "ws-interleaved-message"
    case closePayload = "ws-close-payload"
    case closeCode = "ws-close-code"
    case invalidUTF8 = "ws-invalid-utf8"
    case badDeflate = "ws-bad-deflate"
    case frameTooBig = "ws-frame-too-big"
    case messageTooBig = "ws-message-too-big"
    case tooManyFragments = "ws-too-many-fragments"

    /// The close code to send (RFC 6455 section 7.4.1). Too many fragments are 1009, not 1008, which our peers read
    /// as "access denied".
    public var closeCode: UInt16 {
        switch self {
        case .invalidUTF8, .badDeflate: CloseCode.invalidData
        case .frameTooBig, .messageTooBig, .tooManyFragments: CloseCode.tooBig
        default: CloseCode.protocolError
        }
    }
}

extension Failure: CustomStringConvertible {
    /// One line for a log and for the close frame's reason; under 123 bytes.
    public var description: String {
        switch self {
        case .reservedBits: "a reserved bit is set that no extension claims"
        case .reservedOpcode: "the opcode is reserved"
        case .masked: "a server's frame is masked"
        case .unmasked: "a client's frame is not masked"
        case .fragmentedControl: "a control frame is fragmented"
        case .longControl: "a control frame carries more than 125 bytes"
        case .lengthEncoding: "the length is not in its shortest form, or its top bit is set"
        case .strayContinuation: "a continuation frame came with no message to continue"
        case .interleavedMessage: "a new message began inside another"
        case .closePayload: "a close frame carries one byte"
        case .closeCode: "the close code may not stand in a frame"
        case .invalidUTF8: "the text is not UTF-8"
        case .badDeflate: "the compressed data is broken"
        case .frameTooBig: "the frame is over the limit"
        case .messageTooBig: "the message is over the limit"
        case .tooManyFragments: "the message is in more fragments than the limit"
        }
    }
}
