import Rules

/// What a person who plays the gateway of a bot meant by one line. Any line is a message to the bot; what is not begins
/// with a colon.
enum BotLine: Equatable {
    case nothing
    case message(String)
    /// Show the bot this prompt (JSON).
    case prompt(String)
    /// Close a card as somebody else would: with one of its options, or (nil) because its time is over.
    case close(card: Int, option: String?)
    /// What the rules made of the last message or prompt.
    case why
    case help
    /// Show the open cards again.
    case cards
    case quit
    /// The line was not understood, and nothing is sent.
    case complaint(String)

    init(_ line: String) {
        let line = ChatLine.trimmed(line)
        if line.isEmpty {
            self = .nothing
        } else if line.hasPrefix("::") {
            self = .message(String(line.dropFirst()))
        } else if line.hasPrefix(":") {
            self = Self.command(line.dropFirst())
        } else {
            self = .message(String(line))
        }
    }

    static let manual = """
        A line is a message to the bot. What is none begins with a colon:
          :why              what each rule made of the last message or prompt, and did
          :prompt {JSON}    show the bot a prompt; what every prompt has may be left out:
                            :prompt {"command": "git status"}
                            :prompt {"kind": "clarify", "text": "Which city?", "options": ["Porto", "Faro"]}
          :cards            the prompts that are open
          :1 once           close card 1 with an option, as another person would; :1 alone lets it expire
          :quit             leave (so does Ctrl-D)
          ::text            a message that begins with a colon

        """

    private static func command(_ words: Substring) -> BotLine {
        let parts = words.split(separator: " ", maxSplits: 1).map(String.init)
        switch parts.first {
        case "why": return .why
        case "help": return .help
        case "cards": return .cards
        case "quit", "q": return .quit
        case "prompt":
            guard parts.count == 2 else { return .complaint(":prompt takes an object, such as {\"command\": \"ls\"}") }
            return .prompt(parts[1])
        case let word?:
            guard let card = Int(word) else {
                let near = Spelling.nearest(to: word, in: ["why", "help", "cards", "quit", "prompt"])
                return .complaint(
                    "there is no command :\(word); " + (near.map { "did you mean :\($0)?" } ?? ":help lists them"))
            }
            return .close(card: card, option: parts.count == 2 ? String(ChatLine.trimmed(parts[1])) : nil)
        case nil: return .complaint("a colon begins a command; :help lists them")
        }
    }
}
