/// One flag, declared once: the parser, the help, the completions and the manual all read it here.
public struct Flag: Hashable, Sendable {
    public enum Value: Hashable, Sendable {
        /// A switch: it takes no value.
        case none
        /// A text, shown in help by this word.
        case text(String)
        /// One of these.
        case choice([String])
    }

    public let name: String
    public let value: Value
    public let help: String
    /// Whether it may be given several times.
    public let repeats: Bool

    public init(_ name: String, _ value: Value = .none, _ help: String, repeats: Bool = false) {
        self.name = name
        self.value = value
        self.help = help
        self.repeats = repeats
    }

    public static func == (a: Flag, b: Flag) -> Bool { a.name == b.name }
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// `--url URL`, as help shows it.
    public var usage: String {
        switch value {
        case .none: name
        case .text(let word): "\(name) \(word)"
        case .choice(let choices): "\(name) \(choices.joined(separator: "|"))"
        }
    }
}
