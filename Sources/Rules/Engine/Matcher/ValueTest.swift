/// A matcher by itself, for those that judge values outside of an event: tests, and what they expect.
public final class ValueTest {
    private let matcher: ValueMatcher
    private let compiled: CompiledValue
    private let subject = Subject()

    /// - Throws: what a checked matcher cannot hold, such as a regex that RE2 refuses.
    public init(_ matcher: ValueMatcher) throws(CompileFault) {
        self.matcher = matcher
        compiled = try CompiledValue(matcher)
    }

    /// Nil if the matcher holds for the value. A text matcher takes a number as it is written; no matcher holds for no
    /// value.
    ///
    /// - Parameter name: what the value is called, such as `text`.
    public func failure(on value: Value?, named name: String) -> Failure? {
        guard let value else { return .absent(name, wanted: matcher.summary, at: place) }
        switch (compiled, matcher) {
        case (.text(let text), .text(let matcher)):
            subject.read(value.text)
            if case .flag = value { break }
            return text.holds(subject) ? nil : text.failure(subject, matcher, named: name)
        case (.number(let comparison), _):
            if case .number(let number) = value, comparison.holds(number) { return nil }
        case (.flag(let flag), _):
            if value == .flag(flag) { return nil }
        default: break
        }
        let saw = if case .text(let text) = value { Wording.quoted(text) } else { value.text }
        return Failure(place: place, condition: name, wanted: matcher.summary, saw: saw)
    }

    /// What it wants, for people.
    public var summary: String { matcher.summary }

    private var place: Place {
        if case .text(let matcher) = matcher { matcher.place } else { Place(line: 0, column: 0) }
    }
}
