import Address

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
    var isLoopback: Bool { HostPort.isLoopback(host) }
}
