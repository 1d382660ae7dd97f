import Shell

// The shapes that go onto an argument: a URL that names another host, a text that another shell runs.

extension Bypass {
    private static let fetchers: Set<String> = ["curl", "wget", "http", "https", "xh", "aria2c", "fetch"]

    /// What becomes of an allowed URL of a program that fetches: the host that was meant stays to be seen.
    static func urls(_ argv: [String]) -> [Bypass] {
        guard let program = argv.first, fetchers.contains(program) else { return [] }
        return argv.indices.dropFirst().flatMap { index -> [Bypass] in
            let url = argv[index]
            guard let colon = url.range(ofScheme: ["http", "https", "ftp"]) else { return [] }
            let scheme = url[..<colon.lowerBound]
            let rest = url[colon.upperBound...]
            let host = rest.prefix { $0 != "/" }
            let path = rest.dropFirst(host.count)
            let tricks = [
                "\(scheme)://evil.example#.\(host)\(path)", "\(scheme)://evil.example?.\(host)\(path)",
                "\(scheme)://evil.example/\(host)\(path)", "\(scheme)://\(host)@evil.example\(path)",
                "\(scheme)://\(host).evil.example\(path)", "\(scheme)://\(host):x@evil.example\(path)",
                "\(scheme)://evil.example", "\(scheme)://evil.example\(path)", "file:///etc/shadow",
            ]
            return tricks.map { trick in
                var changed = argv
                changed[index] = trick
                return Bypass(.hostTrick, ShellLine.quoted(changed))
            }
        }
    }

    /// What becomes of the last argument where it is run by a shell, here or elsewhere.
    static func remoteCode(_ argv: [String]) -> [Bypass] {
        guard argv.count > 1, let program = argv.first else { return [] }
        let runs = ["ssh", "su", "mosh"].contains(program) || argv[argv.count - 2] == "-c"
        guard runs, shells.contains(program) || ["ssh", "su", "mosh"].contains(program) else { return [] }
        return ["; \(harm)", harm].map { Bypass(.wrapper, ShellLine.quoted(argv.dropLast() + [$0])) }
    }
}

extension String {
    /// The `://` behind one of these schemes at the start of the text.
    fileprivate func range(ofScheme schemes: [String]) -> Range<String.Index>? {
        for scheme in schemes where hasPrefix(scheme + "://") {
            let start = index(startIndex, offsetBy: scheme.count)
            return start..<index(start, offsetBy: 3)
        }
        return nil
    }
}
