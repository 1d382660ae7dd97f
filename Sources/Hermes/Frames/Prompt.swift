import JSON

/// A card that asks a person, or a bot, to choose (protocol.md, "Prompts").
public struct Prompt: Sendable, Equatable {
    public enum Kind: Sendable, Hashable {
        case execApproval, slashConfirm, clarify
        /// A kind that we do not know.
        case other(String)

        public init(_ text: String) {
            switch text {
            case "exec_approval": self = .execApproval
            case "slash_confirm": self = .slashConfirm
            case "clarify": self = .clarify
            default: self = .other(text)
            }
        }

        /// As it stands in a frame.
        public var text: String {
            switch self {
            case .execApproval: "exec_approval"
            case .slashConfirm: "slash_confirm"
            case .clarify: "clarify"
            case .other(let text): text
            }
        }
    }

    public struct Option: Sendable, Hashable {
        /// Offered ids are compared without case.
        public var id: String
        public var label: String
        public var style: String?

        public init(id: String, label: String, style: String? = nil) {
            self.id = id
            self.label = label
            self.style = style
        }
    }

    /// `command`, whose very shape may matter.
    public enum Command: Sendable, Hashable {
        case absent
        case text(String)
        /// There, but no text with something in it.
        case malformed
    }

    public var id: String
    public var kind: Kind
    public var text: String
    /// Empty: an open question.
    public var options: [Option]
    public var command: Command

    public init(id: String, kind: Kind, text: String, options: [Option] = [], command: Command = .absent) {
        self.id = id
        self.kind = kind
        self.text = text
        self.options = options
        self.command = command
    }

    init(_ fields: borrowing Fields) throws(FrameFault) {
        id = try fields.name(.id)
        kind = Kind(try fields.text(.kind))
        text = try fields.text(.text)
        options = try Prompt.options(fields)
        command = Prompt.command(fields)
    }

    private static func options(_ fields: borrowing Fields) throws(FrameFault) -> [Option] {
        guard let range = try fields.container(ifPresent: .options, .array) else { return [] }
        var options: [Option] = []
        var reader = JSONReader(fields.bytes.extracting(range))
        var fault = range
        do throws(JSONError) {
            try reader.enterArray()
            while try reader.nextElement() {
                let element = try reader.skip()
                let whole = Fields.whole(element)
                fault = range.lowerBound + whole.lowerBound..<range.lowerBound + whole.upperBound
                guard element.kind == .object else { throw JSONError(.wrongKind, at: element.start) }
                options.append(try Option(fields.bytes.extracting(fault)))
            }
        } catch {
            throw FrameFault(.oddType, key: .options, wanted: .options, saw: .array, at: fault)
        }
        return options
    }

    private static func command(_ fields: borrowing Fields) -> Command {
        guard let slot = fields.slot(.command) else { return .absent }
        guard slot.kind == .string, !slot.range.isEmpty else { return .malformed }
        return .text(fields.text(of: slot))
    }

    /// The offered option with this id, case aside; nil if there is none, or if case alone tells two apart and neither is it.
    public func option(_ id: String) -> Option? {
        if let exact = options.first(where: { $0.id == id }) { return exact }
        let alike = options.filter { $0.id.lowercased() == id.lowercased() }
        return alike.count == 1 ? alike[0] : nil
    }

    /// Appends the frame as JSON. A malformed command is written as null.
    public func encode(into out: inout [UInt8]) {
        JSONWriter.append(to: &out) { json in
            json.object { json in
                json.member("t", "prompt")
                json.member("id", id)
                json.member("kind", kind.text)
                json.member("text", text)
                if !options.isEmpty {
                    json.key("options")
                    json.array { json in
                        for option in options { option.encode(into: &json) }
                    }
                }
                switch command {
                case .absent: break
                case .text(let command): json.member("command", command)
                case .malformed:
                    json.key("command")
                    json.null()
                }
            }
        }
    }
}

extension Prompt.Option {
    /// Any fault is one of the whole list: a card with options that cannot be read is not shown.
    init(_ bytes: Span<UInt8>) throws(JSONError) {
        var fields = Fields(bytes)
        do throws(FrameFault) {
            try fields.read()
            try self.init(fields)
        } catch {
            throw JSONError(.wrongKind, at: 0)
        }
    }

    private init(_ fields: borrowing Fields) throws(FrameFault) {
        id = try fields.name(.id)
        label = try fields.text(ifPresent: .label) ?? id
        style = try fields.text(ifPresent: .style)
    }

    func encode(into json: inout JSONWriter) {
        json.object { json in
            json.member("id", id)
            json.member("label", label)
            json.member("style", ifPresent: style)
        }
    }
}
