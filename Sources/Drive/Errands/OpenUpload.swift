import Bot
import Files
import Hermes
import JSON
import Media
import Rules

/// A file that is being sent: opened and looked at once, then read part by part. Only the worker reads it.
public struct OpenUpload: Sendable {
    let head: MediaHead
    /// Bytes of the whole file.
    let size: Int
    /// What the log says of it: a sound's rate and length, or that it is not what the rule calls it.
    let remarks: [Remark]

    struct Remark: Sendable, Equatable {
        var level: LogLevel
        var text: String
    }

    public let parts: Int
    private let split: MediaSplit
    private let path: String
    private let isAudio: Bool

    /// Looks at the file: its size, what its bytes are, and whether its largest frame may be sent.
    public static func open(_ path: String, _ upload: Upload) -> Result<OpenUpload, UploadFault> {
        do {
            let file = try File.read(path)
            let size = try file.status().size
            var start: [UInt8] = []
            try file.read(min(size, MediaType.sniffedLength), at: 0, appendTo: &start)
            let type = MediaType.sniff(start)

            let remarks = try remarks(on: path, type, upload)
            let head = MediaHead(
                id: upload.id, kind: upload.kind ?? type.kind.rawValue, mime: upload.mime ?? type.mime,
                filename: upload.filename, caption: upload.caption)
            let split = MediaSplit(size: size, partSize: upload.asAudio ? max(1, size) : upload.partSize)
            let largest = min(size, split.partSize) / 3 * 4 + 4096 + (upload.caption?.utf8.count ?? 0) * 6
            guard largest <= upload.maxFrame else {
                return .failure(
                    UploadFault(text: "too_big: a frame of \(largest) bytes is over max_send (\(upload.maxFrame))"))
            }
            return .success(
                OpenUpload(
                    head: head, size: size, remarks: remarks, parts: split.parts, split: split, path: path,
                    isAudio: upload.asAudio))
        } catch let fault as UploadFault {
            return .failure(fault)
        } catch {
            return .failure(UploadFault(text: "\(error)"))
        }
    }

    /// An `audio` frame says that it is a WAV file, so it must be one; a voice that happens to be one is looked at too.
    private static func remarks(on path: String, _ type: MediaType, _ upload: Upload) throws(UploadFault) -> [Remark] {
        if upload.asAudio || type.mime == "audio/wav" {
            do {
                let wave = try WaveHeader(path: path)
                let channels = wave.channels == 1 ? "1 channel" : "\(wave.channels) channels"
                return [
                    Remark(level: .info, text: "a sound of \(wave.length.text), \(wave.sampleRate) Hz, \(channels)")
                ]
            } catch {
                if upload.asAudio { throw UploadFault(text: "bad_wav: \(error)") }
                return [Remark(level: .warning, text: "\(error)")]
            }
        }
        let likes = ["image": "image/*", "animation": "image/gif", "video": "video/*", "voice": "audio/*"]
        guard type.contradicts(upload.mime ?? likes[upload.kind ?? ""] ?? "") else { return [] }
        let said = upload.mime ?? upload.kind ?? ""
        return [Remark(level: .warning, text: "the rule says \(said), but the bytes are \(type.mime)")]
    }

    /// The frame of one part.
    public func frame(_ part: Int) -> Result<[UInt8], UploadFault> {
        guard let range = split.range(ofPart: part) else {
            return .failure(UploadFault(text: "there is no part \(part)"))
        }
        do {
            let file = try File.read(path)
            var frame: [UInt8] = []
            frame.reserveCapacity((range.count + 2) / 3 * 4 + 1024)
            if isAudio {
                var raw: [UInt8] = []
                guard try file.read(range.count, at: range.lowerBound, appendTo: &raw) == range.count else {
                    return .failure(shorter)
                }
                AudioFrame.encode(id: head.id, wav: raw.span, text: head.caption, into: &frame)
                return .success(frame)
            }
            head.encodeOpening(part: part, of: parts, into: &frame)
            var raw: [UInt8] = []
            for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.piece) {
                raw.removeAll(keepingCapacity: true)
                let wanted = min(Self.piece, range.upperBound - start)
                guard try file.read(wanted, at: start, appendTo: &raw) == wanted else { return .failure(shorter) }
                Base64.encode(raw.span, into: &frame)
            }
            MediaHead.encodeClosing(into: &frame)
            return .success(frame)
        } catch {
            return .failure(UploadFault(text: "\(error)"))
        }
    }

    /// Bytes that are read at a time: a multiple of three, so that base64 goes on from one to the next.
    private static let piece = 96 << 10

    private var shorter: UploadFault { UploadFault(text: "\(path) became shorter while it was sent") }
}
