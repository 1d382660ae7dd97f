/// One flag, declared once: the parser, the help, the completions and the manual all read it here.
struct Flag: Hashable, Sendable {
    enum Value: Hashable, Sendable {
        /// A switch: it takes no value.
        case none
        /// A text, shown in help by this word.
        case text(String)
        /// One of these.
        case choice([String])
    }

    let name: String
    let value: Value
    let help: String

    init(_ name: String, _ value: Value = .none, _ help: String) {
        self.name = name
        self.value = value
        self.help = help
    }

    static func == (a: Flag, b: Flag) -> Bool { a.name == b.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// `--url URL`, as help shows it.
    var usage: String {
        switch value {
        case .none: name
        case .text(let word): "\(name) \(word)"
        case .choice(let choices): "\(name) \(choices.joined(separator: "|"))"
        }
    }
}
