import JSON

extension BotReader {
    /// A bare text, a number (of `code`), or an object of tests.
    mutating func textMatcher(_ node: Node) -> TextMatcher? {
        let place = place(of: node)
        if let text = node.text {
            noteSpace(at: .both, of: [node])
            return TextMatcher(tests: [TextTest(.equals(text), place: place)], place: place)
        }
        if node.number != nil {
            return TextMatcher(tests: [TextTest(.equals(numberText(node.number ?? 0)), place: place)], place: place)
        }
        let exact = node["exact"]?.flag ?? false
        let tests = node.members.compactMap { member -> TextTest? in
            kind(member, exact: exact).map { TextTest($0, place: source.place(of: member.keyRange.lowerBound)) }
        }
        guard !tests.isEmpty else {
            if node.members.count == 1, node["exact"] != nil {
                report(.empty, node.range, "\"exact\" alone tests nothing", hint: "such as \"equals\" beside it")
            }
            return nil
        }
        checkLengths(node)
        if !exact { noteSpaces(node) }
        return TextMatcher(tests: tests, exact: exact, place: place)
    }

    private mutating func kind(_ member: Member, exact: Bool) -> TextTest.Kind? {
        let node = member.value
        switch member.key {
        case "equals": return node.text.map { .equals($0) }
        case "contains": return node.text.map { .contains($0) }
        case "any_of": return .anyOf(texts(node))
        case "contains_any": return .containsAny(texts(node))
        case "contains_all": return .containsAll(texts(node))
        case "starts_with": return .startsWith(texts(node))
        case "ends_with": return .endsWith(texts(node))
        case "words":
            let phrases = textNodes(node)
            for phrase in phrases { checkPhrase(phrase) }
            return .words(phrases.compactMap(\.text))
        case "glob": return .glob(texts(node))
        case "regex":
            let patterns = textNodes(node)
            for pattern in patterns { readRegex(pattern, exact: exact) }
            return .regex(patterns.compactMap(\.text))
        case "longer_than": return node.count.map { .longerThan($0) }
        case "shorter_than": return node.count.map { .shorterThan($0) }
        case "empty": return node.flag.map { .empty($0) }
        default: return nil
        }
    }

    private mutating func checkLengths(_ node: Node) {
        guard let longer = node["longer_than"]?.count, let shorter = node.member("shorter_than"),
            let most = shorter.value.count, most <= longer + 1
        else { return }
        report(.outOfRange, shorter.value.range, "no text is longer than \(longer) and shorter than \(most) characters")
    }

    private mutating func noteSpaces(_ node: Node) {
        for member in node.members {
            guard let ends = SpacedText.Ends(of: member.key) else { continue }
            noteSpace(at: ends, of: textNodes(member.value))
        }
    }

    private mutating func noteSpace(at ends: SpacedText.Ends, of nodes: [Node]) {
        for node in nodes {
            guard let text = node.text, SpacedText.has(text, spaceAt: ends) else { continue }
            spacedTexts.append(SpacedText(text: text, ends: ends, range: node.range))
        }
    }

    private mutating func checkPhrase(_ node: Node) {
        guard let text = node.text, !text.isEmpty, WordPhrase(Normal.bytes(text)).words.isEmpty else { return }
        report(
            .empty, node.range, "\(quoted(text)) has no word in it",
            hint: "words are letters, marks, numbers and _; \"contains\" finds any text")
    }

    private mutating func readRegex(_ node: Node, exact: Bool) {
        guard let pattern = node.text, !pattern.isEmpty else { return }
        if let fault = RegexSource.check(pattern, exact: exact, stopwatch: options.stopwatch) {
            let range = source.range(of: fault.range, inTextAt: node.range)
            let code: Diagnostic.Code = fault.code == .tooSlow ? .slowRegex : .badRegex
            return report(code, range.isEmpty ? node.range : range, fault.message, hint: fault.hint)
        }
        let regex = RegexSource(pattern)
        regexes.append(RegexUse(source: regex, node: node))
        if rule.negations == 0 {
            rule.groups.formUnion(regex.groups)
        } else {
            rule.negatedGroups.formUnion(regex.groups)
        }
    }
}
