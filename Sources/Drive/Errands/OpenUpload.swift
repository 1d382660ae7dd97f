import Bot
import Files
import Hermes
import JSON
import Media
import Rules

/// A file that is being sent: opened and looked at once, then read piece by piece as its frames' bytes. Only the worker
/// reads it. A name that is given to another file meanwhile, or removed, changes nothing: what was opened is what is sent.
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
    /// Nil: it is opened anew for each piece.
    private let held: HeldFile?

    private final class HeldFile: Sendable {
        let file: File
        init(_ file: consuming File) { self.file = file }
    }

    /// Looks at the file: its size, what its bytes are, and whether its largest frame may be sent.
    /// - Parameter holds: it stays open as long as the value lives; without, thousands may be sent at once.
    public static func open(_ path: String, _ upload: Upload, holds: Bool = true) -> Result<OpenUpload, UploadFault> {
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
            let texts = (upload.caption?.utf8.count ?? 0) + (upload.filename?.utf8.count ?? 0)
            let largest = min(size, split.partSize) / 3 * 4 + 4096 + texts * 6
            guard largest <= upload.maxFrame else {
                return .failure(
                    UploadFault(text: "too_big: a frame of \(largest) bytes is over max_send (\(upload.maxFrame))"))
            }
            return .success(
                OpenUpload(
                    head: head, size: size, remarks: remarks, parts: split.parts, split: split, path: path,
                    isAudio: upload.asAudio, held: holds ? HeldFile(file) : nil))
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

    /// Where in a file's frames one is: what is to be read next.
    public struct Place: Sendable, Equatable {
        public internal(set) var part = 0
        /// Raw bytes of the part that were read.
        var offset = 0

        public init() {}
    }

    /// Bytes that are read at a time: a multiple of three, so that base64 goes on from one piece to the next.
    static let piece = 96 << 10

    /// Bytes of a part's frame, known before any of the file is read; nil if there is no such part.
    public func frameSize(_ part: Int) -> Int? {
        guard let range = split.range(ofPart: part) else { return nil }
        return opening(part).count + Base64.encodedCount(range.count) + Self.closing.count
    }

    /// The next piece of a part's frame; `place` moves behind it.
    public func piece(at place: inout Place) throws(UploadFault) -> [UInt8] {
        guard let (wanted, offset) = next(place) else { throw UploadFault(text: "there is no part \(place.part)") }
        let raw = try read(wanted, at: offset)
        return frame(at: &place, count: wanted) { Base64.encode(raw.span, into: &$0) }
    }

    /// In place of a piece that cannot be read: as long, but no base64, so that the frame that has begun can go to its end,
    /// and who receives it drops the transfer (protocol.md, Media). Whoever passes over what is no base64 is left with one
    /// character too many.
    public func filling(at place: inout Place) -> [UInt8] {
        guard let (count, _) = next(place) else { return [] }
        return frame(at: &place, count: count) { bytes in
            bytes += [UInt8](repeating: UInt8(ascii: "*"), count: Base64.encodedCount(count) - 1)
            bytes.append(UInt8(ascii: "A"))
        }
    }

    /// A part that is no base64, for a transfer that ends between two parts: the peer need not wait for the rest.
    func breakingPart(_ part: Int) -> [UInt8] { opening(part) + [UInt8(ascii: "A")] + Self.closing }

    /// Raw bytes of the next piece, and where they lie in the file.
    private func next(_ place: Place) -> (count: Int, offset: Int)? {
        guard let range = split.range(ofPart: place.part) else { return nil }
        return (min(Self.piece, range.count - place.offset), range.lowerBound + place.offset)
    }

    private func frame(at place: inout Place, count: Int, _ data: (inout [UInt8]) -> Void) -> [UInt8] {
        var bytes = place.offset == 0 ? opening(place.part) : []
        bytes.reserveCapacity(bytes.count + Base64.encodedCount(count) + Self.closing.count)
        data(&bytes)
        place.offset += count
        if place.offset == split.range(ofPart: place.part)?.count {
            bytes += Self.closing
            place.part += 1
            place.offset = 0
        }
        return bytes
    }

    private func read(_ count: Int, at offset: Int) throws(UploadFault) -> [UInt8] {
        var raw: [UInt8] = []
        do throws(FileFault) {
            if let held {
                try held.file.read(count, at: offset, appendTo: &raw)
            } else {
                try File.read(path).read(count, at: offset, appendTo: &raw)
            }
        } catch {
            throw UploadFault(text: "\(error)")
        }
        guard raw.count == count else { throw UploadFault(text: "\(path) became shorter while it was sent") }
        return raw
    }

    /// Reads a piece of a part for the system to have it in its memory: whoever waits for a slow disk waits here, before the
    /// part's frame begins. Then the system is asked for the next part.
    /// - Parameter offset: in the part.
    /// - Returns: where to go on; nil: the part is there.
    func fetch(_ part: Int, from offset: Int) throws(UploadFault) -> Int? {
        guard let range = split.range(ofPart: part) else { return nil }
        // A part of one piece is there once that is read.
        if range.count > Self.piece {
            let wanted = min(Self.stretch, range.count - offset)
            _ = try read(wanted, at: range.lowerBound + offset)
            if offset + wanted < range.count { return offset + wanted }
        }
        if let next = split.range(ofPart: part + 1) { held?.file.willNeed(next.count, at: next.lowerBound) }
        return nil
    }

    /// Bytes that are read at once for that: others wait for the worker no longer than it takes.
    private static let stretch = 256 << 10

    /// What a part's frame says, its bytes left out.
    func outgoing(_ part: Int) -> OutgoingPart {
        let size = split.range(ofPart: part)?.count ?? 0
        let data = Base64Field(range: 0..<Base64.encodedCount(size))
        if isAudio {
            return OutgoingPart(frame: .audio(AudioFrame(id: head.id, data: data, text: head.caption)), size: size)
        }
        return OutgoingPart(
            frame: .media(MediaFrame(head: head, body: .data(data), part: part, parts: parts)), size: size)
    }

    private func opening(_ part: Int) -> [UInt8] {
        var opening: [UInt8] = []
        if isAudio {
            AudioFrame.encodeOpening(id: head.id, text: head.caption, into: &opening)
        } else {
            head.encodeOpening(part: part, of: parts, into: &opening)
        }
        return opening
    }

    private static let closing: [UInt8] = {
        var closing: [UInt8] = []
        MediaHead.encodeClosing(into: &closing)
        return closing
    }()
}
