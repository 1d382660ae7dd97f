import Rules

/// The types of frames (`t`) that each end of the protocol sends, as tests name them.
enum FrameTypes {
    /// protocol.md, "Device to gateway" and "Gateway to device".
    static func sent(by role: Role) -> [String] {
        switch role {
        case .device: ["text", "message", "media", "audio", "prompt", "hello"]
        case .gateway: ["message", "prompt", "prompt_done", "media", "typing", "avatar", "error", "ready"]
        }
    }

    /// The keys that such a frame can have when this end sends it; nil: any.
    static func keys(of type: String, from role: Role) -> [String]? {
        switch (type, role) {
        case ("text", .device): ["t", "id", "text"]
        case ("audio", .device): ["t", "id", "format", "data", "text"]
        case ("prompt", .device): ["t", "prompt_id", "option_id", "text"]
        case ("message", _): ["t", "id", "text", "edit", "final"]
        case ("media", _):
            ["t", "id", "kind", "mime", "filename", "caption", "data", "part", "parts"]
                + (role == .gateway ? ["url"] : [])
        case ("prompt", .gateway): ["t", "id", "kind", "text", "options", "command"]
        case ("prompt_done", .gateway): ["t", "id", "option_id", "expired"]
        case ("typing", .gateway): ["t", "stop"]
        case ("avatar", .gateway): ["t", "state"]
        case ("error", .gateway): ["t", "code", "message", "fatal"]
        case ("close", _): ["t", "code", "reason"]
        default: nil
        }
    }

    /// What a key of such a frame can hold when this end sends it; nil: any text.
    static func words(of key: String, in type: String, from role: Role) -> [String]? {
        switch (type, key, role) {
        case ("media", "kind", _): BotLanguage.mediaKinds
        case ("audio", "format", .device): ["wav"]
        case ("prompt", "kind", .gateway): BotLanguage.promptKinds
        case ("avatar", "state", .gateway): BotLanguage.avatarStates
        default: nil
        }
    }

    /// Whether rules send frames of this type as they stand, with whatever keys.
    static func isSentByHand(_ type: String, _ file: BotFile) -> Bool {
        file.rules.contains { sent(in: $0.actions).contains(type) }
    }

    /// What can leave a bot: its role's frames, those that its rules send as they stand, and its end of a connection.
    static func leaving(_ file: BotFile) -> [String] {
        sent(by: file.role) + file.rules.flatMap { sent(in: $0.actions) } + ["close"]
    }

    private static func sent(in actions: [Action]) -> [String] {
        actions.flatMap { action -> [String] in
            switch action.step {
            case .send(.object(let members)): members.compactMap { $0.key == "t" ? literal($0.value) : nil }
            case .askAI(let ask): sent(in: ask.onError)
            default: []
            }
        }
    }

    private static func literal(_ value: JSONTemplate) -> String? {
        guard case .text(let template) = value else { return nil }
        var text = ""
        for case .literal(let piece) in template.pieces { text += piece }
        return text
    }

    /// How this end says what somebody called so.
    static func meant(by name: String, from role: Role) -> String? {
        switch (name.lowercased(), role) {
        case ("image", _), ("picture", _), ("photo", _), ("file", _), ("document", _), ("video", _), ("voice", _),
            ("animation", _):
            let kind =
                ["image", "document", "video", "voice", "animation"].first { $0 == name.lowercased() } ?? "image"
            return #"files go out as { "t": "media", "kind": "\#(kind)" }"#
        case ("reply", .device), ("say", .device), ("answer_text", .device):
            return #"a reply goes out as { "t": "text", "text": ... }, a stream of one as { "t": "message", ... }"#
        case ("reply", .gateway), ("say", .gateway), ("text", .gateway):
            return #"a gateway says things as { "t": "message", "text": ... }"#
        case ("answer", .device), ("prompt_done", .device):
            return #"an answer goes out as { "t": "prompt", "option_id": ... }"#
        case ("disconnect", _), ("closed", _): return #"the end of a connection is { "t": "close", "code": 1000 }"#
        case ("typing", .device): return "a device shows no typing: time passes with \"advance\""
        default: return nil
        }
    }
}
