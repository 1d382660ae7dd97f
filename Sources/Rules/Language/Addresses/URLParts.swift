/// A URL taken apart (RFC 3986 section 3), as far as the checks need it. Nothing is decoded.
struct URLParts: Equatable {
    /// In lower case.
    var scheme: String
    var userinfo: String?
    /// Without the brackets of an IPv6 address.
    var host: String
    var port: String?
    var path: String
    var query: String
    var fragment: String?

    static func parse(_ text: String) -> Result<URLParts, TextFault> {
        if text.isEmpty { return .failure(TextFault(.empty, "this text is empty")) }
        if let bad = text.unicodeScalars.first(where: { $0.value <= 0x20 || $0.value == 0x7F }) {
            let what = bad == " " ? "a blank" : "a control character"
            return .failure(TextFault(.badURL, "\(quoted(text)) is not a URL: it has \(what)"))
        }
        guard let colon = text.firstRange(of: "://") else {
            return .failure(
                TextFault(
                    .badURL, "\(quoted(text)) is not a whole URL", hint: "it begins with a scheme: \"wss://host/path\"")
            )
        }
        let scheme = text[..<colon.lowerBound].lowercased()
        let isScheme =
            scheme.utf8.first.map { (0x61...0x7A).contains($0) } == true
            && scheme.utf8.allSatisfy {
                (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0)
            }
        guard isScheme else { return .failure(TextFault(.badURL, "\(quoted(text)) has no scheme that can be read")) }
        var rest = text[colon.upperBound...]
        let end = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
        var authority = rest[..<end]
        rest = rest[end...]
        var userinfo: String?
        if let at = authority.lastIndex(of: "@") {
            userinfo = String(authority[..<at])
            authority = authority[authority.index(after: at)...]
        }
        guard let (host, port) = HostPort.split(String(authority)) else {
            return .failure(TextFault(.badURL, "\(quoted(text)) has no host that can be read"))
        }
        let fragment = rest.firstIndex(of: "#").map { String(rest[rest.index(after: $0)...]) }
        if let hash = rest.firstIndex(of: "#") { rest = rest[..<hash] }
        let mark = rest.firstIndex(of: "?")
        return .success(
            URLParts(
                scheme: scheme, userinfo: userinfo, host: host, port: port,
                path: String(rest[..<(mark ?? rest.endIndex)]),
                query: mark.map { String(rest[rest.index(after: $0)...]) } ?? "", fragment: fragment))
    }

    /// What is wrong with host, port and the parts that no URL of a rule file may have.
    var faultOfAuthority: TextFault? {
        if userinfo != nil {
            return TextFault(.secretInFile, "the URL holds a name or password before its @", hint: "take it away")
        }
        if host.isEmpty { return TextFault(.badURL, "the URL has no host") }
        if !HostPort.isHost(host) { return TextFault(.badURL, "\(quoted(host)) is not a host") }
        if let port, !HostPort.isPort(port, least: 1) {
            return TextFault(.badURL, "\(quoted(port)) is not a port", hint: "from 1 to 65535")
        }
        if fragment != nil { return TextFault(.badURL, "a URL that is connected to has no part behind #") }
        return nil
    }

    /// Whether the host is this machine, as far as the text says it.
    var isLoopback: Bool { IPAddress(host)?.isLoopback ?? (host.lowercased() == "localhost") }
}

/// `HOST`, `HOST:PORT`, `[V6]:PORT`.
enum HostPort {
    /// The host without brackets, and the port as it was written. Nil if brackets or colons are out of place.
    static func split(_ text: String) -> (host: String, port: String?)? {
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            let host = String(text[text.index(after: text.startIndex)..<end])
            guard case .some(.v6) = IPAddress(host) else { return nil }
            let rest = text[text.index(after: end)...]
            if rest.isEmpty { return (host, nil) }
            return rest.first == ":" ? (host, String(rest.dropFirst())) : nil
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, let host = parts.first else { return nil }
        return (String(host), parts.count == 2 ? String(parts[1]) : nil)
    }

    static func isPort(_ text: String, least: Int) -> Bool {
        guard text.utf8.count <= 5, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = Int(text) else {
            return false
        }
        return (least...65535).contains(port)
    }

    /// An IP address, or a name of labels that are not empty; names in other scripts are left to the resolver.
    static func isHost(_ text: String) -> Bool {
        if IPAddress(text) != nil { return true }
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        let named = labels.last == "" ? labels.dropLast() : labels[...]
        guard !named.isEmpty, text.utf8.count <= 253 else { return false }
        // A last label of digits makes it an address, and as one it could not be read.
        if let last = named.last, last.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return false }
        return named.allSatisfy { label in
            !label.isEmpty && label.utf8.count <= 63
                && label.utf8.allSatisfy { byte in
                    byte >= 0x80 || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || byte == 0x2D
                        || byte == 0x5F
                }
        }
    }
}
