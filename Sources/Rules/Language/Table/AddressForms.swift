import Address

// Forms of URLs, addresses and headers. They look at the text alone; what a name leads to is vetted when it is used.

extension BotLanguage {
    static let socketURL = TextForm("a ws:// or wss:// URL", pattern: "^wss?://", example: "\"wss://host.example/ws\"")
    { text in
        switch URLParts.parse(text) {
        case .failure(let fault): return fault
        case .success(let parts):
            if parts.scheme != "ws", parts.scheme != "wss" {
                let mend = ["http": "ws", "https": "wss"][parts.scheme].map { "did you mean \"\($0)://\"?" }
                return TextFault(
                    .badURL, "a server is reached by ws:// or wss://, not \(parts.scheme)://",
                    hint: mend, at: 0..<parts.scheme.utf8.count)
            }
            if let fault = parts.faultOfAuthority { return fault }
            return parts.query.split(separator: "&").contains { $0.lowercased().hasPrefix("token=") }
                ? TextFault(
                    .secretInFile, "the URL holds a token",
                    hint: "say where it is read from: \"token\": { \"env\": \"TALARIA_TOKEN\" }") : nil
        }
    }

    static let webURL = TextForm(
        "an http:// or https:// URL", pattern: "^https?://", example: "\"https://host.example/v1\""
    ) { text in
        if let fault = TextForm.literal.check(text) { return fault }
        switch URLParts.parse(text) {
        case .failure(let fault): return fault
        case .success(let parts):
            return parts.scheme == "http" || parts.scheme == "https"
                ? parts.faultOfAuthority
                : TextFault(
                    .badURL, "only http:// and https:// are fetched, not \(parts.scheme)://",
                    at: 0..<parts.scheme.utf8.count)
        }
    }

    static let urlPath = TextForm("a path of a URL", pattern: "^/", example: "\"/ws\"") { text in
        let plain = text.utf8.allSatisfy {
            $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#")
        }
        return text.utf8.starts(with: "/".utf8) && plain
            ? nil : TextFault(.badURL, "\(quoted(text)) is not the path of a URL", hint: "it begins with /: \"/ws\"")
    }

    /// HOST:PORT to listen on.
    static let listenAddress = TextForm("an address to listen on", pattern: ":[0-9]+$", example: "\"127.0.0.1:8787\"") {
        text in
        guard let (host, port) = HostPort.split(text), let port, !host.isEmpty else {
            return TextFault(
                .badAddress, "\(quoted(text)) is not an address to listen on",
                hint: "a host and a port: \"127.0.0.1:8787\", \"[::1]:8787\" or \"0.0.0.0:8787\"")
        }
        return HostPort.isPort(port, least: 0)
            ? nil : TextFault(.badAddress, "\(quoted(port)) is not a port", hint: "from 0 (any free one) to 65535")
    }

    /// HOST, HOST:PORT, a network, or `server`.
    static let fetchTarget = TextForm("a host or network", pattern: ".", example: "\"10.0.0.0/8\"") { text in
        if let fault = TextForm.literal.check(text) { return fault }
        let wrong = TextFault(
            .badAddress, "\(quoted(text)) is not a host or network",
            hint: "HOST, HOST:PORT, a network such as \"10.0.0.0/8\", or \"server\"")
        if text.utf8.contains(0x2F) {
            return IPNetwork(text) == nil ? wrong : nil
        }
        if IPAddress(text) != nil { return nil }
        guard let (host, port) = HostPort.split(text), HostPort.isHost(host) else { return wrong }
        return port.map { HostPort.isPort($0, least: 1) } ?? true ? nil : wrong
    }

    static let headerToken = TextForm("a token of HTTP", pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$") { text in
        isToken(text) ? nil : TextFault(.badHeader, "\(quoted(text)) is not a token of HTTP (RFC 9110 section 5.6.2)")
    }

    static let headerName = TextForm("a header's name", pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$") { text in
        guard isToken(text) else {
            return TextFault(
                .badHeader, "\(quoted(text)) is not a header's name", hint: "letters, digits and -, nothing else")
        }
        let lower = text.lowercased()
        let own = ["host", "connection", "upgrade", "content-length", "transfer-encoding"]
        return own.contains(lower) || lower.hasPrefix("sec-websocket-")
            ? TextFault(.badHeader, "the header \(quoted(text)) is Talaria's own", hint: "take it away") : nil
    }

    static let headerValue = TextForm("a header's value") { text in
        if let fault = TextForm.literal.check(text) { return fault }
        return text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\t" || $0.value == 0x7F }
            ? TextFault(.badHeader, "a control character cannot stand in a header") : nil
    }

    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) && byte < 0x80
                    || "!#$%&'*+-.^_`|~".utf8.contains(byte)
            }
    }
}
