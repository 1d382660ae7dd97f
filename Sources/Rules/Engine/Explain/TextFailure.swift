// Why a text matcher does not hold, and the smallest change that would do.

extension CompiledMatcher {
    /// The first test that fails on a text for which the matcher does not hold.
    ///
    /// - Parameter name: what the text is called, such as `caption`.
    func failure(_ subject: Subject, _ matcher: TextMatcher, named name: String) -> Failure {
        let saw = String(decoding: exact ? subject.plain[...] : subject.plain[subject.trimmed], as: UTF8.self)
        for (test, check) in zip(matcher.tests, checks) where !holds(check, subject) {
            let miss = NearMiss(saw: saw, subject: subject, exact: exact) { text in
                let other = Subject()
                other.read(text)
                return self.holds(check, other)
            }
            return Failure(
                place: test.place, condition: "\(name).\(test.key)", wanted: miss.ordered(test).summary,
                saw: Wording.quoted(saw), change: looseChange(test, subject) ?? miss.change(for: test))
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
