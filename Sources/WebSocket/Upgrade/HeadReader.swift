// Gathers the head of an HTTP message up to its empty line (RFC 9112 section 2). Bytes that cannot stand in a head end
// it at once, so that a TLS greeting on a plain port is not waited on.

/// Reads bytes of any cut into one head.
public struct HeadReader: Sendable {
    public enum Progress: Sendable, Equatable {
        /// All of the input is taken and more is due.
        case more
        /// The head, empty line included: for `RequestHead` or `ResponseHead`.
        case head([UInt8])
        case failure(HeadFault)
    }

    private let limits: HeadLimits
    private var bytes: [UInt8] = []
    /// How much of CR LF CR LF the bytes end in.
    private var ending = 0

    public init(limits: HeadLimits = HeadLimits()) { self.limits = limits }

    /// Takes bytes in from `position`, and moves that behind the head: what follows belongs to the codec or a body.
    public mutating func read(_ input: Span<UInt8>, at position: inout Int) -> Progress {
        while position < input.count {
            let byte = input[position]
            position += 1
            switch (byte, ending) {
            case (0x0D, 0), (0x0D, 2), (0x0A, 1), (0x0A, 3): ending += 1
            case (0x0D, _), (0x0A, _), (_, 1), (_, 3): return .failure(.badByte)
            case (0x09, _), (0x20...0x7E, _), (0x80..., _): ending = 0
            default: return .failure(.badByte)
            }
            guard bytes.count < limits.bytes else { return .failure(.tooLong) }
            bytes.append(byte)
            if ending == 4 {
                ending = 0
                let head = bytes
                bytes = []
                return .head(head)
            }
        }
        return .more
    }
}
