// Gathers the head of an HTTP message up to its empty line (RFC 9112 section 2). Bytes that cannot stand in a head end
// it at once, so that a TLS greeting on a plain port is not waited on.

/// Limits on an HTTP head.
public struct HeadLimits: Sendable, Equatable {
    /// Bytes, the empty line included.
    public var bytes: Int
    public var fields: Int

    public init(bytes: Int = 16 << 10, fields: Int = 100) {
        self.bytes = bytes
        self.fields = fields
    }
}

/// Why a head is refused. The raw value is the stable code.
public enum HeadFault: String, Error, Sendable, CaseIterable {
    case tooLong = "http-head-too-long"
    case tooManyFields = "http-too-many-fields"
    case badByte = "http-bad-byte"
    case badStartLine = "http-bad-start-line"
    case badVersion = "http-bad-version"
    case badField = "http-bad-field"

    /// The status to answer a request with (RFC 9110 section 15, RFC 6585).
    public var status: Int {
        switch self {
        case .tooLong, .tooManyFields: 431
        case .badVersion: 505
        default: 400
        }
    }
}

extension HeadFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .tooLong: "the HTTP head is over the limit"
        case .tooManyFields: "the HTTP head has more fields than the limit"
        case .badByte: "the HTTP head has a byte that may not stand in it"
        case .badStartLine: "the first line is not HTTP"
        case .badVersion: "the HTTP version is not 1.x"
        case .badField: "a header field is malformed"
        }
    }
}

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
