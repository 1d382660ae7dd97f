// Bodies that come compressed (RFC 9110 section 8.4) are unpacked here and not by libcurl, which gives brotli as much
// memory as a server asks for: 16 MiB for some dozen bytes, and that for each fetch under way. Here all bodies share one
// allowance.

/// Unpacks one body as it comes.
protocol Unpacking: AnyObject {
    /// Takes the next bytes, and gives what they unpack to, a piece at a time. False from `each` ends it.
    func take(_ packed: UnsafeRawBufferPointer, _ each: (UnsafeRawBufferPointer) -> Bool) -> UnpackingStep
    /// All is unpacked: what follows does not belong to it.
    var isWhole: Bool { get }
}

enum UnpackingStep: Equatable {
    case well
    /// `each` said false.
    case stopped
    /// The bytes are not in the encoding that they should be in.
    case garbled
    /// It asks for more memory than all bodies may have together.
    case noMemory
}

/// How bodies may be packed, and the memory that unpacking may take. On the fetch thread alone.
final class UnpackingAllowance {
    /// Bytes: enough for the largest window that servers usually choose (4 MiB), once.
    static let usual = 6 << 20

    let most: Int
    private(set) var used = 0
    /// The most that was used at once, so far.
    private(set) var mostUsed = 0

    init(_ most: Int = UnpackingAllowance.usual) { self.most = most }

    /// False: so much is not left.
    func take(_ count: Int) -> Bool {
        guard count >= 0, count <= most - used else { return false }
        used += count
        mostUsed = max(mostUsed, used)
        return true
    }

    func giveBack(_ count: Int) { used -= count }

    /// What unpacks a body in these encodings, named as in `Content-Encoding`; nil for none of which we know.
    func unpacking(_ encodings: [String]) -> (any Unpacking)? {
        guard encodings.count == 1 else { return nil }
        switch encodings[0].lowercased() {
        case "gzip", "x-gzip": return Inflating()
        case "deflate": return Inflating(mayBeRaw: true)
        case "br": return BrotliUnpacking(self)
        default: return nil
        }
    }
}
