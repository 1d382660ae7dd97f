import Random
import Testing
import Time

@testable import Rules

@Suite("Conditions")
struct ConditionTests {
    private static func fires(
        _ condition: Condition, _ occurrence: Occurrence, _ change: (inout Bench) -> Void = { _ in }
    ) throws -> Bool {
        var bench = try Bench([Rule("r", on: occurrence.trigger, when: condition)]) {
            $0.variables = [
                Variable(name: "name", start: .text("Ada"), place: nowhere),
                Variable(name: "n", start: .number(3), place: nowhere),
                Variable(name: "on", start: .flag(true), place: nowhere),
            ]
            $0.states = ["asking", "waiting"]
        }
        change(&bench)
        return !bench.fired(occurrence).isEmpty
    }

    private static func event(_ trigger: Trigger, _ change: (inout Occurrence) -> Void = { _ in }) -> Occurrence {
        var occurrence = Occurrence(trigger)
        change(&occurrence)
        return occurrence
    }

    @Test("a condition on what the event has not fails, and its opposite holds", arguments: TextField.allCases)
    func absent(field: TextField) throws {
        let condition = Condition(.text(field, .tests([.empty(true)])))
        #expect(try !Self.fires(condition, Self.event(.frame)))
        #expect(try Self.fires(Condition(.not(condition)), Self.event(.frame)))
    }

    @Test("every text field is looked at")
    func textFields() throws {
        let occurrence = Self.event(.frame) {
            ($0.text, $0.caption, $0.filename, $0.mime, $0.label) = ("text", "caption", "filename", "mime", "label")
            ($0.code, $0.state, $0.url, $0.reason, $0.error) = ("code", "state", "url", "reason", "error")
        }
        for field in TextField.allCases {
            #expect(try Self.fires(Condition(.text(field, .tests([.equals(field.rawValue)]))), occurrence))
        }
    }

    @Test("words of a frame are compared without case")
    func words() throws {
        let occurrence = Self.event(.media) {
            ($0.t, $0.kind, $0.of) = ("media", "Image", "greet")
        }
        #expect(try Self.fires(Condition(.word(.kind, ["voice", "IMAGE"])), occurrence))
        #expect(try Self.fires(Condition(.word(.t, ["MEDIA"])), occurrence))
        #expect(try Self.fires(Condition(.word(.of, ["greet"])), occurrence))
        #expect(try !Self.fires(Condition(.word(.kind, ["voice"])), occurrence))
        #expect(try !Self.fires(Condition(.word(.option, ["once"])), occurrence))
    }

    @Test("option, style and label of a prompt are those of any option; of an answer those of the chosen one")
    func options() throws {
        var occurrence = Self.event(.prompt) {
            $0.options = [
                .init(id: "once", label: "Allow once"), .init(id: "always", label: "Always", style: "danger"),
            ]
        }
        let style = Condition(.word(.style, ["DANGER"]))
        let option = Condition(.word(.option, ["Always"]))
        let label = Condition(.text(.label, .tests([.equals("always")])))
        for condition in [style, option, label] { #expect(try Self.fires(condition, occurrence)) }
        occurrence.trigger = .answer
        occurrence.option = "ONCE"
        for condition in [style, option, label] { #expect(try !Self.fires(condition, occurrence)) }
        occurrence.option = "always"
        for condition in [style, option, label] { #expect(try Self.fires(condition, occurrence)) }
        occurrence.option = "gone"
        for condition in [style, option, label] { #expect(try !Self.fires(condition, occurrence)) }
    }

    @Test("flags and numbers")
    func flagsAndNumbers() throws {
        let occurrence = Self.event(.media) {
            ($0.final, $0.ok, $0.parts, $0.size) = (true, false, 3, 5_000_000)
        }
        #expect(try Self.fires(Condition(.flag(.final, true)), occurrence))
        #expect(try Self.fires(Condition(.flag(.ok, false)), occurrence))
        #expect(try !Self.fires(Condition(.flag(.ok, true)), occurrence))
        #expect(try !Self.fires(Condition(.flag(.again, false)), occurrence))
        for (comparison, wanted) in [
            (NumberComparison(atMost: 5_000_000), true), (NumberComparison(lessThan: 5_000_000), false),
            (NumberComparison(atLeast: 5_000_001), false), (NumberComparison(moreThan: 4_999_999.5), true),
            (NumberComparison(equals: 5_000_000), true), (NumberComparison(atMost: 9e9, moreThan: 5_000_000), false),
        ] {
            #expect(try Self.fires(Condition(.number(.size, comparison)), occurrence) == wanted)
        }
        #expect(try Self.fires(Condition(.number(.parts, NumberComparison(equals: 3))), occurrence))
    }

    @Test("fields are looked up in the frame by their path")
    func fields() throws {
        let occurrence = Self.event(.frame) {
            $0.frame = Array(
                #"{"t":"x","a":{"b":[{"c":"Hi \u00e9"},7]},"n":2.50,"yes":true,"none":null,"a\"b":"q"}"#.utf8)
        }
        func field(_ path: String, _ matcher: ValueMatcher) throws -> Bool {
            try Self.fires(Condition(.field(path.split(separator: ".").map(String.init), matcher)), occurrence)
        }
        #expect(try field("a.b.0.c", .text(.tests([.equals("hi É")]))))
        #expect(try field("a.b.1", .number(NumberComparison(equals: 7))))
        #expect(try field("n", .number(NumberComparison(equals: 2.5))))
        #expect(try field("n", .text(.tests([.equals("2.50")]))))
        #expect(try field("yes", .flag(true)))
        #expect(try field("a\"b", .text(.tests([.equals("q")]))))
        #expect(try !field("yes", .flag(false)))
        #expect(try !field("yes", .text(.tests([.empty(true)]))))
        for path in ["none", "a", "a.b", "a.b.2", "a.b.-1", "a.b.0.c.d", "missing", "t.x"] {
            #expect(try !field(path, .text(.tests([.empty(true)]))), "\(path)")
            #expect(try !field(path, .text(.tests([.empty(false)]))), "\(path)")
        }
    }

    @Test("a frame that is no JSON has no fields", arguments: ["", "{", "[1,", "{\"a\":tru}", "\u{0}"])
    func brokenFrame(frame: String) throws {
        let occurrence = Self.event(.frame) { $0.frame = Array(frame.utf8) }
        #expect(try !Self.fires(Condition(.field(["a"], .flag(true))), occurrence))
        #expect(FrameField.find(["a"], in: frame) == .absent)
    }

    @Test("variables compare as what they are asked for")
    func variables() throws {
        let start = Occurrence(.start)
        #expect(try Self.fires(Condition(.variable("name", .text(.tests([.equals("ADA")])))), start))
        #expect(try Self.fires(Condition(.variable("n", .number(NumberComparison(atLeast: 3)))), start))
        #expect(try Self.fires(Condition(.variable("n", .text(.tests([.equals("3")])))), start))
        #expect(try Self.fires(Condition(.variable("on", .flag(true))), start))
        #expect(try !Self.fires(Condition(.variable("n", .flag(true))), start))
        #expect(try !Self.fires(Condition(.variable("name", .number(NumberComparison()))), start))
        #expect(try !Self.fires(Condition(.variable("unknown", .flag(true))), start))
        let changed = Condition(.variable("name", .number(NumberComparison(equals: 4))))
        #expect(try Self.fires(changed, start) { $0.program.set("name", to: .text("4"), in: &$0.memory) })
    }

    @Test("a dialogue state holds until its time is over")
    func states() throws {
        let condition = Condition(.inState(["asking"]))
        let start = Occurrence(.start)
        #expect(try !Self.fires(condition, start))
        #expect(try Self.fires(condition, start) { $0.program.enter("asking", now: $0.now, in: &$0.memory) })
        #expect(try !Self.fires(condition, start) { $0.program.enter("waiting", now: $0.now, in: &$0.memory) })
        #expect(
            try Self.fires(condition, start) {
                $0.program.enter("asking", for: .seconds(5), now: $0.now, in: &$0.memory)
                $0.pass(.milliseconds(4999))
            })
        #expect(
            try !Self.fires(condition, start) {
                $0.program.enter("asking", for: .seconds(5), now: $0.now, in: &$0.memory)
                $0.pass(.seconds(5))
            })
    }

    // MARK: Time of day

    /// Sunday 2026-03-01 10:00 UTC, and so many minutes later.
    private static func holds(_ window: TimeWindow, after minutes: Int64) -> Bool {
        window.holds(at: Bench.start.wall + .minutes(minutes), zones: ZoneTable())
    }

    @Test("a window is open from its beginning up to its end, which is not in it")
    func window() {
        let window = TimeWindow(from: 9 * 60, to: 17 * 60)
        for (minutes, open) in [(-61, false), (-60, true), (0, true), (419, true), (420, false)] as [(Int64, Bool)] {
            #expect(Self.holds(window, after: minutes) == open)
        }
        #expect(Self.holds(TimeWindow(from: 10 * 60), after: 0))
        #expect(!Self.holds(TimeWindow(to: 10 * 60), after: 0))
        #expect(Self.holds(TimeWindow(days: [0]), after: 0))
        #expect(!Self.holds(TimeWindow(days: [1, 2, 3, 4, 5, 6]), after: 0))
        #expect(Self.holds(TimeWindow(), after: 0))
    }

    @Test("a window over midnight belongs to the day on which it began")
    func overMidnight() {
        let window = TimeWindow(from: 22 * 60, to: 6 * 60, days: [0])
        // Sunday 22:00 is 12 hours after the start.
        for (hours, open) in [(-5, false), (11, false), (12, true), (14, true), (19, true), (20, false), (36, false)]
            as [(Int64, Bool)]
        {
            #expect(Self.holds(window, after: hours * 60) == open, "\(hours)")
        }
        let whole = TimeWindow(from: 600, to: 600, days: [0])
        #expect(Self.holds(whole, after: 0))
        #expect(Self.holds(whole, after: 23 * 60 + 59))
        #expect(!Self.holds(whole, after: 24 * 60))
    }

    @Test("a window is in its zone; without one, in the table's local one; with one that is not known, never open")
    func zones() {
        let east = Zone(name: "East", offset: .init(seconds: 3 * 3600, abbreviation: "EAT"))
        let zones = ZoneTable(local: east, zones: [east])
        let window = TimeWindow(from: 13 * 60, to: 14 * 60)
        #expect(window.holds(at: Bench.start.wall, zones: zones))
        #expect(TimeWindow(from: 13 * 60, zone: "East").holds(at: Bench.start.wall, zones: zones))
        #expect(!TimeWindow(from: 13 * 60, zone: "UTC").holds(at: Bench.start.wall, zones: zones))
        #expect(!TimeWindow(zone: "Nowhere").holds(at: Bench.start.wall, zones: zones))
    }

    // MARK: Chance

    @Test("chance is as often as it says, and the same for the same seed, traced or not")
    func chance() throws {
        var bench = try Bench([
            Rule("a", when: Condition(.chance(0.3))).with { $0.continues = true },
            Rule("b", when: Condition(.all([.text(.contains("x")), Condition(.chance(0.5))]))),
        ])
        var counts: [String: Int] = [:]
        for number in 0..<4000 {
            let text = number % 2 == 0 ? "x" : "y"
            let traced = bench.trace(.message(text)).rules.filter {
                if case .fired = $0.verdict { true } else { false }
            }
            let fired = bench.fired(text)
            #expect(traced.map(\.id) == fired)
            for id in fired { counts[id, default: 0] += 1 }
        }
        #expect((1100...1300).contains(counts["a"] ?? 0))
        #expect((900...1100).contains(counts["b"] ?? 0))
        #expect(Program.draw(7, 1) == Program.draw(7, 1))
        #expect(Program.draw(7, 1) != Program.draw(7, 2))
    }

    @Test("no random number is drawn for events that no chance is about")
    func noDraw() throws {
        var bench = try Bench([
            Rule("a", when: .text(.contains("x"))), Rule("b", on: .start, when: Condition(.chance(0.5))),
        ])
        _ = bench.fired("x")
        var fresh = SplitMix(seed: 1)
        #expect(bench.generator.next() == fresh.next())
    }
}

extension NumberComparison {
    init(
        equals: Double? = nil, atLeast: Double? = nil, atMost: Double? = nil, moreThan: Double? = nil,
        lessThan: Double? = nil
    ) {
        self.init()
        (self.equals, self.atLeast, self.atMost) = (equals, atLeast, atMost)
        (self.moreThan, self.lessThan) = (moreThan, lessThan)
    }
}
