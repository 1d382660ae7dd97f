import JSON
import Time

extension BotReader {
    mutating func actions(_ node: Node?) -> [Action] {
        (node?.elements ?? []).compactMap { element in
            guard let member = element.members.first(where: { BotLanguage.actionNames.contains($0.key) }),
                let step = step(member)
            else { return nil }
            return Action(step, place: place(of: element))
        }
    }

    private mutating func step(_ member: Member) -> Action.Step? {
        let node = member.value
        switch (member.key, file.role) {
        case ("reply", .device): return reply(node)
        case ("message", .gateway): return gatewayMessage(node)
        case ("ask_ai", _): return askAI(node)
        case ("answer", .device): return answerChoice(node).map { .answer($0) }
        case ("media", _): return media(node)
        case ("audio", .device):
            return mediaSource(node).map { .audio($0, transcript: template(node["transcript"])) }
        case ("save", _):
            checkSave(member)
            return .save(folder: node["folder"]?.text)
        case ("typing", _): return delay(node).map { .typing($0) }
        case ("wait", _): return delay(node).map { .wait($0) }
        case ("set", _): return .set(node.members.compactMap { assignment($0) })
        case ("goto", _): return goto(node)
        case ("send", _): return send(node)
        case ("cancel", _):
            if let of = node["of"], let id = of.text { cancels.append((id, of.range)) }
            return .cancel(of: node["of"]?.text)
        case ("log", _):
            let level = node["level"]?.text.flatMap(LogLevel.init) ?? .info
            return template(node.text == nil ? node["text"] : node).map { .log(level: level, $0) }
        case ("http", _): return http(node)
        case ("stop", _): return .stop(code: node["code"]?.count ?? 0)
        case ("disconnect", .device):
            return .disconnect(code: closeCode(node) ?? 1000, reconnect: node["reconnect"]?.flag ?? false)
        default: return file.role == .gateway ? gatewayStep(member) : nil
        }
    }

    // MARK: Texts

    private mutating func reply(_ node: Node) -> Action.Step? {
        let texts = saidTexts(node)
        guard !texts.isEmpty else { return nil }
        return .reply(Reply(texts: texts, stream: stream(node["stream"]), now: node["now"]?.flag ?? false))
    }

    /// What is said: one text, or several of which one is drawn.
    mutating func saidTexts(_ node: Node) -> [Template] {
        if let one = template(node.text == nil ? node["text"] : node) { return [one] }
        return (node["one_of"]?.elements ?? []).compactMap { template($0) }
    }

    func stream(_ node: Node?) -> StreamStyle? {
        guard let node else { return nil }
        var style = StreamStyle()
        style.unit = node["by"]?.text.flatMap(StreamStyle.Unit.init) ?? style.unit
        style.every = interval(node["every"]) ?? style.every
        style.jitter = interval(node["jitter"]) ?? style.jitter
        style.cursor = node["cursor"]?.text ?? style.cursor
        return style
    }

    private mutating func askAI(_ node: Node) -> Action.Step? {
        // Without `prompt`, what is asked is the event's own text.
        if node["prompt"] == nil, rule.isKnown, !rule.triggers.isEmpty, !rule.fields.contains(.text) {
            report(
                .missingKey, node.range.lowerBound..<(node.range.lowerBound + 1),
                "\"ask_ai\" needs \"prompt\": an event of \(choice(of: rule.triggers.map { quoted($0.rawValue) })) has no text"
            )
        }
        let place = place(of: node)
        let text = Template.Lookup(name: "text", place: place)
        let prompt = template(node["prompt"]) ?? Template(pieces: [.lookup(text)], place: place)
        guard let url = node["url"]?.text, let model = node["model"]?.text else { return nil }
        var ask = AskAI(url: url, model: model, prompt: prompt)
        ask.key = node["key"].flatMap { secret($0) }
        ask.system = template(node["system"])
        ask.history = node["history"]?.count ?? ask.history
        ask.timeout = interval(node["timeout"]) ?? ask.timeout
        ask.firstToken = interval(node["first_token"])
        ask.betweenTokens = interval(node["between_tokens"])
        for key in ["first_token", "between_tokens"] {
            guard let limit = node[key], let time = interval(limit), time > ask.timeout else { continue }
            report(
                .outOfRange, limit.range,
                "\(time.text) is longer than \"timeout\" (\(ask.timeout.text)), which ends it first",
                hint: "make \"timeout\" longer, or leave \"\(key)\" away")
        }
        ask.maxTokens = node["max_tokens"]?.count
        ask.stream = stream(node["stream"])
        let wasOnError = rule.isOnError
        rule.isOnError = true
        ask.onError = actions(node["on_error"])
        rule.isOnError = wasOnError
        return .askAI(ask)
    }

    private mutating func answerChoice(_ node: Node) -> AnswerChoice? {
        if let id = node.text { return .id(id) }
        if let label = node["label"]?.text { return .label(label) }
        if let other = node["other"] {
            checkNotBlank(other, "the option \"other\" must carry a text")
            return template(other).map { .other($0) }
        }
        if let text = node["text"] {
            checkNotBlank(text, "an open question is answered by a text")
            return template(text).map { .text($0) }
        }
        let choices = (node["first_of"]?.elements ?? []).compactMap { answerChoice($0) }
        return choices.isEmpty ? nil : .firstOf(choices)
    }

    private mutating func checkNotBlank(_ node: Node, _ message: String) {
        guard let text = node.text, text.allSatisfy(\.isWhitespace) else { return }
        report(.empty, node.range, message)
    }

    // MARK: Files

    private mutating func media(_ node: Node) -> Action.Step? {
        guard let source = mediaSource(node) else { return nil }
        var post = MediaPost(source: source)
        post.kind = node["kind"]?.text
        post.mime = node["mime"]?.text
        post.filename = template(node["filename"])
        post.caption = template(node["caption"])
        post.asURL = node["as"]?.text == "url"
        return .media(post)
    }

    private mutating func mediaSource(_ node: Node) -> MediaSource? {
        if let file = node["file"], let path = file.text {
            sentFiles.append((path, file.range))
            return .file(path)
        }
        guard let url = node["url"], let text = template(url) else { return nil }
        return .url(text, literalOrigin: literalOrigin(text, at: url))
    }

    /// Whether the file names scheme, host and port itself, up to the first `/` behind them.
    private mutating func literalOrigin(_ template: Template, at node: Node) -> Bool {
        let start = template.literalStart
        guard !start.isEmpty else { return false }
        guard let colon = start.firstRange(of: "://") else {
            if template.literalText != nil || !start.utf8.allSatisfy({ $0 != 0x3A && $0 != 0x2F }) {
                report(
                    .badURL, node.range, "\(quoted(start)) is not the start of a URL",
                    hint: "such as \"https://host.example/\"")
            }
            return false
        }
        let authority = start[colon.upperBound...]
        let isWhole = template.literalText != nil || authority.contains("/")
        let end = authority.firstIndex(of: "/") ?? authority.endIndex
        let origin = isWhole ? String(start[..<end]) : String(start[..<colon.upperBound]) + "host"
        if let fault = BotLanguage.webURL.check(origin) {
            report(fault.code, node.range, fault.message, hint: fault.hint)
        }
        return isWhole
    }

    private mutating func checkSave(_ member: Member) {
        guard rule.isKnown, !rule.triggers.isEmpty, !rule.triggers.contains(.media), !rule.triggers.contains(.audio)
        else { return }
        report(
            .fieldNotThere, member.keyRange,
            "\"save\" keeps a file that came in, and an event of \(choice(of: rule.triggers.map { quoted($0.rawValue) })) brings none",
            hint: "use it in a rule with \"on\": \"media\"")
    }

    private mutating func http(_ node: Node) -> Action.Step? {
        guard let urlNode = node["url"], let url = template(urlNode) else { return nil }
        var call = HTTPCall(url: url, literalOrigin: literalOrigin(url, at: urlNode))
        call.method = node["method"]?.text ?? (node["body"] == nil ? "GET" : "POST")
        let headers = node["headers"]?.members ?? []
        checkTwoNames(headers)
        call.headers = headers.compactMap { member in template(member.value).map { (member.key, $0) } }
        if let body = node["body"] {
            call.body = body.text == nil ? .json(jsonTemplate(body)) : template(body).map { .text($0) }
            if call.method == "GET" || call.method == "HEAD", let member = node.member("body") {
                report(
                    .keysTogether, member.keyRange, "a \(call.method) request has no body", hint: "\"method\": \"POST\""
                )
            }
        }
        return .http(call)
    }

    // MARK: The bot itself

    private func delay(_ node: Node) -> DelayRange? {
        guard let text = node.text, case .success(let range) = DelayRange.parse(text) else { return nil }
        return range
    }

    private mutating func assignment(_ member: Member) -> Assignment? {
        let node = member.value
        switch node.kind {
        case .string: return template(node).map { Assignment(name: member.key, change: .to($0)) }
        case .number(let number): return Assignment(name: member.key, change: .number(number))
        case .bool(let flag): return Assignment(name: member.key, change: .flag(flag))
        default:
            guard let add = node["add"]?.number else { return nil }
            if let variable = file.variables.first(where: { $0.name == member.key }), !variable.start.isNumber {
                report(
                    .wrongType, node.range,
                    "\(quoted(member.key)) is not a number at the start, so nothing can be added",
                    hint: "start it with a number in \"vars\"")
            }
            return Assignment(name: member.key, change: .add(add))
        }
    }

    private mutating func goto(_ node: Node) -> Action.Step? {
        if node.isNull { return .goto(state: nil, for: nil) }
        let named = node["state"] ?? node
        guard let state = named.text else { return nil }
        mention(named, entering: true)
        return .goto(state: state, for: interval(node["for"]))
    }

    private mutating func send(_ node: Node) -> Action.Step? {
        guard let t = node["t"] else {
            report(
                .refusedFrame, node.range.lowerBound..<(node.range.lowerBound + 1), "a frame needs \"t\", its type",
                hint: "such as \"t\": \"text\"")
            return nil
        }
        guard let name = t.text, !name.isEmpty, !name.contains("{{") else {
            report(
                .refusedFrame, t.range, "the type of a frame must be a literal text", hint: "such as \"t\": \"text\"")
            return nil
        }
        switch name {
        case "hello": report(.refusedFrame, t.range, "a \"hello\" is sent by Talaria alone: it carries the token")
        case "prompt":
            let mend = file.role == .device ? "answer with the action \"answer\"" : "ask with the action \"prompt\""
            report(
                .refusedFrame, t.range, "a \"prompt\" cannot be sent as it stands: it would go past every check",
                hint: mend)
        default: break
        }
        return .send(jsonTemplate(node))
    }

    /// A code that may stand in a close frame (RFC 6455 section 7.4).
    mutating func closeCode(_ node: Node) -> UInt16? {
        guard let code = node["code"], let number = code.count, (1000...4999).contains(number) else { return nil }
        if [1004, 1005, 1006, 1015].contains(number) || (1016...2999).contains(number) {
            report(
                .outOfRange, code.range, "\(number) cannot stand in a close frame (RFC 6455 section 7.4)",
                hint: "1000 for a normal end; your own are 4000 to 4999")
        }
        return UInt16(number)
    }
}

extension Value {
    var isNumber: Bool {
        if case .number = self { true } else { false }
    }
}
