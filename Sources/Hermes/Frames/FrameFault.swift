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
    private let due: Wanted?
    private let found: JSONKind?
    /// Of `notJSON`.
    public let json: JSONError?
    /// The bytes of the message that it is about: a value, or a key that comes twice; nil where it is about what is not there.
    public private(set) var range: Range<Int>?

    init(
        _ code: Code, key: FrameKey? = nil, wanted: Wanted? = nil, saw: JSONKind? = nil, at range: Range<Int>? = nil,
        json: JSONError? = nil
    ) {
        self.code = code
        self.known = key
        self.due = wanted
        self.found = saw
        self.range = range
        self.json = json
    }

    /// The same fault of a message in which these bytes begin at an offset.
    func moved(by offset: Int) -> FrameFault {
        var moved = self
        moved.range = range.map { $0.lowerBound + offset..<$0.upperBound + offset }
        return moved
    }

    /// The known key that it is about; nil where that is none of ours.
    public var key: String? { known?.name }

    /// What the key should hold, such as `a text`.
    public var wanted: String? { due?.rawValue }

    /// What kind of value stands there, such as `a number`.
    public var saw: String? {
        switch (found, due) {
        case (.string, .name): "an empty text"
        case (.string, _): "a text"
        case (.number, .whole): "a number that is not whole, or too large"
        case (.number, _): "a number"
        case (.bool, _): "true or false"
        case (.object, _): "an object"
        case (.array, .options): "a list with something else in it"
        case (.array, _): "a list"
        case (.null, _): "null"
        case (nil, _): nil
        }
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
