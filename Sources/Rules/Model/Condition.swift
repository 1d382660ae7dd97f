import Time

/// One condition of a `when`, with its place for traces.
public struct Condition: Sendable {
    public var test: Test
    public var place: Place

    public init(_ test: Test, place: Place) {
        self.test = test
        self.place = place
    }

    public indirect enum Test: Sendable {
        case all([Condition])
        case any([Condition])
        case not(Condition)
        case text(TextField, TextMatcher)
        /// One of the fixed words of a frame, compared without case.
        case word(WordField, [String])
        case flag(FlagField, Bool)
        case number(NumberField, NumberComparison)
        /// A key of the frame itself, by its path.
        case field([String], ValueMatcher)
        case variable(String, ValueMatcher)
        /// In one of these dialogue states (`in` inside `all`, `any`, `not`; a rule's own `in` is `Rule.states`).
        case inState([String])
        case time(TimeWindow)
        case chance(Double)
        case command(CommandCondition)
    }
}

/// The texts of an event that a text matcher can look at.
/// `text` of an `error` is its message; `error` is what went wrong with a result.
public enum TextField: String, Sendable, CaseIterable {
    case text, caption, filename, mime, label, code, state, url, reason, error
}

/// `option` looks at the offered option ids of a prompt, or at the chosen one; `of` names the rule of a result.
public enum WordField: String, Sendable, CaseIterable {
    case t, kind, option, style, of
}

public enum FlagField: String, Sendable, CaseIterable {
    case again, final, fatal, expired, clean, ok
}

public enum NumberField: String, Sendable, CaseIterable {
    case parts, size
}

/// All that is given must hold.
public struct NumberComparison: Sendable, Hashable {
    public var equals: Double?
    public var atLeast: Double?
    public var atMost: Double?
    public var moreThan: Double?
    public var lessThan: Double?

    public init() {}
}

public enum ValueMatcher: Sendable {
    case text(TextMatcher)
    case number(NumberComparison)
    case flag(Bool)
}

/// All tests must hold. Unless `exact`, case and surrounding space do not count; texts compare in NFC always.
public struct TextMatcher: Sendable {
    public var tests: [TextTest]
    public var exact: Bool
    public var place: Place

    public init(tests: [TextTest], exact: Bool = false, place: Place) {
        self.tests = tests
        self.exact = exact
        self.place = place
    }
}

/// Lists are resolved already. Each test has the place of its own key, for "the first condition that failed".
public struct TextTest: Sendable {
    public enum Kind: Sendable {
        case equals(String)
        case anyOf([String])
        case contains(String)
        case containsAny([String])
        case containsAll([String])
        case startsWith([String])
        case endsWith([String])
        case words([String])
        case glob([String])
        case regex([String])
        case longerThan(Int)
        case shorterThan(Int)
        case empty(Bool)
    }
    public var kind: Kind
    public var place: Place

    public init(_ kind: Kind, place: Place) {
        self.kind = kind
        self.place = place
    }
}

/// A part of the day, in minutes since local midnight; `to` before `from` crosses midnight. `to` is not in it.
public struct TimeWindow: Sendable, Hashable {
    public var from: Int?
    public var to: Int?
    /// 0 is Sunday; empty is every day. A window that crosses midnight belongs to the day on which it began.
    public var days: Set<Int>
    public var zone: String?

    public init(from: Int? = nil, to: Int? = nil, days: Set<Int> = [], zone: String? = nil) {
        self.from = from
        self.to = to
        self.days = days
        self.zone = zone
    }
}

/// `command` of an exec_approval. What is given must all hold.
public struct CommandCondition: Sendable, Hashable {
    /// Names of command sets.
    public var every: [String]?
    public var some: [String]?
    public var unclear: Bool?

    public init(every: [String]? = nil, some: [String]? = nil, unclear: Bool? = nil) {
        self.every = every
        self.some = some
        self.unclear = unclear
    }
}

/// A named set of `commands`.
public struct CommandSet: Sendable, Hashable {
    public var name: String
    public var patterns: [CommandPattern]
    public var place: Place

    public init(name: String, patterns: [CommandPattern], place: Place) {
        self.name = name
        self.patterns = patterns
        self.place = place
    }
}

/// A pattern for one simple command's whole argv.
public struct CommandPattern: Sendable, Hashable {
    public var tokens: [CommandToken]
    public var place: Place

    public init(tokens: [CommandToken], place: Place) {
        self.tokens = tokens
        self.place = place
    }
}

public indirect enum CommandToken: Sendable, Hashable {
    case literal(String)
    case anyOf([CommandToken])
    case glob(String)
    case pathUnder([String], relative: Bool)
    case flags([String], valued: [String: CommandToken])
    case word
    case rest(CommandToken)
}
