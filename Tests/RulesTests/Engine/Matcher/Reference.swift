import Foundation

@testable import Rules

// The rule language once more, written from its description alone with Swift strings, each rule in turn: slow, and made of
// nothing that the engine is made of but RE2. The engine must always agree with it.

struct Reference {
    /// What a text of a rule is compared as, kept because the same rules meet many texts.
    private var wanted: [String: [Unicode.Scalar]] = [:]
    private var wantedExactly: [String: [Unicode.Scalar]] = [:]
    private var regexes: [String: CompiledRegex?] = [:]

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

    /// A text of an event, read once.
    private struct Text {
        let whole: [Unicode.Scalar]
        let trimmed: [Unicode.Scalar]
        let folded: [Unicode.Scalar]

        init(_ text: String) {
            whole = Array(Reference.normal(text).unicodeScalars)
            trimmed = Reference.trimmed(whole)
            folded = Reference.folded(trimmed)
        }
    }

    private mutating func wanted(_ text: String, exact: Bool) -> [Unicode.Scalar] {
        if let known = exact ? wantedExactly[text] : wanted[text] { return known }
        let scalars = Array(Self.normal(text).unicodeScalars)
        wantedExactly[text] = scalars
        wanted[text] = Self.folded(scalars)
        return exact ? scalars : Self.folded(scalars)
    }

    private mutating func matches(_ pattern: String, _ text: [Unicode.Scalar], exact: Bool) -> Bool {
        let key = "\(exact)\(pattern)"
        let regex = regexes[key] ?? (try? CompiledRegex(RegexSource(pattern), exact: exact))
        regexes[key] = regex
        return regex?.matches(Array(Self.string(text).utf8).span) ?? false
    }

    private mutating func holds(_ kind: TextTest.Kind, _ text: Text, exact: Bool) -> Bool {
        let own = exact ? text.whole : text.trimmed
        let seen = exact ? text.whole : text.folded
        func all(_ texts: [String]) -> [[Unicode.Scalar]] { texts.map { wanted($0, exact: exact) } }
        switch kind {
        case .equals(let text): return all([text]) == [seen]
        case .anyOf(let texts): return all(texts).contains(seen)
        case .contains(let text): return Self.contains(wanted(text, exact: exact), in: seen)
        case .containsAny(let texts): return all(texts).contains { Self.contains($0, in: seen) }
        case .containsAll(let texts): return all(texts).allSatisfy { Self.contains($0, in: seen) }
        case .startsWith(let texts): return all(texts).contains { seen.starts(with: $0) }
        case .endsWith(let texts): return all(texts).contains { seen.reversed().starts(with: $0.reversed()) }
        case .words(let texts):
            let words = Self.words(seen)
            return all(texts).contains { Self.contains(Self.words($0), in: words) }
        case .glob(let texts):
            let text = Array(Self.string(seen))
            return all(texts).contains { Self.glob(Array(Self.string($0))[...], text[...]) }
        case .regex(let patterns): return patterns.contains { matches($0, own, exact: exact) }
        case .longerThan(let count): return Self.string(own).count > count
        case .shorterThan(let count): return Self.string(own).count < count
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
    mutating func fired(_ file: BotFile, _ text: String) -> [String] {
        let text = Text(text)
        var matching: [Rule] = []
        for rule in file.rules where rule.condition.map({ holds($0, text) }) ?? true { matching.append(rule) }
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

    private mutating func holds(_ condition: Condition, _ text: Text) -> Bool {
        switch condition.test {
        case .all(let conditions): return conditions.allSatisfy { holds($0, text) }
        case .any(let conditions): return conditions.contains { holds($0, text) }
        case .not(let condition): return !holds(condition, text)
        case .text(.text, let matcher):
            return matcher.tests.allSatisfy { holds($0.kind, text, exact: matcher.exact) }
        default: return false
        }
    }
}
