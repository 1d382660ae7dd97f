/// Why a head is refused. The raw value is the stable code.
public enum HeadFault: String, Error, Sendable, CaseIterable {
    case tooLong = "http-head-too-long"
    case tooManyFields = "http-too-many-fields"
    case badByte = "http-bad-byte"
    case badStartLine = "http-bad-start-line"
    case badVersion = "http-bad-version"
    case badField = "http-bad-field"
    case tooManyInterim = "http-too-many-interim"

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
        case .tooManyInterim: "one interim response follows another without end"
        }
    }
}
