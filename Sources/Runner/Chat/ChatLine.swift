import Hermes

/// A prompt that is open, under the number that the person sees.
struct Card: Equatable {
    let number: Int
    let prompt: Prompt
}

/// What a person meant by one line. An approval must never be given by accident: a bare word answers a card only if
/// that card is the only one open and offers just this word.
enum ChatLine: Equatable {
    case nothing
    case text(String)
    case answer(PromptAnswer)
    case help
    /// Show the open cards again.
    case cards
    case quit
    /// The line was not understood, and nothing is sent.
    case complaint(String)

    /// - Parameter open: in the order in which they came.
    init(_ line: String, open: [Card]) {
        let line = Self.trimmed(line)
        if line.isEmpty {
            self = .nothing
        } else if line.hasPrefix("::") {
            self = .text(String(line.dropFirst()))
        } else if line.hasPrefix(":") {
            self = Self.command(line.dropFirst(), open)
        } else if open.count == 1, let answer = Self.answer(String(line), to: open[0].prompt, explicit: false) {
            self = .answer(answer)
        } else {
            self = .text(String(line))
        }
    }

    static let manual = """
        A line is sent as a text. A card (a prompt) is answered by an option's number or id, if it is the only one open;
        else, and for an answer in your own words, say which card:
          :2 once          card 2, option once
          :2 other Lisbon  card 2, in your own words
          :cards           show the open cards again
          :quit            leave (so does Ctrl-D)
          ::text           a text that begins with a colon

        """

    private static func command(_ words: Substring, _ open: [Card]) -> ChatLine {
        let parts = words.split(separator: " ", maxSplits: 1).map(String.init)
        switch parts.first {
        case "help": return .help
        case "cards": return .cards
        case "quit", "q": return .quit
        case let word?:
            guard let number = Int(word) else { return .complaint("there is no command :\(word); :help lists them") }
            guard let card = open.first(where: { $0.number == number }) else {
                return .complaint("no card \(number) is open")
            }
            guard parts.count == 2, let answer = answer(parts[1], to: card.prompt, explicit: true) else {
                return .complaint("card \(number) offers \(offer(of: card.prompt))")
            }
            return .answer(answer)
        case nil: return .complaint("a colon begins a command; :help lists them")
        }
    }

    private static func answer(_ words: String, to prompt: Prompt, explicit: Bool) -> PromptAnswer? {
        if prompt.options.isEmpty { return PromptAnswer(prompt: prompt.id, text: words) }
        let parts = words.split(separator: " ", maxSplits: 1).map(String.init)
        if explicit, parts.count == 2, parts[0].lowercased() == PromptAnswer.other {
            let answer = PromptAnswer(prompt: prompt.id, option: PromptAnswer.other, text: parts[1])
            return prompt.fault(of: answer) == nil ? answer : nil
        }
        let option: String
        if let place = Int(words), prompt.options.indices.contains(place - 1) {
            option = prompt.options[place - 1].id
        } else {
            option = words
        }
        let answer = PromptAnswer(prompt: prompt.id, option: option)
        return prompt.fault(of: answer) == nil ? answer : nil
    }

    static func offer(of prompt: Prompt) -> String {
        prompt.options.isEmpty ? "an open question" : prompt.options.map(\.id).joined(separator: ", ")
    }

    static func trimmed(_ line: String) -> Substring {
        var line = line[...]
        while let first = line.first, first.isWhitespace { line.removeFirst() }
        while let last = line.last, last.isWhitespace { line.removeLast() }
        return line
    }
}
