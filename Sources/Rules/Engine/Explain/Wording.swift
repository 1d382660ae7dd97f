// How conditions and values are put into words, one short line each. Texts from outside are shown in quotes with whatever a
// terminal would act on made visible.

enum Wording {
    /// In quotes, cut to eighty characters, with control and format characters as `\u{..}`.
    static func quoted(_ text: String) -> String {
        var shown = "\""
        var count = 0
        for character in text {
            if count == 80 { return shown + "…\"" }
            count += 1
            for scalar in character.unicodeScalars { append(scalar, to: &shown) }
        }
        return shown + "\""
    }

    /// As `line` cuts it.
    static let longest = 2000

    /// Without quotes, on one line.
    static func line(_ text: String) -> String {
        var shown = ""
        var count = 0
        for character in text {
            if count == longest { return shown + "…" }
            count += 1
            for scalar in character.unicodeScalars {
                if scalar == "\"" || scalar == "\\" {
                    shown.unicodeScalars.append(scalar)
                } else {
                    append(scalar, to: &shown)
                }
            }
        }
        return shown
    }

    private static func append(_ scalar: Unicode.Scalar, to shown: inout String) {
        switch scalar {
        case "\"": shown += "\\\""
        case "\\": shown += "\\\\"
        case "\n": shown += "\\n"
        case "\r": shown += "\\r"
        case "\t": shown += "\\t"
        case "\u{200D}": shown.unicodeScalars.append(scalar)
        default:
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                shown += "\\u{\(String(scalar.value, radix: 16))}"
            default: shown.unicodeScalars.append(scalar)
            }
        }
    }

    /// Of a longer list three are told.
    static let mostListed = 4

    /// `"a"`, `"a" or "b"`, `"a", "b", "c" or 7 more`.
    static func list(_ texts: [String], _ word: String = "or") -> String {
        let shown =
            texts.count > mostListed ? texts.prefix(3).map(quoted) + ["\(texts.count - 3) more"] : texts.map(quoted)
        guard let last = shown.last else { return "nothing" }
        return shown.count == 1 ? last : shown.dropLast().joined(separator: ", ") + " \(word) \(last)"
    }

    static func number(_ number: Double) -> String { Value.number(number).text }

    static func characters(_ count: Int) -> String { count == 1 ? "1 character" : "\(count) characters" }
}

extension TextTest {
    /// The key of a text matcher.
    var key: String {
        switch kind {
        case .equals: "equals"
        case .anyOf: "any_of"
        case .contains: "contains"
        case .containsAny: "contains_any"
        case .containsAll: "contains_all"
        case .startsWith: "starts_with"
        case .endsWith: "ends_with"
        case .words: "words"
        case .glob: "glob"
        case .regex: "regex"
        case .longerThan: "longer_than"
        case .shorterThan: "shorter_than"
        case .empty: "empty"
        }
    }

    var summary: String {
        switch kind {
        case .equals(let text), .contains(let text): Wording.quoted(text)
        case .anyOf(let texts), .containsAny(let texts), .startsWith(let texts), .endsWith(let texts),
            .words(let texts), .glob(let texts), .regex(let texts):
            Wording.list(texts)
        case .containsAll(let texts): Wording.list(texts, "and")
        case .longerThan(let count): "more than \(Wording.characters(count))"
        case .shorterThan(let count): "fewer than \(Wording.characters(count))"
        case .empty(let flag): flag ? "no text" : "some text"
        }
    }
}

extension TextMatcher {
    var summary: String { tests.map { "\($0.key) \($0.summary)" }.joined(separator: ", ") }
}

extension NumberComparison {
    var summary: String {
        [
            equals.map { "\(Wording.number($0))" }, atLeast.map { "at least \(Wording.number($0))" },
            atMost.map { "at most \(Wording.number($0))" }, moreThan.map { "more than \(Wording.number($0))" },
            lessThan.map { "less than \(Wording.number($0))" },
        ].compactMap { $0 }.joined(separator: " and ")
    }
}

extension ValueMatcher {
    var summary: String {
        switch self {
        case .text(let matcher): matcher.summary
        case .number(let comparison): comparison.summary
        case .flag(let flag): "\(flag)"
        }
    }
}

extension Condition {
    /// The condition in a few words.
    var summary: String {
        switch test {
        case .all(let conditions): conditions.map(\.summary).joined(separator: " and ")
        case .any(let conditions): conditions.map(\.summary).joined(separator: " or ")
        case .not(let condition): "not \(condition.summary)"
        case .text(let field, let matcher): "\(field.rawValue) \(matcher.summary)"
        case .word(let field, let words): "\(field.rawValue) \(Wording.list(words))"
        case .flag(let field, let flag): "\(field.rawValue) \(flag)"
        case .number(let field, let comparison): "\(field.rawValue) \(comparison.summary)"
        case .field(let path, let value): "field \(path.joined(separator: ".")) \(value.summary)"
        case .variable(let name, let value): "var \(name) \(value.summary)"
        case .inState(let states): "in \(Wording.list(states))"
        case .time(let window): "time \(window.summary)"
        case .chance(let chance): "chance \(Wording.number(chance))"
        case .command(let command):
            "command "
                + [
                    command.every.map { "every \(Wording.list($0))" }, command.some.map { "some \(Wording.list($0))" },
                    command.unclear.map { "unclear \($0)" },
                ].compactMap { $0 }.joined(separator: " and ")
        }
    }
}
