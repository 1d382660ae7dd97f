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

    public var code: Code
    /// The known key that it is about; nil where that is none of ours.
    public var key: String?
    /// What the key should hold.
    public var wanted: String?
    /// Of `notJSON`.
    public var json: JSONError?

    init(_ code: Code, key: FrameKey? = nil, wanted: String? = nil, json: JSONError? = nil) {
        self.code = code
        self.key = key?.name
        self.wanted = wanted
        self.json = json
    }

    /// Holds nothing that came from outside.
    public var description: String {
        let key = key.map { "\"\($0)\"" } ?? "a key"
        return switch code {
        case .notJSON: "not JSON: \(json?.description ?? "")"
        case .notAnObject: "not a JSON object"
        case .noType: "no \"t\""
        case .repeatedKey: "\(key) comes twice"
        case .missingKey: "\(key) is missing"
        case .oddType: "\(key) is not \(wanted ?? "as it should be")"
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
