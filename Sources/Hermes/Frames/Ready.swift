import JSON

/// The gateway's welcome. What else it holds is not fixed by any public text: it is all kept.
public struct Ready: Sendable, Equatable {
    public var avatarURL: String?
    /// The members that we do not know, as JSON text with commas between, in their order: `"model":"x","tools":[]`.
    public var rest: String

    public init(avatarURL: String? = nil, rest: String = "") {
        self.avatarURL = avatarURL
        self.rest = rest
    }

    init(_ fields: borrowing Fields) throws(FrameFault) {
        avatarURL = try fields.text(ifPresent: .avatarURL)
        rest = Ready.rest(of: fields.bytes)
    }

    private static func rest(of bytes: Span<UInt8>) -> String {
        var rest: [UInt8] = []
        var reader = JSONReader(bytes)
        do throws(JSONError) {
            try reader.enterObject()
            while let key = try reader.nextKey() {
                let value = try reader.skip()
                if reader.matches(key, "t") || reader.matches(key, "avatar_url") { continue }
                if !rest.isEmpty { rest.append(UInt8(ascii: ",")) }
                // A string's range is what is between its quotes.
                let quote = value.kind == .string ? 1 : 0
                append(bytes, key.start - 1..<key.end + 1, to: &rest)
                rest.append(UInt8(ascii: ":"))
                append(bytes, value.start - quote..<value.end + quote, to: &rest)
            }
        } catch {
            // `Fields` has read these bytes to their end already.
            return ""
        }
        return String(decoding: rest, as: UTF8.self)
    }

    private static func append(_ bytes: Span<UInt8>, _ range: Range<Int>, to out: inout [UInt8]) {
        for place in range { out.append(bytes[place]) }
    }

    /// Appends the frame as JSON.
    public func encode(into out: inout [UInt8]) {
        out.append(literal: #"{"t":"ready""#)
        if let avatarURL {
            out.append(literal: #","avatar_url":"#)
            out.append(jsonString: avatarURL)
        }
        if !rest.isEmpty {
            out.append(UInt8(ascii: ","))
            out.append(contentsOf: rest.utf8)
        }
        out.append(UInt8(ascii: "}"))
    }
}
