/// The tokens that a gateway takes. An unbound token may connect as any device.
public struct TokenTable: Sendable {
    public struct Entry: Sendable, Hashable {
        public var token: Secret
        /// The one device id that it is good for; nil: any.
        public var device: String?

        public init(token: Secret, device: String? = nil) {
            self.token = token
            self.device = device
        }
    }

    /// Empty: any token is taken, or none at all.
    public var entries: [Entry]

    public init(_ entries: [Entry] = []) { self.entries = entries }

    /// Whether a device that shows these tokens (in the URL, in a header, in its hello) may come in: it shows one at
    /// least, and each that it shows is good for it. How long that takes does not tell how near a wrong token came.
    public func admits(_ shown: [Secret], as device: String) -> Bool {
        if entries.isEmpty { return true }
        var allGood = !shown.isEmpty
        for token in shown {
            var isGood = false
            for entry in entries {
                let matches = TokenTable.areEqual(token, entry.token)
                let isBound = entry.device == nil || entry.device == device
                isGood = (matches && isBound) || isGood
            }
            allGood = isGood && allGood
        }
        return allGood
    }

    /// Takes as long as what was shown is, wherever the two differ.
    static func areEqual(_ shown: Secret, _ wanted: Secret) -> Bool {
        let shown = Array(shown.exposed.utf8)
        let wanted = Array(wanted.exposed.utf8)
        var difference = shown.count ^ wanted.count
        for (place, byte) in shown.enumerated() {
            let other = wanted.isEmpty ? 0 : wanted[place % wanted.count]
            difference |= Int(byte ^ other)
        }
        return difference == 0
    }
}
