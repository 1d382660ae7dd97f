/// A text matcher, ready to run.
final class CompiledMatcher {
    /// One of its tests; texts in NFC, folded unless the matcher is exact.
    enum Check {
        case equals(SortedTexts)
        case contains([[UInt8]])
        case containsAny(LiteralIndex)
        case containsAll([[UInt8]])
        case startsWith([[UInt8]])
        case endsWith([[UInt8]])
        case words([WordPhrase])
        case glob([TextGlob])
        case regex([CompiledRegex])
        case longerThan(Int)
        case shorterThan(Int)
        case empty(Bool)
    }

    let exact: Bool
    let checks: [Check]

    init(_ matcher: TextMatcher) throws(CompileFault) {
        exact = matcher.exact
        var checks: [Check] = []
        for test in matcher.tests { checks.append(try Self.check(test, exact: matcher.exact)) }
        self.checks = checks
    }

    /// A text of the rule file, as it is compared.
    static func literal(_ text: String, exact: Bool) -> [UInt8] {
        let bytes = Normal.bytes(text)
        return exact ? bytes : FoldTable.shared.folded(bytes)
    }

    private static func check(_ test: TextTest, exact: Bool) throws(CompileFault) -> Check {
        func literals(_ texts: [String]) -> [[UInt8]] { texts.map { literal($0, exact: exact) } }
        switch test.kind {
        case .equals(let text): return .equals(SortedTexts(literals([text])))
        case .anyOf(let texts): return .equals(SortedTexts(literals(texts)))
        case .contains(let text): return .contains(literals([text]))
        case .containsAny(let texts):
            let literals = literals(texts)
            return literals.count > 8 ? .containsAny(LiteralIndex(literals)) : .contains(literals)
        case .containsAll(let texts): return .containsAll(literals(texts))
        case .startsWith(let texts): return .startsWith(literals(texts))
        case .endsWith(let texts): return .endsWith(literals(texts))
        case .words(let texts): return .words(literals(texts).map { WordPhrase($0) })
        case .glob(let texts): return .glob(literals(texts).map { TextGlob($0) })
        case .regex(let patterns):
            var regexes: [CompiledRegex] = []
            for pattern in patterns {
                do throws(RegexFault) {
                    regexes.append(try CompiledRegex(RegexSource(pattern), exact: exact))
                } catch {
                    throw CompileFault("regex: \(error.message)", place: test.place)
                }
            }
            return .regex(regexes)
        case .longerThan(let count): return .longerThan(count)
        case .shorterThan(let count): return .shorterThan(count)
        case .empty(let flag): return .empty(flag)
        }
    }

    func holds(_ subject: Subject) -> Bool {
        for check in checks where !holds(check, subject) { return false }
        return true
    }

    func holds(_ check: Check, _ subject: Subject) -> Bool {
        let bytes = exact ? subject.plain : subject.folded
        let text = bytes.span
        switch check {
        case .equals(let texts): return texts.contains(text)
        case .contains(let pieces): return pieces.contains { ByteSearch.find($0, in: text) != nil }
        case .containsAny(let index): return index.isAny(in: text)
        case .containsAll(let pieces): return pieces.allSatisfy { ByteSearch.find($0, in: text) != nil }
        case .startsWith(let pieces): return pieces.contains { ByteSearch.stands($0, at: 0, in: text) }
        case .endsWith(let pieces):
            return pieces.contains { ByteSearch.stands($0, at: text.count - $0.count, in: text) }
        case .words(let phrases): return phrases.contains { $0.isIn(text) }
        case .glob(let globs):
            let shape = subject.shape(exact: exact)
            return globs.contains { $0.matches(text, shape) }
        case .regex(let regexes):
            // A regex looks at the event's own text, not at the folded one.
            let plain = subject.plain
            let text = plain.span.extracting(exact ? plain.indices : subject.trimmed)
            return regexes.contains { $0.matches(text) }
        case .longerThan(let count):
            // A character is one byte or more.
            return text.count > count && subject.characterCount(exact: exact) > count
        case .shorterThan(let count): return text.count < count || subject.characterCount(exact: exact) < count
        case .empty(let flag): return text.isEmpty == flag
        }
    }

    /// Adds the named groups of its regexes, of each list those of the first that matches.
    func addCaptures(of subject: Subject, to captures: inout [String: String]) {
        for case .regex(let regexes) in checks {
            let plain = subject.plain
            let text = plain.span.extracting(exact ? plain.indices : subject.trimmed)
            if let regex = regexes.first(where: { $0.matches(text) }) { regex.addCaptures(of: text, to: &captures) }
        }
    }

    var hasCaptures: Bool {
        checks.contains {
            if case .regex(let regexes) = $0 { return regexes.contains { !$0.names.isEmpty } }
            return false
        }
    }
}

/// A list of whole texts.
struct SortedTexts {
    let texts: [[UInt8]]

    init(_ texts: [[UInt8]]) { self.texts = texts.sorted { $0.lexicographicallyPrecedes($1) } }

    func contains(_ text: Span<UInt8>) -> Bool {
        var (low, high) = (0, texts.count)
        while low < high {
            let middle = (low + high) / 2
            switch Self.order(texts[middle], text) {
            case 0: return true
            case ..<0: low = middle + 1
            default: high = middle
            }
        }
        return false
    }

    private static func order(_ a: [UInt8], _ b: Span<UInt8>) -> Int {
        for index in 0..<min(a.count, b.count) where a[index] != b[index] { return a[index] < b[index] ? -1 : 1 }
        return a.count - b.count
    }
}
