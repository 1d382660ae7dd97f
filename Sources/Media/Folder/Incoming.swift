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
    private let all: UnderWay

    init(in folder: String, _ all: UnderWay) {
        path = folder + "/.part-" + Randomness.name()
        self.all = all
    }

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
                        guard all.take(bytes.count) else {
                            let reason = "All transfers under way are over the quota of \(all.most) bytes"
                            throw FileFault("keep", path, code: .exhausted, reason: reason)
                        }
                        size += bytes.count
                        try file.write(bytes)
                    }
                } catch {
                    all.giveBack(size - state.size)
                    throw Fault.file(error)
                }
                if let fault {
                    all.giveBack(size - state.size)
                    throw Fault.base64(fault)
                }
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
            all.giveBack(state.size)
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
            if state.isOver { return }
            try? Folder.remove(path)
            state.isOver = true
            all.giveBack(state.size)
        }
    }

    private var incomplete: FileFault { FileFault("join", path, code: .short, reason: "Not all parts are there") }
}

/// The bytes of all transfers of one inbox that are not whole yet.
final class UnderWay: Sendable {
    let most: Int
    private let count = Mutex(0)

    init(atMost most: Int) { self.most = most }

    /// False: so much is not left.
    func take(_ bytes: Int) -> Bool {
        count.withLock { count in
            guard bytes <= most - count else { return false }
            count += bytes
            return true
        }
    }

    func giveBack(_ bytes: Int) { count.withLock { $0 -= bytes } }
}
