import Files
import Time

/// What the header of a WAV file says (RIFF, "WAVE"): the sample rate and the length, for `audio` frames.
public struct WaveHeader: Hashable, Sendable {
    public enum Fault: Error, Hashable, Sendable, CustomStringConvertible {
        case notWave
        /// No `fmt ` before the data, or no data.
        case incomplete
        /// Numbers that cannot be.
        case unsound
        case file(FileFault)

        public var description: String {
            switch self {
            case .notWave: "it is not a WAV file"
            case .incomplete: "the WAV file has no format or no data"
            case .unsound: "the numbers in the WAV file's header do not fit together"
            case .file(let fault): fault.description
            }
        }
    }

    /// 1 is PCM, 3 floating point; 0xFFFE says it further on.
    public var format: Int
    public var channels: Int
    /// In a second.
    public var sampleRate: Int
    public var bitsPerSample: Int
    /// Bytes of samples that are really there.
    public var dataSize: Int
    /// Bytes of one sample of all channels.
    public var frameSize: Int

    public var length: Interval {
        let frames = dataSize / frameSize
        let (seconds, rest) = frames.quotientAndRemainder(dividingBy: sampleRate)
        return .seconds(Int64(seconds)) + Interval(nanoseconds: Int64(rest) * 1_000_000_000 / Int64(sampleRate))
    }

    /// Reads the header of a file; the samples are not looked at.
    public init(path: String) throws(Fault) {
        let file = try Self.open(path)
        let size = try Self.size(of: file)
        let start = try Self.bytes(12, at: 0, of: file)
        guard start.starts(with: "RIFF".utf8), start.dropFirst(8).elementsEqual("WAVE".utf8) else { throw .notWave }
        var format: [UInt8]?
        var offset = 12
        // Chunks follow each other, padded to even lengths.
        for _ in 0..<64 {
            let head = try Self.bytes(8, at: offset, of: file)
            guard head.count == 8 else { throw .incomplete }
            let name = head[..<4]
            let length = Self.number(head, at: 4, bytes: 4)
            if name.elementsEqual("fmt ".utf8) {
                format = try Self.bytes(min(length, 40), at: offset + 8, of: file)
            } else if name.elementsEqual("data".utf8) {
                // A writer that could not know the length leaves 0 or the greatest number.
                let left = size - offset - 8
                self = try WaveHeader(format: format, dataSize: length == 0 ? left : min(length, left))
                return
            }
            offset += 8 + length + length % 2
        }
        throw .incomplete
    }

    private init(format bytes: [UInt8]?, dataSize: Int) throws(Fault) {
        guard let bytes, bytes.count >= 16 else { throw .incomplete }
        format = Self.number(bytes, at: 0, bytes: 2)
        channels = Self.number(bytes, at: 2, bytes: 2)
        sampleRate = Self.number(bytes, at: 4, bytes: 4)
        frameSize = Self.number(bytes, at: 12, bytes: 2)
        bitsPerSample = Self.number(bytes, at: 14, bytes: 2)
        self.dataSize = dataSize
        guard channels > 0, (1...10_000_000).contains(sampleRate), frameSize > 0, dataSize >= 0 else { throw .unsound }
        if format == 1, frameSize != channels * ((bitsPerSample + 7) / 8) { throw .unsound }
    }

    private static func open(_ path: String) throws(Fault) -> File {
        do { return try File.read(path) } catch { throw .file(error) }
    }

    private static func size(of file: borrowing File) throws(Fault) -> Int {
        do { return try file.status().size } catch { throw .file(error) }
    }

    private static func bytes(_ count: Int, at offset: Int, of file: borrowing File) throws(Fault) -> [UInt8] {
        var bytes: [UInt8] = []
        do {
            try file.read(count, at: offset, appendTo: &bytes)
        } catch {
            throw .file(error)
        }
        return bytes
    }

    private static func number(_ bytes: [UInt8], at offset: Int, bytes count: Int) -> Int {
        guard offset + count <= bytes.count else { return 0 }
        return bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
