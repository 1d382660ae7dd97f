import Files
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

    /// Writes a part; one that is kept already is not written again.
    public func keep(part: Int, _ bytes: borrowing Span<UInt8>) throws(FileFault) {
        let result: Result<Void, FileFault> = bytes.withUnsafeBytes { raw in
            state.withLock { state in
                if state.isOver || state.places[part] != nil { return .success(()) }
                do throws(FileFault) {
                    let file = try File.update(path)
                    // Half a part, of a disk that was full, is written over.
                    try file.truncate(to: state.size)
                    try file.write(raw: raw).get()
                } catch {
                    return .failure(error)
                }
                state.places[part] = state.size..<state.size + raw.count
                state.size += raw.count
                return .success(())
            }
        }
        try result.get()
    }

    public func keep(part: Int, _ bytes: [UInt8]) throws(FileFault) { try keep(part: part, bytes.span) }

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
