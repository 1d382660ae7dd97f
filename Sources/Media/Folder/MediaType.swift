/// What a device shows a file as (protocol.md, `media`).
public enum MediaKind: String, Sendable, Hashable, CaseIterable {
    case image, voice, video, document, animation

    /// From a media type such as "image/png"; parameters and case do not count.
    public init(mime: some StringProtocol) {
        let type = mime.prefix { $0 != ";" }.lowercased().trimmed
        switch type {
        case "image/gif", "image/apng": self = .animation
        case "image/svg+xml", "image/vnd.adobe.photoshop": self = .document
        case _ where type.hasPrefix("image/"): self = .image
        case _ where type.hasPrefix("audio/"): self = .voice
        case _ where type.hasPrefix("video/"): self = .video
        default: self = .document
        }
    }
}

extension MediaKind {
    /// Pictures that move and do not, and sound with and without pictures, share their containers.
    fileprivate func isNear(_ other: MediaKind) -> Bool {
        func family(_ kind: MediaKind) -> Int {
            switch kind {
            case .image, .animation: 0
            case .voice, .video: 1
            case .document: 2
            }
        }
        return family(self) == family(other)
    }
}

/// A media type, and what follows from it.
public struct MediaType: Hashable, Sendable {
    /// As IANA's registry writes it, without parameters.
    public var mime: String
    public var kind: MediaKind
    /// For a file's name, without the dot.
    public var fileExtension: String

    public init(mime: String, kind: MediaKind, fileExtension: String) {
        self.mime = mime
        self.kind = kind
        self.fileExtension = fileExtension
    }

    init(_ mime: String, _ fileExtension: String) {
        self.init(mime: mime, kind: MediaKind(mime: mime), fileExtension: fileExtension)
    }

    /// Whether the bytes, which are of this type, are plainly not what a server called them: a page where a picture was
    /// announced. Other names for the same thing, and types that the bytes alone do not tell, contradict nothing.
    /// - Parameter said: a Content-Type, in lower case and without parameters.
    public func contradicts(_ said: String) -> Bool {
        let vague: Set = ["application/octet-stream", "binary/octet-stream", "application/x-empty", ""]
        guard said != mime, !vague.contains(said), !vague.contains(mime) else { return false }
        let other = MediaKind(mime: said)
        guard kind == .document, other == .document else { return !kind.isNear(other) }
        // A page of HTML is the usual answer of a server that has not what was asked for.
        if mime == "text/html" { return !said.hasSuffix("html") && !said.hasSuffix("html+xml") && said != "text/plain" }
        let isText = ["text/plain", "application/xml", "image/svg+xml"].contains(mime)
        return isText ? said == "application/pdf" || said == "application/zip" : said == "text/html"
    }

    /// Bytes that are nothing known.
    public static let unknown = MediaType("application/octet-stream", "bin")
    public static let text = MediaType("text/plain", "txt")
}

extension StringProtocol {
    /// Without spaces and tabs at its ends.
    var trimmed: String {
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        let head = drop(while: isSpace)
        guard let last = head.lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(head[...last])
    }
}
