import JSON

/// What every part of a media transfer says about it.
public struct MediaHead: Sendable, Hashable {
    /// The kinds that protocol.md names.
    public static let kinds = ["image", "voice", "video", "document", "animation"]

    public var id: String
    public var kind: String
    public var mime: String?
    /// As it came from outside: never a path.
    public var filename: String?
    public var caption: String?

    public init(id: String, kind: String, mime: String? = nil, filename: String? = nil, caption: String? = nil) {
        self.id = id
        self.kind = kind
        self.mime = mime
        self.filename = filename
        self.caption = caption
    }

    init(_ fields: borrowing Fields, from sender: Sender) throws(FrameFault) {
        id = try fields.name(.id)
        kind = try fields.text(.kind)
        mime = sender == .device ? try fields.text(.mime) : try fields.text(ifPresent: .mime)
        filename = try fields.text(ifPresent: .filename)
        caption = try fields.text(ifPresent: .caption)
    }

    /// Appends a `media` frame that names a URL instead of data.
    public func encode(url: String, into out: inout [UInt8]) {
        encodeStart(into: &out)
        out.append(literal: #","url":"#)
        out.append(jsonString: url)
        out.append(UInt8(ascii: "}"))
    }

    /// Appends a `media` frame with one part's raw bytes, in base64.
    public func encode(part: Int, of parts: Int, _ raw: Span<UInt8>, into out: inout [UInt8]) {
        out.reserveCapacity(out.count + Base64.encodedCount(raw.count) + 512)
        encodeOpening(part: part, of: parts, into: &out)
        Base64.encode(raw, into: &out)
        Self.encodeClosing(into: &out)
    }

    /// Appends what stands before a part's base64, for whoever encodes that piece by piece (by multiples of three bytes).
    public func encodeOpening(part: Int, of parts: Int, into out: inout [UInt8]) {
        encodeStart(into: &out)
        out.append(literal: #","part":"#)
        out.append(jsonInt: part)
        out.append(literal: #","parts":"#)
        out.append(jsonInt: parts)
        out.append(literal: #","data":""#)
    }

    /// Appends what stands behind a part's base64.
    public static func encodeClosing(into out: inout [UInt8]) { out.append(literal: #""}"#) }

    private func encodeStart(into out: inout [UInt8]) {
        out.append(literal: #"{"t":"media","id":"#)
        out.append(jsonString: id)
        out.append(literal: #","kind":"#)
        out.append(jsonString: kind)
        if let mime {
            out.append(literal: #","mime":"#)
            out.append(jsonString: mime)
        }
        if let filename {
            out.append(literal: #","filename":"#)
            out.append(jsonString: filename)
        }
        if let caption {
            out.append(literal: #","caption":"#)
            out.append(jsonString: caption)
        }
    }
}

/// One part of a media transfer, or a media that is named by its URL.
public struct MediaFrame: Sendable, Hashable {
    public enum Body: Sendable, Hashable {
        case data(Base64Field)
        case url(String)
    }

    public var head: MediaHead
    public var body: Body
    /// From 0. As it came: `MediaIntake` judges it.
    public var part: Int
    public var parts: Int

    public init(head: MediaHead, body: Body, part: Int = 0, parts: Int = 1) {
        self.head = head
        self.body = body
        self.part = part
        self.parts = parts
    }

    init(_ fields: borrowing Fields, from sender: Sender) throws(FrameFault) {
        head = try MediaHead(fields, from: sender)
        if let data = try fields.base64(ifPresent: .data) {
            body = .data(data)
        } else if sender == .gateway, let url = try fields.text(ifPresent: .url) {
            body = .url(url)
        } else {
            throw FrameFault(.missingKey, key: .data, wanted: .text)
        }
        part = try fields.whole(ifPresent: .part) ?? 0
        parts = try fields.whole(ifPresent: .parts) ?? 1
    }
}
