import JSON

/// What one JSON object of a chat endpoint says: a chunk of a stream, a whole completion, or an error. Keys that are not
/// known, and values of an odd type, are passed over: servers differ.
struct ChatChunk: Hashable {
    var text = ""
    var reason: String?
    var promptTokens: Int?
    var completionTokens: Int?
    /// The message of an error.
    var error: String?

    init(_ bytes: [UInt8]) throws(JSONError) {
        var reader = JSONReader(bytes.span)
        guard try reader.peek() == .object else { throw JSONError(.wrongKind, at: 0) }
        var isError = false
        var message: String?
        try reader.enterObject()
        while let key = try reader.nextKey() {
            if reader.matches(key, "choices") {
                try readChoices(&reader)
            } else if reader.matches(key, "usage") {
                try readUsage(&reader)
            } else if reader.matches(key, "error") {
                error = try Self.readError(&reader)
            } else if reader.matches(key, "object") {
                isError = try Self.readText(&reader) == "error"
            } else if reader.matches(key, "message") || reader.matches(key, "detail") {
                message = try Self.readText(&reader) ?? message
            } else {
                try reader.skip()
            }
        }
        try reader.finish()
        if isError, error == nil { error = message ?? "" }
        self.message = message
    }

    /// `message` or `detail` at the top: an error of some servers, if the status says so.
    private(set) var message: String?

    /// The first choice alone: no more than one was asked for.
    private mutating func readChoices(_ reader: inout JSONReader) throws(JSONError) {
        guard try reader.peek() == .array else {
            try reader.skip()
            return
        }
        try reader.enterArray()
        var isFirst = true
        while try reader.nextElement() {
            if isFirst, try reader.peek() == .object {
                try readChoice(&reader)
            } else {
                try reader.skip()
            }
            isFirst = false
        }
    }

    private mutating func readChoice(_ reader: inout JSONReader) throws(JSONError) {
        try reader.enterObject()
        while let key = try reader.nextKey() {
            if reader.matches(key, "delta") || reader.matches(key, "message"), try reader.peek() == .object {
                try reader.enterObject()
                while let key = try reader.nextKey() {
                    if reader.matches(key, "content") {
                        text += try Self.readText(&reader) ?? ""
                    } else {
                        try reader.skip()
                    }
                }
            } else if reader.matches(key, "finish_reason") {
                reason = try Self.readText(&reader)
            } else {
                try reader.skip()
            }
        }
    }

    private mutating func readUsage(_ reader: inout JSONReader) throws(JSONError) {
        guard try reader.peek() == .object else {
            try reader.skip()
            return
        }
        try reader.enterObject()
        while let key = try reader.nextKey() {
            if reader.matches(key, "prompt_tokens"), try reader.peek() == .number {
                promptTokens = try? reader.readInt()
            } else if reader.matches(key, "completion_tokens"), try reader.peek() == .number {
                completionTokens = try? reader.readInt()
            } else {
                try reader.skip()
            }
        }
    }

    /// `{"message": ...}`, or a text by itself; `null` is no error.
    private static func readError(_ reader: inout JSONReader) throws(JSONError) -> String? {
        switch try reader.peek() {
        case .null:
            try reader.skip()
            return nil
        case .string: return try reader.readText()
        case .object:
            var message = ""
            try reader.enterObject()
            while let key = try reader.nextKey() {
                if reader.matches(key, "message") {
                    message = try readText(&reader) ?? ""
                } else {
                    try reader.skip()
                }
            }
            return message
        default:
            try reader.skip()
            return ""
        }
    }

    /// A string; nil for anything else, which is passed over.
    private static func readText(_ reader: inout JSONReader) throws(JSONError) -> String? {
        guard try reader.peek() == .string else {
            try reader.skip()
            return nil
        }
        return try reader.readText()
    }
}
