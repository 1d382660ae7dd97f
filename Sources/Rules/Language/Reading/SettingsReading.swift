import JSON
import Time

extension BotReader {
    mutating func readSettings(_ root: Node) {
        switch file.role {
        case .device: if let node = root["server"] { readServer(node) }
        case .gateway: if let node = root["server"] { readListen(node) }
        }
        if file.role == .device, let node = root["device"] {
            file.device.name = node["name"]?.text
            file.device.platform = node["platform"]?.text ?? file.device.platform
            file.device.appVersion = node["app_version"]?.text ?? file.device.appVersion
        }
        if let node = root["fetch"] {
            file.fetch.allow = node["allow"]?.elements.compactMap(\.text) ?? []
            file.fetch.maxSize = size(node["max_size"]) ?? file.fetch.maxSize
            file.fetch.timeout = interval(node["timeout"]) ?? file.fetch.timeout
            file.fetch.redirects = node["redirects"]?.count ?? file.fetch.redirects
            file.fetch.cache = size(node["cache"]) ?? file.fetch.cache
            file.fetch.proxyFromEnvironment = node["proxy"]?.text == "environment"
        }
        if let node = root["receive"] {
            file.receive.maxSize = size(node["max_size"]) ?? file.receive.maxSize
            file.receive.stalledAfter = interval(node["stalled_after"]) ?? file.receive.stalledAfter
            file.receive.quota = size(node["quota"]) ?? file.receive.quota
        }
        file.approvalsPerMinute = root["approvals"]?["per_minute"]?.count ?? file.approvalsPerMinute
        file.framesPerSecond = root["budget"]?["frames_per_second"]?.number
        file.ai.perMinute = root["ai"]?["per_minute"]?.count
        file.ai.tokensPerDay = root["ai"]?["tokens_per_day"]?.count
        file.ai.maxHistory = root["ai"]?["max_history"]?.count ?? file.ai.maxHistory
    }

    /// What the node says goes before what the settings are already.
    mutating func readServer(_ node: Node) {
        var server = file.server
        server.url = node["url"]?.text ?? server.url
        server.token = node["token"].flatMap { secret($0) } ?? server.token
        server.tokenPlacement =
            node["token_in"]?.text.flatMap(ServerSettings.TokenPlacement.init) ?? server.tokenPlacement
        server.headers =
            node["headers"]?.members.compactMap { member in
                member.value.text.map { (member.key, $0) }
            } ?? server.headers
        server.origin = node["origin"]?.text ?? server.origin
        server.subprotocol = node["subprotocol"]?.text ?? server.subprotocol
        if let user = node["user"], case .object = user.kind {
            server.user = JSONWriter.text { $0.node(user, in: source.bytes) }
        }
        server.connectTimeout = interval(node["connect_timeout"]) ?? server.connectTimeout
        server.ping = interval(node["ping"]) ?? server.ping
        server.deadAfter = interval(node["dead_after"]) ?? server.deadAfter
        server.helloTimeout = interval(node["hello_timeout"]) ?? server.helloTimeout
        server.wholeTexts = node["whole_texts"]?.flag ?? server.wholeTexts
        server.quiet = interval(node["quiet"]) ?? server.quiet
        server.backoff = node["backoff"].map { backoff($0) } ?? server.backoff
        server.maxMessage = size(node["max_message"]) ?? server.maxMessage
        server.maxSend = size(node["max_send"]) ?? server.maxSend
        server.maxText = node["max_text"]?.count ?? server.maxText
        server.partSize = size(node["part_size"]) ?? server.partSize
        server.delivery = node["delivery"]?.text.flatMap(ServerSettings.Delivery.init) ?? server.delivery
        server.plaintextToken = node["plaintext_token"]?.flag ?? server.plaintextToken
        server.compression = node["compression"]?.flag ?? server.compression
        file.server = server
        checkServer(node)
    }

    private mutating func checkServer(_ node: Node) {
        let server = file.server
        checkPlaintextToken(node)
        if server.tokenPlacement == .header, server.token != nil,
            let member = node["headers"]?.members.first(where: { $0.key.lowercased() == "authorization" })
        {
            report(
                .keysTogether, member.keyRange, "the token travels as Authorization, so no other can be given",
                hint: "take this header away, or \"token_in\": \"header\"")
        }
        checkTwoNames(node["headers"]?.members ?? [])
        if server.deadAfter <= server.ping, node["ping"] != nil || node["dead_after"] != nil {
            report(
                .outOfRange, (node["dead_after"] ?? node["ping"] ?? node).range,
                "a connection counts as dead after \(server.deadAfter.text), before the next ping at \(server.ping.text) could show that it lives",
                hint: "make \"dead_after\" longer than \"ping\"")
        }
        if let backoff = node["backoff"], server.backoff.cap < server.backoff.first {
            report(
                .outOfRange, (backoff["cap"] ?? backoff["first"] ?? backoff).range,
                "the longest delay, \(server.backoff.cap.text), is shorter than the first, \(server.backoff.first.text)"
            )
        }
        if server.partSize / 3 * 4 + 1024 > server.maxSend {
            report(
                .outOfRange, (node["part_size"] ?? node["max_send"] ?? node).range,
                "a part of \(server.partSize) bytes makes a frame that is larger than \"max_send\", \(server.maxSend) bytes",
                hint: "base64 makes four bytes of three")
        }
    }

    private mutating func checkPlaintextToken(_ node: Node) {
        guard let url = node["url"], let text = url.text, file.server.token != nil, !file.server.plaintextToken,
            case .success(let parts) = URLParts.parse(text), parts.scheme == "ws", !parts.isLoopback
        else { return }
        report(
            .plaintextToken, url.range, "the token would travel unencrypted to \(visible(parts.host))",
            hint: "use wss://, or say \"plaintext_token\": true if the network is trusted",
            related: node.member("token").map { [.init(range: $0.keyRange, message: "the token is given here")] } ?? [])
    }

    /// Header names are compared without case.
    mutating func checkTwoNames(_ members: [Member]) {
        var seen: [String: Member] = [:]
        for member in members {
            if let first = seen[member.key.lowercased()], first.key != member.key {
                report(
                    .duplicateKey, member.keyRange, "the header \(quoted(member.key)) stands here twice",
                    related: [.init(range: first.keyRange, message: "first here")])
            }
            seen[member.key.lowercased()] = seen[member.key.lowercased()] ?? member
        }
    }

    private mutating func backoff(_ node: Node) -> BackoffSettings {
        var backoff = BackoffSettings()
        backoff.first = interval(node["first"]) ?? backoff.first
        backoff.cap = interval(node["cap"]) ?? backoff.cap
        backoff.settle = interval(node["settle"]) ?? backoff.settle
        backoff.maxAttempts = node["max_attempts"]?.count
        switch (node["jitter"]?.text, node["jitter"]?.number) {
        case ("none", _): backoff.jitter = .none
        case (_, let part?): backoff.jitter = .part(part)
        default: backoff.jitter = .full
        }
        return backoff
    }

    private mutating func readListen(_ node: Node) {
        var listen = file.listen
        listen.listen = node["listen"]?.text ?? listen.listen
        listen.path = node["path"]?.text ?? listen.path
        listen.tokens =
            node["tokens"]?.elements.compactMap { token in
                secret(token).map { ListenSettings.Token(source: $0, device: token["device"]?.text) }
            } ?? []
        listen.maxDevices = node["max_devices"]?.count
        listen.helloTimeout = interval(node["hello_timeout"]) ?? listen.helloTimeout
        listen.rate = node["rate"]?.number
        listen.maxMessage = size(node["max_message"]) ?? listen.maxMessage
        listen.partSize = size(node["part_size"]) ?? listen.partSize
        listen.compression = node["compression"]?.flag ?? listen.compression
        file.listen = listen
    }

    // MARK: Values

    /// Where a token or key is read from. One that stands in the file itself is refused, and not printed.
    mutating func secret(_ node: Node) -> SecretSource? {
        if node.text != nil {
            diagnostics.removeAll { $0.code == .wrongType && $0.range == node.range }
            report(
                .secretInFile, node.range, "a token or key never stands in a rule file",
                hint:
                    "say where it is read from: { \"env\": \"TALARIA_TOKEN\" }, { \"file\": ... } or { \"credential\": ... }"
            )
        }
        if let name = node["env"]?.text { return .environment(name) }
        if let path = node["file"]?.text { return .file(path) }
        return node["credential"]?.text.map { .credential($0) }
    }

    func interval(_ node: Node?) -> Interval? { node?.text.flatMap { Interval(parsing: $0) } }

    func size(_ node: Node?) -> Int? {
        node?.text.flatMap { text in
            if case .success(let bytes) = ByteSize.parse(text) { bytes } else { nil }
        }
    }
}
