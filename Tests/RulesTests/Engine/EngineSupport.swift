import Random
import Time

@testable import Rules

// What the engine's tests share: short ways to write rules, and a generator with a seed.

let nowhere = Place(line: 1, column: 1)

extension Condition {
    init(_ test: Test) { self.init(test, place: nowhere) }

    static func text(_ tests: TextTest.Kind..., exact: Bool = false) -> Condition {
        Condition(.text(.text, .tests(tests, exact: exact)))
    }
}

extension TextMatcher {
    static func tests(_ tests: [TextTest.Kind], exact: Bool = false) -> TextMatcher {
        TextMatcher(tests: tests.map { TextTest($0, place: nowhere) }, exact: exact, place: nowhere)
    }
}

extension Rule {
    init(_ id: String, on trigger: Trigger = .message, when condition: Condition? = nil) {
        self.init(id: id, place: nowhere, triggers: [trigger])
        self.condition = condition
    }

    func with(_ change: (inout Rule) -> Void) -> Rule {
        var rule = self
        change(&rule)
        return rule
    }
}

extension Occurrence {
    static func message(_ text: String) -> Occurrence {
        var occurrence = Occurrence(.message)
        occurrence.text = text
        return occurrence
    }
}

extension Template {
    static func lookup(_ name: String, _ filters: Filter..., or fallback: String? = nil) -> Template {
        Template(
            pieces: [.lookup(Lookup(name: name, filters: filters, fallback: fallback, place: nowhere))], place: nowhere)
    }
}

/// A program with its memory and a clock that stands still until it is moved.
struct Bench {
    static let start = Now(instant: .zero, wall: WallTime(milliseconds: 1_772_359_200_000))
    let program: Program
    var memory = Memory()
    var now = Self.start
    var zones = ZoneTable()
    var generator = SplitMix(seed: 1)

    init(_ rules: [Rule], _ change: (inout BotFile) -> Void = { _ in }) throws {
        var file = BotFile(path: "bot.json", name: "bot")
        file.rules = rules
        change(&file)
        program = try Program(file)
    }

    mutating func match(_ occurrence: Occurrence) -> Match {
        var trace: Trace?
        return program.match(
            occurrence, memory: &memory, now: now, zones: zones, random: &generator, trace: &trace)
    }

    /// The ids of the rules that fire.
    mutating func fired(_ occurrence: Occurrence) -> [String] {
        match(occurrence).firings.map { program.file.rules[$0.rule].id }
    }

    mutating func fired(_ text: String) -> [String] { fired(.message(text)) }

    mutating func pass(_ time: Interval) {
        now.instant = now.instant + time
        now.wall = now.wall + time
    }

    /// The trace of an event; the memory stays as it is.
    func trace(_ occurrence: Occurrence) -> Trace {
        var copy = self
        var trace: Trace? = Trace()
        _ = program.match(
            occurrence, memory: &copy.memory, now: now, zones: zones, random: &copy.generator, trace: &trace)
        return trace ?? Trace()
    }
}

// A Span cannot stand in `#expect`, so these take texts.

extension CompiledRegex {
    func matches(_ text: String) -> Bool { matches(Array(text.utf8).span) }
}

extension LiteralIndex {
    func isAny(in text: String) -> Bool { isAny(in: Array(text.utf8).span) }
}

extension ByteSearch {
    static func find(_ piece: String, in text: String, from start: Int = 0) -> Int? {
        let bytes = Array(text.utf8)
        return find(Array(piece.utf8), in: bytes.span, from: start)
    }

    static func stands(_ piece: String, at start: Int, in text: String) -> Bool {
        stands(Array(piece.utf8), at: start, in: Array(text.utf8).span)
    }
}

extension FrameField {
    static func find(_ path: [String], in frame: String) -> FrameField { find(path, in: Array(frame.utf8).span) }
}

/// The scalar at a place, and the place behind it.
func scalarValue(at position: Int, in bytes: [UInt8]) -> (scalar: UInt32, end: Int) {
    var position = position
    let scalar = UTF8Scalar.at(&position, in: bytes.span)
    return (scalar, position)
}

func scalarValue(before position: Int, in bytes: [UInt8]) -> UInt32? { UTF8Scalar.before(position, in: bytes.span) }
