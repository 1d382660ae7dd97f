import Testing
import Time

@testable import Rules

@Suite("Templates")
struct RenderingTests {
    private static func scope(_ change: (inout Scope) -> Void = { _ in }) throws -> (Program, Scope) {
        let bench = try Bench([]) {
            $0.variables = [
                Variable(name: "owner", start: .text("Ada"), place: nowhere),
                Variable(name: "n", start: .number(2), place: nowhere),
                Variable(name: "half", start: .number(0.5), place: nowhere),
                Variable(name: "on", start: .flag(true), place: nowhere),
                Variable(name: "text", start: .text("hidden"), place: nowhere),
                Variable(name: "caption", start: .text("shown"), place: nowhere),
            ]
        }
        var scope = Scope(
            occurrence: .message("Hello there"), memory: Memory(),
            device: .init(id: "d1", name: "Phone", platform: "talaria", appVersion: "1.2.3", index: 4),
            now: Bench.start,
            zones: ZoneTable(zones: [Zone(name: "East", offset: .init(seconds: 3 * 3600, abbreviation: "EAT"))]))
        scope.occurrence.id = "m1"
        scope.count = 3
        change(&scope)
        return (bench.program, scope)
    }

    @Test(
        "names are looked up",
        arguments: [
            ("text", "Hello there"), ("owner", "Ada"), ("n", "2"), ("half", "0.5"), ("on", "true"), ("count", "3"),
            ("event.id", "m1"), ("bot.name", "bot"), ("device.id", "d1"), ("device.name", "Phone"),
            ("device.platform", "talaria"), ("device.app_version", "1.2.3"), ("device.index", "4"), ("url", "http://x"),
            ("caption", "shown"), ("mime", ""), ("nothing", ""), ("now", "2026-03-01T10:00:00Z"),
        ])
    func names(name: String, value: String) throws {
        let (program, scope) = try Self.scope { $0.captures = ["url": "http://x"] }
        #expect(program.render(.lookup(name), scope) == value)
    }

    @Test("a group hides a field, a field hides a variable, an AI's error hides the event's")
    func precedence() throws {
        let (program, scope) = try Self.scope {
            $0.captures = ["owner": "Bob"]
            $0.occurrence.error = "old"
            $0.error = "new"
        }
        #expect(program.render(.lookup("owner"), scope) == "Bob")
        #expect(program.render(.lookup("text"), scope) == "Hello there")
        #expect(program.render(.lookup("error"), scope) == "new")
    }

    @Test("every field of an event has a name")
    func fields() throws {
        let (program, scope) = try Self.scope {
            var event = Occurrence(.frame)
            (event.text, event.caption, event.filename, event.mime, event.label) = ("v", "v", "v", "v", "v")
            (event.code, event.state, event.url, event.reason, event.error) = ("v", "v", "v", "v", "v")
            (event.t, event.kind, event.option, event.of) = ("v", "v", "v", "v")
            (event.again, event.final, event.fatal) = (true, true, true)
            (event.expired, event.clean, event.ok) = (true, true, true)
            (event.parts, event.size, event.command) = (1, 1, .text("v"))
            event.options = [.init(id: "V", label: "l", style: "v")]
            $0.occurrence = event
        }
        for field in EventField.allCases {
            #expect(["v", "true", "1"].contains(program.render(.lookup(field.rawValue), scope)), "\(field)")
        }
        let (_, error) = try Self.scope {
            $0.occurrence = Occurrence(.error)
            $0.occurrence.text = "broken"
        }
        #expect(program.render(.lookup("message"), error) == "broken")
    }

    @Test(
        "filters",
        arguments: [
            ("straße", [.upper], "STRASSE"), ("ÀB", [.lower], "àb"), (" a\u{A0}", [.trim], "a"), (" \n ", [.trim], ""),
            ("  two words", [.firstWord], "two"), ("", [.firstWord], ""), ("one", [.firstWord], "one"),
            ("a\"b\\\n\u{1}é", [.json], "\"a\\\"b\\\\\\n\\u0001é\""), ("a b/é~", [.url], "a%20b%2F%C3%A9~"),
            ("abcdef", [.truncate(4)], "abc…"), ("abcd", [.truncate(4)], "abcd"), ("abc", [.truncate(0)], ""),
            ("abc", [.truncate(-1)], ""), ("👨‍👩‍👧👍🏽x", [.truncate(2)], "👨‍👩‍👧…"), ("ab", [.truncate(1)], "…"),
            (" first second", [.firstWord, .upper, .json], "\"FIRST\""),
        ] as [(String, [Template.Filter], String)])
    func filters(text: String, filters: [Template.Filter], result: String) throws {
        let (program, scope) = try Self.scope { $0.captures = ["x": text] }
        let lookup = Template.Lookup(name: "x", filters: filters, place: nowhere)
        #expect(program.render(Template(pieces: [.lookup(lookup)], place: nowhere), scope) == result)
    }

    @Test("what stands behind `or` takes the place of what is missing, empty, or empty once filtered")
    func fallback() throws {
        let (program, scope) = try Self.scope { $0.captures = ["empty": "", "blank": "  ", "full": "x"] }
        #expect(program.render(.lookup("missing", or: "friend"), scope) == "friend")
        #expect(program.render(.lookup("empty", or: "friend"), scope) == "friend")
        #expect(program.render(.lookup("blank", .trim, or: "friend"), scope) == "friend")
        #expect(program.render(.lookup("blank", or: "friend"), scope) == "  ")
        #expect(program.render(.lookup("full", or: "friend"), scope) == "x")
        #expect(program.render(.lookup("missing", .upper, or: "friend"), scope) == "FRIEND")
        #expect(program.render(.lookup("missing", .json, or: "a"), scope) == "\"a\"")
        #expect(program.render(.lookup("missing", .json), scope) == "\"\"")
    }

    @Test("now has a format, and a zone")
    func now() throws {
        let (program, scope) = try Self.scope()
        #expect(program.render(.lookup("now", .format("%Y-%m-%d %H:%M", zone: nil)), scope) == "2026-03-01 10:00")
        #expect(program.render(.lookup("now", .format("%H:%M %Z", zone: "East")), scope) == "13:00 EAT")
        #expect(program.render(.lookup("now", .format("%a", zone: nil), .upper), scope) == "SUN")
        #expect(program.render(.lookup("now", .format("%Q", zone: nil)), scope) == "2026-03-01T10:00:00Z")
    }

    @Test("a result is never read as a template again")
    func once() throws {
        let (program, scope) = try Self.scope { $0.occurrence.text = "{{owner}}" }
        let template = Template(
            pieces: [.literal("{{n}} "), .lookup(.init(name: "text", place: nowhere)), .literal("!")], place: nowhere)
        #expect(program.render(template, scope) == "{{n}} {{owner}}!")
        #expect(program.render(Template(pieces: [], place: nowhere), scope) == "")
    }

    @Test("JSON templates are JSON whatever the texts in them are")
    func json() throws {
        let (program, scope) = try Self.scope { $0.occurrence.text = "\"}, \"x\": 1\n" }
        let template = JSONTemplate.object([
            (key: "t\"", value: .literal("1.50")),
            (key: "a", value: .array([.text(.lookup("text")), .literal("null")])),
            (key: "o", value: .object([])), (key: "e", value: .array([])),
        ])
        var bytes = Array("> ".utf8)
        program.render(template, scope, into: &bytes)
        let wanted = #"> {"t\"":1.50,"a":["\"}, \"x\": 1\n",null],"o":{},"e":[]}"#
        #expect(String(decoding: bytes, as: UTF8.self) == wanted)
    }

    @Test(
        "numbers are shown as people write them",
        arguments: [(3.0, "3"), (-0.25, "-0.25"), (1e15, "1000000000000000"), (1e16, "1e+16"), (.infinity, "inf")])
    func numbers(number: Double, text: String) {
        #expect(Value.number(number).text == text)
    }
}
