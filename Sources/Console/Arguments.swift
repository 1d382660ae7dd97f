import Drive
import Rules
import Time

/// The words of one call, sorted: operands in order, flags by their declaration.
public struct Arguments {
    public let command: Command
    public private(set) var operands: [String] = []
    private var given: [Flag: [String]] = [:]

    /// - Throws: `usage`, naming the word that is wrong and what was meant.
    init(_ words: [String], for command: Command) throws(ExitFault) {
        self.command = command
        var rest = words[...]
        var onlyOperands = false
        while let word = rest.popFirst() {
            if onlyOperands || !word.hasPrefix("-") || word == "-" {
                operands.append(word)
                continue
            }
            if word == "--" {
                onlyOperands = true
                continue
            }
            let (name, attached) = Self.split(word)
            guard let flag = command.allFlags().first(where: { $0.name == name }) else {
                throw unknown(name)
            }
            if given[flag] != nil, !flag.repeats { throw usage("\(flag.name) is given twice") }
            given[flag, default: []].append(try Self.value(of: flag, attached: attached, rest: &rest))
        }
        if given[.help] != nil { return }
        if operands.count < command.atLeast {
            throw usage("\(command.name) needs \(command.operands)")
        }
        if let most = command.atMost, operands.count > most {
            let word = operands[most]
            throw usage("\(command.name) does not take “\(word)”", hint: command.stray?(word))
        }
    }

    /// The value of a flag that was given; the last, if several times.
    public subscript(_ flag: Flag) -> String? { given[flag]?.last }

    public func has(_ flag: Flag) -> Bool { given[flag] != nil }

    /// All values of a flag that may be given several times, in order.
    public func all(_ flag: Flag) -> [String] { given[flag] ?? [] }

    /// A length of time such as `20s`.
    public func interval(_ flag: Flag) throws(ExitFault) -> Interval? {
        guard let text = self[flag] else { return nil }
        guard let interval = Interval(parsing: text) else {
            throw usage("\(flag.name) takes a time such as 250ms, 20s, 5m or 1h, not “\(text)”")
        }
        return interval
    }

    /// A moment such as `2026-03-01T09:00:00Z`.
    public func time(_ flag: Flag) throws(ExitFault) -> WallTime? {
        guard let text = self[flag] else { return nil }
        guard let time = WallTime(iso8601: text) else {
            throw usage("\(flag.name) takes a moment such as 2026-03-01T09:00:00Z, not “\(text)”")
        }
        return time
    }

    /// A text, or for `-` what standard input holds.
    public func textOrInput(_ flag: Flag) throws(ExitFault) -> String {
        guard let text = self[flag], text != "-" else { return try StandardInput.text() }
        return text
    }

    /// A whole number in a range.
    public func number(_ flag: Flag, in range: ClosedRange<Int>) throws(ExitFault) -> Int? {
        guard let text = self[flag] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw usage(
                "\(flag.name) takes a whole number from \(range.lowerBound) to \(range.upperBound), not “\(text)”")
        }
        return number
    }

    /// Exit code 64, with what to do: mostly to read the command's help.
    public func usage(_ message: String, hint: String? = nil) -> ExitFault {
        ExitFault(.usage, message, hint: hint ?? "talaria help \(command.name)")
    }

    /// A flag that the command does not have. Neither its value nor what may be one is repeated.
    private func unknown(_ word: String) -> ExitFault {
        let name = flagName(word)
        let isToken = name.hasPrefix("--token") && !name.hasPrefix("--token-")
        if isToken || Misnomer.secrets.contains(name) { return .tokenAsFlag(hint: Misnomer.hintForToken(in: command)) }
        let hint =
            Misnomer.hint(for: name, in: command)
            ?? Spelling.nearest(to: name, in: command.allFlags().map(\.name)).map { "did you mean \($0)?" }
        return ExitFault(
            .usage, "\(command.name) has no flag \(name)", hint: hint ?? "talaria help \(command.name) lists them")
    }

    /// `--flag=value` in two.
    private static func split(_ word: String) -> (name: String, value: String?) {
        guard let equals = word.firstIndex(of: "=") else { return (word == "-h" ? "--help" : word, nil) }
        return (String(word[..<equals]), String(word[word.index(after: equals)...]))
    }

    private static func value(
        of flag: Flag, attached: String?, rest: inout ArraySlice<String>
    ) throws(ExitFault) -> String {
        switch flag.value {
        case .none:
            if let attached { throw ExitFault(.usage, "\(flag.name) takes no value, but has “\(attached)”") }
            return ""
        case .text(let word):
            guard let value = attached ?? rest.popFirst() else {
                throw ExitFault(.usage, "\(flag.name) needs a value: \(flag.name) \(word)")
            }
            return value
        case .choice(let choices):
            guard let value = attached ?? rest.popFirst(), choices.contains(value) else {
                throw ExitFault(.usage, "\(flag.name) takes one of \(choices.joined(separator: ", "))")
            }
            return value
        }
    }
}

/// The part of a word that can be a flag's name.
func flagName(_ word: String) -> String {
    String(word.prefix { $0 == "-" || $0 == "_" || $0.isASCII && ($0.isLetter || $0.isNumber) })
}

extension ExitFault {
    static func tokenAsFlag(hint: String) -> ExitFault {
        ExitFault(
            .usage, "a token is never a flag, since other users of this machine could read it", hint: hint)
    }
}
