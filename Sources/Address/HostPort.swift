/// `HOST`, `HOST:PORT`, `[V6]:PORT`.
public enum HostPort {
    /// The host without brackets, and the port as it was written. Nil if brackets or colons are out of place.
    public static func split(_ text: String) -> (host: String, port: String?)? {
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            let host = String(text[text.index(after: text.startIndex)..<end])
            guard IPAddress(host)?.family == .v6 else { return nil }
            let rest = text[text.index(after: end)...]
            if rest.isEmpty { return (host, nil) }
            return rest.first == ":" ? (host, String(rest.dropFirst())) : nil
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, let host = parts.first else { return nil }
        return (String(host), parts.count == 2 ? String(parts[1]) : nil)
    }

    /// Digits, from `least` to 65535.
    public static func isPort(_ text: String, least: Int) -> Bool {
        guard text.utf8.count <= 5, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = Int(text) else {
            return false
        }
        return (least...65535).contains(port)
    }

    /// An IP address, or a name of labels that are not empty; names in other scripts are left to the resolver.
    public static func isHost(_ text: String) -> Bool {
        if IPAddress(text) != nil { return true }
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        let named = labels.last == "" ? labels.dropLast() : labels[...]
        guard !named.isEmpty, text.utf8.count <= 253 else { return false }
        // A last label of digits makes it an address, and as one it could not be read.
        if let last = named.last, last.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return false }
        return named.allSatisfy { label in
            !label.isEmpty && label.utf8.count <= 63 && label.utf8.first != 0x2D
                && label.utf8.allSatisfy { byte in
                    byte >= 0x80 || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || byte == 0x2D
                        || byte == 0x5F
                }
        }
    }

    /// Whether a host is this machine itself, as far as the text says it: a loopback address, or `localhost`. What is under
    /// `localhost` is not taken on trust: where the resolver does not keep RFC 6761 section 6.3, it is asked of the DNS.
    public static func isLoopback(_ host: some StringProtocol) -> Bool {
        IPAddress(host)?.isLoopback ?? (host.lowercased() == "localhost")
    }
}
