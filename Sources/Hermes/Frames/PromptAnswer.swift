import JSON

/// A device's answer to a prompt: an option, an option with a text (`other`), or, for an open question, a text alone.
public struct PromptAnswer: Sendable, Equatable, Hashable {
    /// The option that carries a text of its own.
    public static let other = "other"

    public var prompt: String
    public var option: String?
    public var text: String?

    public init(prompt: String, option: String? = nil, text: String? = nil) {
        self.prompt = prompt
        self.option = option
        self.text = text
    }

    init(_ fields: borrowing Fields) throws(FrameFault) {
        prompt = try fields.name(.promptID)
        option = try fields.text(ifPresent: .optionID)
        text = try fields.text(ifPresent: .text)
    }

    /// Appends the frame as JSON; the option's id in lower case, as the protocol wants it.
    public func encode(into out: inout [UInt8]) {
        JSONWriter.append(to: &out) { json in
            json.object { json in
                json.member("t", "prompt")
                json.member("prompt_id", prompt)
                json.member("option_id", ifPresent: option?.lowercased())
                json.member("text", ifPresent: text)
            }
        }
    }
}

/// The end of a prompt, and what was really applied.
public struct PromptDone: Sendable, Equatable {
    public var id: String
    public var option: String?
    public var expired: Bool

    public init(id: String, option: String? = nil, expired: Bool = false) {
        self.id = id
        self.option = option
        self.expired = expired
    }

    init(_ fields: borrowing Fields) throws(FrameFault) {
        id = try fields.name(.id)
        option = try fields.text(ifPresent: .optionID)
        expired = try fields.flag(.expired)
    }

    /// Appends the frame as JSON.
    public func encode(into out: inout [UInt8]) {
        JSONWriter.append(to: &out) { json in
            json.object { json in
                json.member("t", "prompt_done")
                json.member("id", id)
                json.member("option_id", ifPresent: option)
                if expired { json.member("expired", true) }
            }
        }
    }
}
