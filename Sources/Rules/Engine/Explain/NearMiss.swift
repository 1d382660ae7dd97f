// What is nearest to a text that fits nothing: of a list the entry that is most nearly in it comes first, in what is told of
// the list and in what would help.

/// How a text would have to change to pass a test.
struct NearMiss {
    let saw: String
    let subject: Subject
    let exact: Bool
    /// Whether the test would hold for another text.
    let holds: (String) -> Bool

    func change(for test: TextTest) -> String? {
        switch test.kind {
        case .equals(let text): whole(of: [text])
        case .anyOf(let texts): whole(of: texts)
        case .contains(let text): part(of: [text]) { "add \($0)" }
        case .containsAny(let texts): part(of: texts) { "add \($0)" }
        case .containsAll(let texts): missing(of: texts)
        case .startsWith(let texts):
            texts.first { isIn($0) }.map { "\(Wording.quoted($0)) is in it, but not at the start" }
                ?? part(of: texts) { "put \($0) at the start" }
        case .endsWith(let texts):
            texts.first { isIn($0) }.map { "\(Wording.quoted($0)) is in it, but not at the end" }
                ?? part(of: texts) { "put \($0) at the end" }
        case .words(let texts):
            texts.first { isIn($0) }.map { "\(Wording.quoted($0)) is in it, but only as part of a word" }
                ?? part(of: texts) { "add the word\($0.contains(" ") ? "s" : "") \($0)" }
        case .longerThan(let count): "\(Wording.characters(count + 1 - length)) more"
        case .shorterThan(let count): count > 0 ? "\(Wording.characters(length + 1 - count)) fewer" : nil
        case .empty(let flag): flag ? "leave the text away" : "write something"
        case .regex(let patterns): needed(by: patterns)
        case .glob: nil
        }
    }

    /// The test with the entries of its list in order of nearness, where not all of them are told.
    func ordered(_ test: TextTest) -> TextTest {
        var test = test
        switch test.kind {
        case .anyOf(let texts): test.kind = .anyOf(ordered(texts))
        case .containsAny(let texts): test.kind = .containsAny(ordered(texts))
        case .startsWith(let texts): test.kind = .startsWith(ordered(texts))
        case .endsWith(let texts): test.kind = .endsWith(ordered(texts))
        case .words(let texts): test.kind = .words(ordered(texts))
        default: break
        }
        return test
    }

    private func ordered(_ texts: [String]) -> [String] {
        guard texts.count > Wording.mostListed else { return texts }
        let ranks = ranked(texts)
        return ranks.map(\.text) + texts.dropFirst(Self.mostLookedAt)
    }

    private var length: Int { subject.characterCount(exact: exact) }

    private func isIn(_ text: String) -> Bool {
        let bytes = exact ? subject.plain : subject.folded
        let literal = CompiledMatcher.literal(text, exact: exact)
        return !literal.isEmpty && ByteSearch.find(literal, in: bytes.span) != nil
    }

    /// The one text, or that of several which a slip of the fingers may have missed; one that is there among other words.
    private func whole(of texts: [String]) -> String? {
        let among = texts.first { WordPhrase(CompiledMatcher.literal($0, exact: exact)).isIn(bytes.span) }
        if let among { return "write \(Wording.quoted(among)) alone; in the rule, words finds it among others" }
        let nearest = texts.count == 1 ? texts[0] : Spelling.nearest(to: saw, in: texts)
        return nearest.map { "write \(Wording.quoted($0))" }
    }

    /// The entry that is most nearly in the text.
    private func part(of texts: [String], _ change: (String) -> String) -> String? {
        guard let best = ranked(texts).first else { return nil }
        let text = Wording.quoted(best.text)
        // Accents and hyphens count, and that is easily forgotten.
        return best.isNear ? "write \(text): it is nearly there, and each character counts" : change(text)
    }

    private func missing(of texts: [String]) -> String? {
        let absent = texts.filter { !isIn($0) }
        return absent.isEmpty ? nil : "add " + Wording.list(absent, "and")
    }

    /// A literal, or one of a few, that every text which a pattern matches holds, and this one does not. A pattern may ask
    /// for more than that, so what would match is said only if it was tried.
    private func needed(by patterns: [String]) -> String? {
        guard patterns.count == 1 else { return nil }
        let lists = CompiledRegex.requiredLiterals(of: RegexSource(patterns[0]), exact: exact)
        let folded = subject.folded
        let text = folded.span
        let absent = lists.first { literals in !literals.contains { ByteSearch.find($0, in: text) != nil } }
        // A class such as `\d` stands for many.
        guard let literals = absent, literals.count <= 3 else { return nil }
        let texts = literals.map { String(decoding: $0, as: UTF8.self) }.sorted()
        let enough = saw.utf8.count <= Self.longestTried ? texts.compactMap(tried) : []
        if enough.count == texts.count, let first = enough.first {
            return enough.allSatisfy({ $0.way == first.way }) ? first.way.words(Wording.list(texts)) : first.change
        }
        if let first = enough.first { return first.change }
        return "\(Wording.list(texts)) must be in it, and that alone is not enough"
    }

    private enum Way: CaseIterable {
        case end, endWithSpace, startWithSpace, start, alone

        func text(_ saw: String, _ added: String) -> String {
            switch self {
            case .end: saw + added
            case .endWithSpace: "\(saw) \(added)"
            case .startWithSpace: "\(added) \(saw)"
            case .start: added + saw
            case .alone: added
            }
        }

        func words(_ added: String) -> String {
            switch self {
            case .end, .endWithSpace: "add \(added)"
            case .startWithSpace, .start: "put \(added) at the start"
            case .alone: "write \(added)"
            }
        }
    }

    /// How the text would match with the literal.
    private func tried(_ literal: String) -> (way: Way, change: String)? {
        Way.allCases.first { holds($0.text(saw, literal)) }.map { ($0, $0.words(Wording.quoted(literal))) }
    }

    private static let longestTried = 4000

    private var bytes: [UInt8] { exact ? subject.plain : subject.folded }

    // MARK: Nearness

    private static let mostLookedAt = 300
    private static let longestLookedAt = 200

    private struct Rank {
        let text: String
        /// Characters to change until the entry is in the text.
        let distance: Int
        let length: Int
        var isNear: Bool { distance > 0 && distance * 4 <= length }
    }

    /// Of equally near ones the first stays first.
    private func ranked(_ texts: [String]) -> [Rank] {
        let within = Array(saw.lowercased().unicodeScalars.prefix(Self.longestLookedAt))
        let ranks = texts.prefix(Self.mostLookedAt).map { text in
            let letters = Array(text.lowercased().unicodeScalars.prefix(Self.longestLookedAt))
            return Rank(
                text: text, distance: Spelling.distance(of: letters, within: within), length: max(1, letters.count))
        }
        return ranks.enumerated().sorted {
            let (a, b) = ($0.element, $1.element)
            let (left, right) = (a.distance * b.length, b.distance * a.length)
            return left == right ? $0.offset < $1.offset : left < right
        }.map(\.element)
    }
}
