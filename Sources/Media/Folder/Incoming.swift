import Files
import JSON
import Synchronization

/// The parts of one transfer, on disk as they come: out of order, in one file, which is put in order at the end.
///
/// No descriptor is held between two parts, so that many transfers may be open. When the value ends and the parts were not
/// joined, nothing is left.
public final class Incoming: Sendable {
    /// All parts, joined. The file is the receiver's: to save, or to remove.
    public struct Joined: Hashable, Sendable {
        public var path: String
        /// Bytes.
        public var size: Int
        public var type: MediaType
    }

    private struct State {
        /// Where each part lies in the file.
        var places: [Int: Range<Int>] = [:]
        var size = 0
        var isOver = false
    }

    private let path: String
    private let state = Mutex(State())

    init(in folder: String) { path = folder + "/.part-" + Randomness.name() }

    deinit { drop() }

    /// Bytes kept so far.
    public var size: Int { state.withLock { $0.size } }

    /// Why a part is not kept.
    public enum Fault: Error {
        case file(FileFault)
        case base64(Base64.Fault)
    }

    /// Decoded bytes that are held at once, however large a part is.
    private static let piece = 96 << 10

    /// Decodes a part and writes it; one that is kept already is not written again.
    /// - Parameters:
    ///   - text: the inside of a JSON string.
    ///   - hasEscapes: it has JSON escapes.
    public func keep(part: Int, base64 text: Span<UInt8>, hasEscapes: Bool) throws(Fault) {
        try text.withUnsafeBufferPointer { text throws(Fault) in
            try state.withLock { state throws(Fault) in
                if state.isOver || state.places[part] != nil { return }
                var size = state.size
                let fault: Base64.Fault?
                do throws(FileFault) {
                    let file = try File.update(path)
                    // Half a part, of a disk that was full or of a text that was no base64, is written over.
                    try file.truncate(to: state.size)
                    fault = try Base64.decode(
                        insideJSONString: Span(_unsafeElements: text), hasEscapes: hasEscapes, by: Self.piece
                    ) { bytes throws(FileFault) in
                        try file.write(bytes)
                        size += bytes.count
                    }
                } catch {
                    throw Fault.file(error)
                }
                if let fault { throw Fault.base64(fault) }
                state.places[part] = state.size..<size
                state.size = size
            }
        }
    }

    /// Makes one file of parts 0..<count.
    public func join(count: Int) throws(FileFault) -> Joined {
        try state.withLock { state throws(FileFault) in
            guard !state.isOver, count > 0, state.places.count >= count else { throw incomplete }
            var order: [Range<Int>] = []
            for part in 0..<count {
                guard let place = state.places[part] else { throw incomplete }
                order.append(place)
            }
            let isInOrder =
                order.first?.lowerBound == 0
                && zip(order, order.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound }
            let size = order.reduce(0) { $0 + $1.count }
            var final = path
            if !isInOrder || size != state.size {
                final = path + ".joined"
                do throws(FileFault) {
                    try reorder(order, to: final)
                } catch {
                    try? Folder.remove(final)
                    throw error
                }
                try Folder.remove(path)
            }
            state.isOver = true
            return Joined(path: final, size: size, type: try MediaType.sniff(path: final))
        }
    }

    private func reorder(_ order: [Range<Int>], to final: String) throws(FileFault) {
        let source = try File.read(path)
        let file = try File.create(final)
        for range in order { try file.append(range, of: source) }
    }

    /// Forgets the parts; nothing is left.
    public func drop() {
        state.withLock { state in
            if !state.isOver { try? Folder.remove(path) }
            state.isOver = true
        }
    }

    private var incomplete: FileFault { FileFault("join", path, code: .short, reason: "Not all parts are there") }
}
