import JSON

extension BotReader {
    /// A bare text, a number (of `code`), or an object of tests.
    mutating func textMatcher(_ node: Node) -> TextMatcher? {
        let place = place(of: node)
        if let text = node.text { return TextMatcher(tests: [TextTest(.equals(text), place: place)], place: place) }
        if node.number != nil {
            return TextMatcher(tests: [TextTest(.equals(numberText(node.number ?? 0)), place: place)], place: place)
        }
        let tests = node.members.compactMap { member -> TextTest? in
            kind(member).map { TextTest($0, place: source.place(of: member.keyRange.lowerBound)) }
        }
        guard !tests.isEmpty else {
            if node.members.count == 1, node["exact"] != nil {
                report(.empty, node.range, "\"exact\" alone tests nothing", hint: "such as \"equals\" beside it")
            }
            return nil
        }
        checkLengths(node)
        return TextMatcher(tests: tests, exact: node["exact"]?.flag ?? false, place: place)
    }

    private mutating func kind(_ member: Member) -> TextTest.Kind? {
        let node = member.value
        switch member.key {
        case "equals": return node.text.map { .equals($0) }
        case "contains": return node.text.map { .contains($0) }
        case "any_of": return .anyOf(texts(node))
        case "contains_any": return .containsAny(texts(node))
        case "contains_all": return .containsAll(texts(node))
        case "starts_with": return .startsWith(texts(node))
        case "ends_with": return .endsWith(texts(node))
        case "words": return .words(texts(node))
        case "glob": return .glob(texts(node))
        case "regex":
            let patterns = texts(node)
            for (index, pattern) in patterns.enumerated() {
                let text = node.elements.isEmpty ? node : node.elements[min(index, node.elements.count - 1)]
                readRegex(pattern, at: text.range)
            }
            return .regex(patterns)
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

    private mutating func readRegex(_ pattern: String, at range: Range<Int>) {
        regexes.append(RegexUse(pattern: pattern, range: range))
        if rule.negations == 0 { rule.groups.formUnion(RegexGroups.names(in: pattern)) }
    }
}

/// The names of a pattern's groups, as RE2 counts them.
enum RegexGroups {
    /// Of `(?P<name>` and `(?<name>`, outside of classes and behind no backslash.
    static func names(in pattern: String) -> [String] {
        var names: [String] = []
        let bytes = Array(pattern.utf8)
        var isClass = false
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\\"): index += 1
            case UInt8(ascii: "["): isClass = true
            case UInt8(ascii: "]"): isClass = false
            case UInt8(ascii: "(") where !isClass:
                let rest = bytes[(index + 1)...]
                let opening = [Array("?P<".utf8), Array("?<".utf8)].first { rest.starts(with: $0) }
                if let opening, let end = rest.firstIndex(of: UInt8(ascii: ">")) {
                    names.append(String(decoding: rest[(rest.startIndex + opening.count)..<end], as: UTF8.self))
                }
            default: break
            }
            index += 1
        }
        return names
    }
}
