import JSON

/// A sound from a device, whole, with its transcript if there is one.
public struct AudioFrame: Sendable, Hashable {
    /// The only format that protocol.md names.
    public static let wav = "wav"

    public var id: String
    public var format: String
    public var data: Base64Field
    /// The transcript.
    public var text: String?

    public init(id: String, format: String = AudioFrame.wav, data: Base64Field, text: String? = nil) {
        self.id = id
        self.format = format
        self.data = data
        self.text = text
    }

    init(_ fields: borrowing Fields) throws(FrameFault) {
        id = try fields.name(.id)
        format = try fields.text(.format)
        guard let data = try fields.base64(ifPresent: .data) else {
            throw FrameFault(.missingKey, key: .data, wanted: .text)
        }
        self.data = data
        text = try fields.text(ifPresent: .text)
    }

    /// Appends an `audio` frame with these raw bytes of a wav file, in base64.
    public static func encode(id: String, wav raw: Span<UInt8>, text: String?, into out: inout [UInt8]) {
        out.reserveCapacity(out.count + Base64.encodedCount(raw.count) + 512)
        encodeOpening(id: id, text: text, into: &out)
        Base64.encode(raw, into: &out)
        MediaHead.encodeClosing(into: &out)
    }

    /// Appends what stands before the base64, as `MediaHead.encodeOpening` does; the closing is the same.
    public static func encodeOpening(id: String, text: String?, into out: inout [UInt8]) {
        out.append(literal: #"{"t":"audio","id":"#)
        out.append(jsonString: id)
        out.append(literal: #","format":"wav""#)
        if let text {
            out.append(literal: #","text":"#)
            out.append(jsonString: text)
        }
        out.append(literal: #","data":""#)
    }
}
