import Bot
import Hermes
import JSON
import Rules

/// The files that a bot in virtual time holds: fetched, received, and on their way out. They are bytes in memory.
struct VirtualFiles {
    private var contents: [String: [UInt8]] = [:]
    private var parts: [Ticket: [Int: [UInt8]]] = [:]
    private var count = 0
    /// Frames of uploads that wait for leave.
    var uploads: [Ticket: ArraySlice<[UInt8]>] = [:]

    private mutating func keep(_ bytes: [UInt8], mime: String) -> MediaFile {
        count += 1
        contents["file-\(count)"] = bytes
        return MediaFile(handle: "file-\(count)", size: bytes.count, mime: mime)
    }

    func bytes(of file: MediaFile) -> Result<[UInt8], Surroundings.Unreadable> {
        contents[file.handle].map { .success($0) } ?? .failure(.init("\(file.handle) is not there any more"))
    }

    mutating func discard(_ file: MediaFile) { contents[file.handle] = nil }

    mutating func cancel(_ ticket: Ticket) { uploads[ticket] = nil }

    // MARK: Received

    /// - Returns: why the part is no base64.
    mutating func keep(_ ticket: Ticket, part: Int, _ field: Base64Field, of message: [UInt8]) -> String? {
        guard field.range.lowerBound >= 0, field.range.upperBound <= message.count else { return "the part is gone" }
        var bytes: [UInt8] = []
        do throws(Base64.Fault) {
            try Base64.decode(insideJSONString: message.span.extracting(field.range), into: &bytes)
        } catch {
            return "part \(part + 1) is no base64: \(error)"
        }
        parts[ticket, default: [:]][part] = bytes
        return nil
    }

    mutating func join(_ ticket: Ticket, parts count: Int, sniff: ([UInt8]) -> (mime: String, kind: String))
        -> MediaFile
    {
        let kept = parts.removeValue(forKey: ticket) ?? [:]
        let bytes = kept.sorted { $0.key < $1.key }.flatMap(\.value)
        return keep(bytes, mime: sniff(bytes).mime)
    }

    mutating func drop(_ ticket: Ticket) { parts[ticket] = nil }

    // MARK: Fetched

    mutating func answer(
        _ answer: ScriptedAnswer, to request: FetchRequest, _ surroundings: Surroundings
    ) -> FetchOutcome {
        let bytes: [UInt8]
        switch answer {
        case .failure(let reason): return .failed(reason: reason)
        case .text(let text, _, _): bytes = Array(text.utf8)
        case .zeros(let count, _, _): bytes = [UInt8](repeating: 0, count: max(0, count))
        case .file(let path, _, _):
            switch surroundings.read(path) {
            case .failure(let fault): return .failed(reason: fault.reason)
            case .success(let read): bytes = read
            }
        }
        var file = keep(bytes, mime: surroundings.sniff(bytes).mime)
        if let said = answer.type {
            // The zeros stand for a file whose bytes are not there; any other is what its bytes are.
            if case .zeros = answer {
                file.mime = said
            } else if surroundings.contradicts(file.mime, said) {
                file.said = said
            }
        }
        return .file(file, status: answer.status, filename: Self.name(in: request.url))
    }

    /// A file of the size and the type that a recording names; its bytes are zeros.
    mutating func standIn(for fetch: RecordedFetch, _ request: FetchRequest) -> FetchOutcome {
        if let reason = fetch.failure { return .failed(reason: reason) }
        let file = keep([UInt8](repeating: 0, count: fetch.size), mime: fetch.type ?? "application/octet-stream")
        return .file(file, status: fetch.status, filename: Self.name(in: request.url))
    }

    /// Of protocol.md, by the type alone.
    static func kind(of mime: String) -> String {
        if mime == "image/gif" { return "animation" }
        switch mime.prefix(while: { $0 != "/" }) {
        case "image": return "image"
        case "audio": return "voice"
        case "video": return "video"
        default: return "document"
        }
    }

    /// The last piece of a URL's path; nil if it has none.
    private static func name(in url: String) -> String? {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        let pieces = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst(3)
        return pieces.last.flatMap { $0.isEmpty ? nil : String($0) }
    }
}

extension ScriptedAnswer {
    fileprivate var type: String? {
        switch self {
        case .text(_, _, let type), .file(_, _, let type), .zeros(_, _, let type): type
        case .failure: nil
        }
    }

    fileprivate var status: Int {
        switch self {
        case .text(_, let status, _), .file(_, let status, _), .zeros(_, let status, _): status
        case .failure: 0
        }
    }
}

/// The frames of a file that goes out.
enum UploadFrames {
    typealias FileType = (mime: String, kind: String)

    static func make(
        _ upload: Upload, _ bytes: [UInt8], _ type: FileType
    ) -> Result<ArraySlice<[UInt8]>, Surroundings.Unreadable> {
        let split = MediaSplit(size: bytes.count, partSize: upload.asAudio ? max(1, bytes.count) : upload.partSize)
        let texts = (upload.caption?.utf8.count ?? 0) + (upload.filename?.utf8.count ?? 0)
        let largest = Base64.encodedCount(min(bytes.count, split.partSize)) + 4096 + texts * 6
        guard largest <= upload.maxFrame else {
            return .failure(.init("too_big: a frame of \(largest) bytes is over max_send (\(upload.maxFrame))"))
        }
        if upload.asAudio {
            var frame: [UInt8] = []
            AudioFrame.encode(id: upload.id, wav: bytes.span, text: upload.caption, into: &frame)
            return .success([frame])
        }
        let head = head(upload, type)
        var frames: [[UInt8]] = []
        for part in 0..<split.parts {
            var frame: [UInt8] = []
            let range = split.range(ofPart: part) ?? 0..<0
            split.encode(part: part, bytes.span.extracting(range), head: head, into: &frame)
            frames.append(frame)
        }
        return .success(frames[...])
    }

    /// The frame of a file that the gateway serves itself.
    static func link(_ upload: Upload, _ type: FileType) -> [UInt8] {
        var frame: [UInt8] = []
        head(upload, type).encode(url: "http://gateway.test/media/\(upload.id)", into: &frame)
        return frame
    }

    private static func head(_ upload: Upload, _ type: FileType) -> MediaHead {
        MediaHead(
            id: upload.id, kind: upload.kind ?? type.kind, mime: upload.mime ?? type.mime, filename: upload.filename,
            caption: upload.caption)
    }
}

/// What leaves a bot besides frames, written as a frame, so that a test can name it: `{"t":"close","code":1000}`.
enum PseudoFrame {
    static func close(code: UInt16, reason: String) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { json in
            json.member("t", "close")
            json.member("code", Int(code))
            json.member("reason", reason)
        }
        return writer.bytes
    }

    static func exit(code: Int32) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { json in
            json.member("t", "exit")
            json.member("code", Int(code))
        }
        return writer.bytes
    }
}
