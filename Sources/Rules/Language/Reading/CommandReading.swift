import JSON

// Patterns for commands: what they may hold so that they mean one thing.

extension BotReader {
    mutating func readCommandSet(_ member: Member) {
        guard !file.commands.contains(where: { $0.name == member.key }) else { return }
        let patterns = member.value.elements.compactMap { commandPattern($0) }
        file.commands.append(
            CommandSet(name: member.key, patterns: patterns, place: source.place(of: member.keyRange.lowerBound)))
    }

    private mutating func commandPattern(_ node: Node) -> CommandPattern? {
        guard !node.elements.isEmpty else { return nil }
        var tokens: [CommandToken] = []
        for (index, element) in node.elements.enumerated() {
            guard let token = commandToken(element) else { continue }
            if index == 0 {
                checkProgram(token, element)
            } else if case .rest = token, index < node.elements.count - 1 {
                report(
                    .badCommandPattern, element.range, "\"rest\" takes all that is left, so it stands last",
                    hint: "move it to the end")
            }
            tokens.append(token)
        }
        return CommandPattern(tokens: tokens, place: place(of: node))
    }

    /// The program must be named: `/tmp/ls` is not `ls`, and no pattern may let the asker choose what runs.
    private mutating func checkProgram(_ token: CommandToken, _ node: Node) {
        switch token {
        case .literal(let name):
            if name.isEmpty { report(.badCommandPattern, node.range, "a program has a name") }
        case .anyOf(let tokens)
        where tokens.allSatisfy({ if case .literal(let name) = $0 { !name.isEmpty } else { false } }):
            break
        default:
            report(
                .badCommandPattern, node.range, "the program must be a literal, or \"any_of\" literals",
                hint: "a pattern begins with a name: [\"git\", ...]")
        }
    }

    private mutating func commandToken(_ node: Node) -> CommandToken? {
        if let text = node.text { return .literal(text) }
        if let tokens = node["any_of"] { return .anyOf(tokens.elements.compactMap { oneWord($0, in: "any_of") }) }
        if let glob = node["glob"] { return glob.text.map { .glob($0) } }
        if let folders = node["path_under"] {
            return .pathUnder(folders.elements.compactMap(\.text), relative: node["relative"]?.flag ?? false)
        }
        if let member = node.member("relative") {
            report(.keysTogether, member.keyRange, "\"relative\" goes with \"path_under\"")
        }
        if let flags = node["flags"] { return flagsToken(flags, node) }
        if let member = node.member("valued") {
            report(.keysTogether, member.keyRange, "\"valued\" goes with \"flags\"", hint: "add \"flags\": []")
        }
        if let word = node["word"] {
            if word.flag == false { report(.badCommandPattern, word.range, "\"word\" is always true") }
            return .word
        }
        return node["rest"].flatMap { oneWord($0, in: "rest") }.map { .rest($0) }
    }

    private mutating func flagsToken(_ flags: Node, _ node: Node) -> CommandToken {
        var valued: [String: CommandToken] = [:]
        for member in node["valued"]?.members ?? [] {
            if !member.key.hasPrefix("-") {
                report(
                    .badCommandPattern, member.keyRange, "\(quoted(member.key)) is not a flag", hint: "it begins with -"
                )
            }
            if let token = oneWord(member.value, in: "valued") { valued[member.key] = token }
        }
        let names = flags.elements.compactMap(\.text)
        for element in flags.elements {
            guard let name = element.text, let member = node["valued"]?.member(name) else { continue }
            report(
                .badCommandPattern, element.range, "\(quoted(name)) stands among \"flags\" and in \"valued\"",
                hint: "a flag has a value, or it has none",
                related: [.init(range: member.keyRange, message: "with a value here")])
        }
        if names.contains("--") || valued["--"] != nil {
            report(
                .badCommandPattern, flags.range, "-- ends the flags, so it is none of them",
                hint: "write it as a token of its own: \"--\"")
        }
        return .flags(names, valued: valued)
    }

    /// A token that stands for exactly one word.
    private mutating func oneWord(_ node: Node, in place: String) -> CommandToken? {
        guard let token = commandToken(node) else { return nil }
        switch token {
        case .rest, .flags:
            report(
                .badCommandPattern, node.range, "a token inside \"\(place)\" stands for one word",
                hint: "a literal, \"any_of\", \"glob\", \"path_under\" or \"word\"")
            return nil
        default: return token
        }
    }
}
