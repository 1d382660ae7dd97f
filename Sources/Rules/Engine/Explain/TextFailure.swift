// Why a text matcher does not hold, and the smallest change that would do.

extension CompiledMatcher {
    /// The first test that fails on a text for which the matcher does not hold.
    ///
    /// - Parameter name: what the text is called, such as `caption`.
    func failure(_ subject: Subject, _ matcher: TextMatcher, named name: String) -> Failure {
        let saw = String(decoding: exact ? subject.plain[...] : subject.plain[subject.trimmed], as: UTF8.self)
        for (test, check) in zip(matcher.tests, checks) where !holds(check, subject) {
            let change =
                looseChange(test, subject) ?? NearMiss(saw: saw, subject: subject, exact: exact).change(for: test)
            return Failure(
                place: test.place, condition: "\(name).\(test.key)", wanted: test.summary, saw: Wording.quoted(saw),
                change: change)
        }
        return Failure(place: matcher.place, condition: name, wanted: matcher.summary, saw: Wording.quoted(saw))
    }

    /// Of an exact matcher: whether case or space is all that is wrong.
    private func looseChange(_ test: TextTest, _ subject: Subject) -> String? {
        guard exact else { return nil }
        let loose = TextMatcher(tests: [test], exact: false, place: test.place)
        guard let compiled = try? CompiledMatcher(loose), compiled.holds(subject) else { return nil }
        return "leave \"exact\" away: only case or the space around it differs"
    }
}

/// How a text would have to change to pass a test.
struct NearMiss {
    let saw: String
    let subject: Subject
    let exact: Bool

    func change(for test: TextTest) -> String? {
        switch test.kind {
        case .equals(let text): nearest(to: [text])
        case .anyOf(let texts): nearest(to: texts)
        case .contains(let text): "add \(Wording.quoted(text))"
        case .containsAny(let texts): texts.first.map { "add \(Wording.quoted($0))" }
        case .containsAll(let texts): texts.first { !isIn($0) }.map { "add \(Wording.quoted($0))" }
        case .startsWith(let texts):
            texts.first { isIn($0) }.map { "\(Wording.quoted($0)) is in it, but not at the start" }
                ?? texts.first.map { "put \(Wording.quoted($0)) at the start" }
        case .endsWith(let texts):
            texts.first { isIn($0) }.map { "\(Wording.quoted($0)) is in it, but not at the end" }
                ?? texts.first.map { "put \(Wording.quoted($0)) at the end" }
        case .words(let texts):
            texts.first { isIn($0) }.map { "\(Wording.quoted($0)) is in it, but only as part of a word" }
                ?? texts.first.map { "add the word \(Wording.quoted($0))" }
        case .longerThan(let count): "\(Wording.characters(count + 1 - length)) more"
        case .shorterThan(let count): count > 0 ? "\(Wording.characters(length + 1 - count)) fewer" : nil
        case .empty(let flag): flag ? "leave the text away" : "write something"
        case .glob, .regex: nil
        }
    }

    private var length: Int { subject.characterCount(exact: exact) }

    private func isIn(_ text: String) -> Bool {
        let bytes = exact ? subject.plain : subject.folded
        let literal = CompiledMatcher.literal(text, exact: exact)
        return !literal.isEmpty && ByteSearch.find(literal, in: bytes.span) != nil
    }

    /// The one text, or that of several which a slip of the fingers may have missed.
    private func nearest(to texts: [String]) -> String? {
        let nearest = texts.count == 1 ? texts[0] : Spelling.nearest(to: saw, in: texts)
        return nearest.map { "write \(Wording.quoted($0))" }
    }
}
