import JSON

/// Why a message is no frame that could be used. It is counted, traced and ignored; the connection stays.
public struct FrameFault: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Code: String, Sendable, CaseIterable {
        case notJSON = "not_json"
        case notAnObject = "not_an_object"
        /// No `t`.
        case noType = "no_type"
        /// A key twice in one object: which one the peer meant cannot be known.
        case repeatedKey = "repeated_key"
        /// A known frame without a key that it must have.
        case missingKey = "missing_key"
        /// A known key with a value of the wrong kind.
        case oddType = "odd_type"
        /// Over 4 GiB.
        case tooLarge = "too_large"
    }

    /// What a key should hold.
    enum Wanted: String, Sendable {
        case text = "a text"
        case name = "a text with something in it"
        case flag = "true or false"
        case whole = "a whole number"
        case object = "an object"
        case list = "a list"
        case options = "a list of { \"id\", \"label\" }"
    }

    public let code: Code
    private let known: FrameKey?
    private let wanted: Wanted?
    /// Of `notJSON`.
    public let json: JSONError?

    init(_ code: Code, key: FrameKey? = nil, wanted: Wanted? = nil, json: JSONError? = nil) {
        self.code = code
        self.known = key
        self.wanted = wanted
        self.json = json
    }

    /// The known key that it is about; nil where that is none of ours.
    public var key: String? { known?.name }

    /// Holds nothing that came from outside.
    public var description: String {
        let key = key.map { "\"\($0)\"" } ?? "a key"
        return switch code {
        case .notJSON: "not JSON: \(json?.description ?? "")"
        case .notAnObject: "not a JSON object"
        case .noType: "no \"t\""
        case .repeatedKey: "\(key) comes twice"
        case .missingKey: "\(key) is missing"
        case .oddType: "\(key) is not \(wanted?.rawValue ?? "as it should be")"
        case .tooLarge: "too large to be read"
        }
    }
}

/// What became of the bytes of a message.
public enum Decoded<Frame: Sendable>: Sendable {
    case frame(Frame)
    case malformed(FrameFault)
}

extension Decoded: Equatable where Frame: Equatable {}
