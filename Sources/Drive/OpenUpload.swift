import Bot
import Files
import Hermes
import Media

/// A file that is being sent: opened and looked at once, then read part by part. Only the worker reads it.
public struct OpenUpload: Sendable {
    let head: MediaHead
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
                OpenUpload(head: head, parts: split.parts, split: split, path: path, isAudio: upload.asAudio))
        } catch {
            return .failure(UploadFault(text: "\(error)"))
        }
    }

    /// The frame of one part.
    public func frame(_ part: Int) -> Result<[UInt8], UploadFault> {
        guard let range = split.range(ofPart: part) else {
            return .failure(UploadFault(text: "there is no part \(part)"))
        }
        do {
            var raw: [UInt8] = []
            let file = try File.read(path)
            let count = try file.read(range.count, at: range.lowerBound, appendTo: &raw)
            guard count == range.count else {
                return .failure(UploadFault(text: "\(path) became shorter while it was sent"))
            }
            var frame: [UInt8] = []
            frame.reserveCapacity(raw.count / 3 * 4 + 1024)
            if isAudio {
                AudioFrame.encode(id: head.id, wav: raw.span, text: head.caption, into: &frame)
            } else {
                split.encode(part: part, raw.span, head: head, into: &frame)
            }
            return .success(frame)
        } catch {
            return .failure(UploadFault(text: "\(error)"))
        }
    }
}
