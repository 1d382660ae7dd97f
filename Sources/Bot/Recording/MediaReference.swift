import JSON

/// A media body as recordings name it: `{"size":175000,"sha256":"…","head":"iVBORw0KGgo="}`.
public struct MediaReference: Sendable, Equatable {
    /// Raw bytes.
    public var size: Int
    public var sha256: String
    /// The first bytes, which tell its type; none in a recording without texts.
    public var head: [UInt8]

    private static let headSize = 24
    /// Raw bytes that a body may stand for.
    static let largest = 64 << 20

    /// Of a body in base64; nil if it is none.
    init?(_ base64: String, hasHead: Bool, _ digest: ([UInt8]) -> String) {
        var bytes: [UInt8] = []
        do throws(Base64.Fault) { try Base64.decode(base64.utf8.span, into: &bytes) } catch { return nil }
        size = bytes.count
        sha256 = digest(bytes)
        head = hasHead ? Array(bytes.prefix(Self.headSize)) : []
    }

    /// As `write` wrote it; nil for anything else.
    public init?(_ node: LocatedTree.Node) {
        guard case .object = node.kind, case .number(let size)? = node["size"]?.kind,
            let size = Int(exactly: size), (0...Self.largest).contains(size)
        else { return nil }
        self.size = size
        sha256 = if case .string(let text)? = node["sha256"]?.kind { text } else { "" }
        head = []
        guard case .string(let text)? = node["head"]?.kind else { return }
        do throws(Base64.Fault) { try Base64.decode(text.utf8.span, into: &head) } catch { return nil }
        guard head.count <= size else { return nil }
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("size", size)
            json.member("sha256", sha256)
            if head.isEmpty { return }
            json.member("head", Self.base64(head))
        }
    }

    /// A body in base64 of the same type and size, or of the first bytes alone: what it held else is zeros.
    public func standIn(whole: Bool) -> String {
        Self.base64(whole ? head + [UInt8](repeating: 0, count: size - head.count) : head)
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        var base64: [UInt8] = []
        Base64.encode(bytes.span, into: &base64)
        return String(decoding: base64, as: UTF8.self)
    }
}
