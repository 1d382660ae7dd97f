import Testing
import Time

@testable import Rules

@Suite("rules, triggers and conditions")
struct RuleReadingTests {
    @Test("every key of a rule is read")
    func keys() throws {
        let rule = try rule(
            #"""
            { "id": "a.b/c:1", "on": ["ready", "message", { "every": "10m", "jitter": "1m" }, { "at": "0 9 * * mon-fri", "zone": "Europe/Lisbon" }],
              "when": { "in": ["x", "y"], "chance": 0.5 }, "limit": { "count": 2, "per": "10s" }, "continue": true,
              "on_overlap": "restart", "do": [ { "log": "x" }, { "goto": "x" }, { "goto": "y" } ],
              "examples": { "match": ["a", "b"], "no_match": ["c"] } }
            """#.replacing(#""no_match": ["c"]"#, with: #""match": ["d"]"#).replacing(
                #""match": ["a", "b"], "#, with: ""))
        #expect(rule.id == "a.b/c:1")
        #expect(rule.triggers == [.ready, .message, .timer])
        guard case .every(let every, let jitter, _) = rule.timers[0], case .at(_, let zone, _) = rule.timers[1] else {
            Issue.record("two timers")
            return
        }
        #expect(every == .minutes(10) && jitter == .minutes(1) && zone == "Europe/Lisbon")
        #expect(rule.states == ["x", "y"])
        #expect(rule.limit == Limit(count: 2, per: .seconds(10)))
        #expect(rule.continues && rule.overlap == .restart)
        #expect(rule.examples.match.map(\.text) == ["d"])
        guard case .chance(0.5) = rule.condition?.test else {
            Issue.record("the condition without `in`")
            return
        }
    }

    @Test("zones that timers, windows and formats name are noted for the driver")
    func zones() throws {
        let file = try file(
            botText(
                #"{ "id": "a", "on": { "at": "0 9 * * *", "zone": "Europe/Lisbon" }, "when": { "time": { "days": ["mon"], "zone": "Asia/Tokyo" } }, "do": [ { "log": "{{now '%H' 'UTC'}}" } ] }"#
            ))
        #expect(file.zoneNames == ["Europe/Lisbon", "Asia/Tokyo", "UTC"])
    }

    @Test("each trigger belongs to its roles", arguments: Trigger.allCases.filter { $0 != .timer })
    func triggers(trigger: Trigger) {
        for role in Role.allCases {
            let text = botText(
                #"{ "id": "a", "on": "\#(trigger.rawValue)", "do": [ { "log": "x" } ] }"#, head: #""role": "\#(role)","#
            )
            #expect(codes(text) == (Trigger.known(to: role).contains(trigger) ? [] : [.wrongRole]))
        }
    }

    @Test("each field can be asked of the events that have it, and of no other", arguments: EventField.allCases)
    func fields(field: EventField) {
        let values: [EventField: String] = [
            .again: "true", .final: "true", .fatal: "true", .expired: "true", .clean: "true", .ok: "true", .parts: "1",
            .size: "\"1MB\"", .command: "{ \"unclear\": true }", .of: "\"a\"",
        ]
        for trigger in Trigger.known(to: .device) where trigger != .timer && trigger != .frame {
            var value = values[field] ?? "\"x\""
            if field == .kind { value = trigger == .media ? "\"image\"" : "\"clarify\"" }
            let text = botText(
                #"{ "id": "a", "on": "\#(trigger.rawValue)", "when": { "\#(field.rawValue)": \#(value) }, "do": [ { "log": "x" } ] }"#
            )
            #expect(codes(text) == (trigger.fields.contains(field) ? [] : [.fieldNotThere]), "\(trigger) \(field)")
        }
    }

    @Test("a text is equal, a matcher has all its tests in order")
    func matchers() throws {
        guard case .text(.text, let bare) = try condition(#"{ "text": "Hi" }"#).test,
            case .equals("Hi") = bare.tests[0].kind
        else {
            Issue.record("a bare text")
            return
        }
        #expect(!bare.exact)
        let all = try condition(
            #"""
            { "text": { "equals": "a", "any_of": { "list": "l" }, "contains": "b", "contains_any": ["c"], "contains_all": ["d", "e"],
              "starts_with": "f", "ends_with": ["g", "h"], "words": "i j", "glob": "k*", "regex": "(?P<x>l)|(?<y>m)",
              "longer_than": 1, "shorter_than": 9, "empty": false, "exact": true } }
            """#, head: #""lists": { "l": ["x", "y"] },"#)
        guard case .text(.text, let matcher) = all.test else {
            Issue.record("a matcher")
            return
        }
        #expect(matcher.exact)
        #expect(
            matcher.tests.map { "\($0.kind)" } == [
                "equals(\"a\")", "anyOf([\"x\", \"y\"])", "contains(\"b\")", "containsAny([\"c\"])",
                "containsAll([\"d\", \"e\"])", "startsWith([\"f\"])", "endsWith([\"g\", \"h\"])", "words([\"i j\"])",
                "glob([\"k*\"])", "regex([\"(?P<x>l)|(?<y>m)\"])", "longerThan(1)", "shorterThan(9)", "empty(false)",
            ])
    }

    @Test("conditions nest, and each has the place of its key")
    func nesting() throws {
        let condition = try condition(
            "{ \"all\": [ { \"any\": [ { \"text\": \"a\" }, { \"not\": { \"text\": \"b\", \"final\": true } } ] } ],\n\"chance\": 1 }"
        )
        guard case .all(let outer) = condition.test, outer.count == 2, case .all(let inner) = outer[0].test,
            case .any(let choices) = inner[0].test, case .not(let negated) = choices[1].test,
            case .all(let both) = negated.test
        else {
            Issue.record("\(condition)")
            return
        }
        #expect(both.count == 2)
        #expect(outer[1].place == Place(line: 2, column: 1))
    }

    @Test("frames, variables and numbers")
    func values() throws {
        let condition = try condition(
            #"""
            { "field": { "a.b": "x", "c": 5, "d": true, "e": { "at_least": 1, "less_than": 2 }, "f": { "contains": "y" }, "g": { "equals": 3 } },
              "var": { "v": { "more_than": 1 } }, "in": "s", "code": 1006, "size": { "at_most": "5MB" }, "parts": 2 }
            """#, on: "\"frame\"", head: #""vars": { "v": 1 },"#)
        guard case .all(let conditions) = condition.test, case .all(let fields) = conditions[0].test else {
            Issue.record("\(condition)")
            return
        }
        #expect(fields.count == 6)
        guard case .field(["a", "b"], .text) = fields[0].test, case .field(["c"], .number(let five)) = fields[1].test,
            case .field(["d"], .flag(true)) = fields[2].test, case .field(["e"], .number(let range)) = fields[3].test,
            case .field(["f"], .text) = fields[4].test, case .field(["g"], .number(let three)) = fields[5].test
        else {
            Issue.record("\(fields)")
            return
        }
        #expect(five.equals == 5 && range.atLeast == 1 && range.lessThan == 2 && three.equals == 3)
        guard case .variable("v", .number) = conditions[1].test, case .text(.code, let code) = conditions[2].test,
            case .equals("1006") = code.tests[0].kind, case .number(.size, let size) = conditions[3].test,
            case .number(.parts, let parts) = conditions[4].test
        else {
            Issue.record("\(conditions)")
            return
        }
        #expect(size.atMost == 5_000_000 && parts.equals == 2)
    }

    @Test("a part of the day, over midnight too")
    func windows() throws {
        guard
            case .time(let window) = try condition(
                #"{ "time": { "from": "22:30", "to": "06:00", "days": ["fri", "sat"], "zone": "UTC" } }"#
            ).test
        else {
            Issue.record("a window")
            return
        }
        #expect(window == TimeWindow(from: 1350, to: 360, days: [5, 6], zone: "UTC"))
    }
}
