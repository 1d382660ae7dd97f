import Foundation

@testable import Rules

// The rule language once more, written from its description alone with Swift strings, each rule in turn: slow, and made of
// nothing that the engine is made of but RE2. The engine must always agree with it.

enum Reference {
    // MARK: Texts

    static func normal(_ text: String) -> String { text.precomposedStringWithCanonicalMapping }

    /// CaseFolding.txt, C and S, straight from its file; without the file, the engine's own table.
    static let folds: [UInt32: UInt32]? = {
        guard let lines = try? String(contentsOfFile: "/usr/share/unicode/CaseFolding.txt", encoding: .utf8) else {
            return nil
        }
        var folds: [UInt32: UInt32] = [:]
        for line in lines.split(separator: "\n") where !line.hasPrefix("#") {
            let fields = line.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            guard fields.count > 2, fields[1] == "C" || fields[1] == "S" else { continue }
            folds[UInt32(fields[0], radix: 16) ?? 0] = UInt32(fields[2], radix: 16)
        }
        return folds
    }()

    static func folded(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        scalars.map { scalar in
            let value = folds.map { $0[scalar.value] ?? scalar.value } ?? FoldTable.shared.folded(scalar.value)
            return Unicode.Scalar(value) ?? scalar
        }
    }

    static func trimmed(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        let start = scalars.drop { $0.properties.isWhitespace }
        return Array(start.reversed().drop { $0.properties.isWhitespace }.reversed())
    }

    private static func string(_ scalars: [Unicode.Scalar]) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }

    static func holds(_ matcher: TextMatcher, _ text: String) -> Bool {
        matcher.tests.allSatisfy { holds($0.kind, text, exact: matcher.exact) }
    }

    private static func holds(_ kind: TextTest.Kind, _ text: String, exact: Bool) -> Bool {
        let whole = Array(normal(text).unicodeScalars)
        let own = exact ? whole : trimmed(whole)
        let seen = exact ? own : folded(own)
        func wanted(_ text: String) -> [Unicode.Scalar] {
            let scalars = Array(normal(text).unicodeScalars)
            return exact ? scalars : folded(scalars)
        }
        switch kind {
        case .equals(let text): return wanted(text) == seen
        case .anyOf(let texts): return texts.contains { wanted($0) == seen }
        case .contains(let text): return contains(wanted(text), in: seen)
        case .containsAny(let texts): return texts.contains { contains(wanted($0), in: seen) }
        case .containsAll(let texts): return texts.allSatisfy { contains(wanted($0), in: seen) }
        case .startsWith(let texts): return texts.contains { seen.starts(with: wanted($0)) }
        case .endsWith(let texts): return texts.contains { seen.reversed().starts(with: wanted($0).reversed()) }
        case .words(let texts): return texts.contains { contains(words(wanted($0)), in: words(seen)) && $0 != "" }
        case .glob(let texts):
            return texts.contains { glob(Array(string(wanted($0)))[...], Array(string(seen))[...]) }
        case .regex(let patterns):
            return patterns.contains { pattern in
                guard let regex = try? CompiledRegex(RegexSource(pattern), exact: exact) else { return false }
                return regex.matches(Array(string(own).utf8).span)
            }
        case .longerThan(let count): return string(own).count > count
        case .shorterThan(let count): return string(own).count < count
        case .empty(let flag): return own.isEmpty == flag
        }
    }

    private static func contains<Element: Equatable>(_ piece: [Element], in whole: [Element]) -> Bool {
        guard piece.count <= whole.count else { return false }
        return (0...whole.count - piece.count).contains { Array(whole[$0..<$0 + piece.count]) == piece }
    }

    static func words(_ scalars: [Unicode.Scalar]) -> [[Unicode.Scalar]] {
        scalars.split { scalar in
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
                .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
                false
            default: scalar != "_"
            }
        }.map { Array($0) }
    }

    /// `Character` equality is canonical equivalence, and both sides are in NFC but for what folding did: compare scalars.
    private static func glob(_ pattern: ArraySlice<Character>, _ text: ArraySlice<Character>) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        if first == "*" {
            return (text.startIndex...text.endIndex).contains { glob(pattern.dropFirst(), text[$0...]) }
        }
        guard let character = text.first else { return false }
        let same = first == "?" || first.unicodeScalars.elementsEqual(character.unicodeScalars)
        return same && glob(pattern.dropFirst(), text.dropFirst())
    }

    // MARK: Rules

    /// The ids of the rules that fire for a text, under `hit: first`, `all` or `unique`, with no state, limit or prompt.
    static func fired(_ file: BotFile, _ text: String) -> [String] {
        let matching = file.rules.filter { rule in rule.condition.map { holds($0, text) } ?? true }
        switch file.hit {
        case .all: return matching.map(\.id)
        case .first:
            let end = matching.firstIndex { !$0.continues } ?? matching.endIndex
            return matching.prefix(end + 1).map(\.id)
        case .unique:
            let rivals = matching.filter { !$0.continues }
            return rivals.count > 1 ? matching.filter(\.continues).map(\.id) : matching.map(\.id)
        }
    }

    private static func holds(_ condition: Condition, _ text: String) -> Bool {
        switch condition.test {
        case .all(let conditions): conditions.allSatisfy { holds($0, text) }
        case .any(let conditions): conditions.contains { holds($0, text) }
        case .not(let condition): !holds(condition, text)
        case .text(.text, let matcher): holds(matcher, text)
        case .text: false
        default: false
        }
    }
}
