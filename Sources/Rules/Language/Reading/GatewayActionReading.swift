import JSON

// What only a gateway does.

extension BotReader {
    mutating func gatewayStep(_ member: Member) -> Action.Step? {
        let node = member.value
        switch member.key {
        case "ready":
            if let t = node.member("t") {
                report(.refusedFrame, t.keyRange, "a \"ready\" has its type already", hint: "take \"t\" away")
            }
            return .ready(jsonTemplate(node))
        case "prompt": return promptCard(node).map { .prompt($0) }
        case "prompt_done":
            return .promptDone(
                option: node["option"]?.text, expired: node["expired"]?.flag ?? false, id: promptID(member))
        case "avatar": return node.text.map { .avatar(state: $0) }
        case "error":
            let code = template(node["code"]) ?? Template(literal: "error", place: place(of: node))
            return template(node["message"]).map {
                .error(code: code, message: $0, fatal: node["fatal"]?.flag ?? false)
            }
        case "close":
            let reason = template(node["reason"]) ?? Template(literal: "", place: place(of: node))
            if let text = reason.literalText, text.utf8.count > 123, let place = node["reason"] {
                report(
                    .outOfRange, place.range, "a close frame holds at most 123 bytes of reason (RFC 6455 section 5.5)")
            }
            return .close(code: closeCode(node) ?? 1000, reason: reason)
        default: return nil
        }
    }

    mutating func gatewayMessage(_ node: Node) -> Action.Step? {
        let texts = saidTexts(node)
        guard !texts.isEmpty else { return nil }
        return .message(
            GatewayMessage(
                texts: texts, stream: stream(node["stream"]), final: node["final"]?.flag ?? true,
                id: template(node["id"])
            ))
    }

    /// Without `id` the prompt is that of the event, which must be about one.
    private mutating func promptID(_ member: Member) -> Template? {
        if let id = member.value["id"] { return template(id) }
        if rule.isKnown, !rule.triggers.isEmpty, !rule.triggers.contains(.answer) {
            report(
                .missingKey, member.keyRange,
                "\"prompt_done\" needs \"id\": an event of \(choice(of: rule.triggers.map { quoted($0.rawValue) })) is about no prompt"
            )
        }
        return nil
    }

    private mutating func promptCard(_ node: Node) -> PromptCard? {
        guard let kind = node["kind"]?.text, let text = template(node["text"]) else { return nil }
        var card = PromptCard(kind: kind, text: text)
        var ids: [String: Node] = [:]
        for element in node["options"]?.elements ?? [] {
            let idNode = element["id"] ?? element
            guard let id = idNode.text else { continue }
            if let first = ids[id.lowercased()] {
                report(
                    .duplicateKey, idNode.range, "the option \(quoted(id)) stands here twice",
                    related: [.init(range: first.range, message: "first here")])
            }
            ids[id.lowercased()] = idNode
            let label = template(element["label"]) ?? Template(literal: id, place: place(of: idNode))
            card.options.append(.init(id: id, label: label, style: element["style"]?.text))
        }
        card.expires = interval(node["expires"])
        card.id = template(node["id"])
        card.command = template(node["command"])
        if kind != "exec_approval", let member = node.member("command") {
            report(.keysTogether, member.keyRange, "only an \"exec_approval\" is about a command")
        }
        return card
    }
}
