import Rules
import Time

// What a test file may hold, declared as rule files are; rule-language.md, "Tests".

enum TestLanguage {
    static let declaration = Declaration(
        title: "a Talaria test file", root: .object(file),
        definitions: [("step", .object(step))] + MatcherReader.definitions,
        others: [
            .init(
                key: "rules", noun: "a rule file",
                hint: "talaria check reads rule files; tests of it stand in a file NAME.test.json beside it")
        ], remedies: remedies)

    /// What is often written wrong, and the right form.
    static let remedies: [Remedy] = [
        Remedy(
            in: "a step", .key(["send", "say", "text", "message", "in", "input", "when", "given"]),
            "what people say to a device comes as",
            #""receive": { "t": "message", "id": "m1", "text": "hi", "final": true }"#,
            own: [.text(#""receive": { "t": "message", "id": "m1", "text": @, "final": true }"#), #""receive": @"#]),
        Remedy(
            in: "a step", .key(["reply", "out", "output", "then", "sent", "sends", "expects"]), "that is",
            #""expect": [ { "t": "text", "text": "Hello!" } ]"#,
            own: [.text(#""expect": [ { "t": "text", "text": @ } ]"#), #""expect": @"#, #""expect": [ @ ]"#]),
        Remedy(
            in: "a step", .key(["wait", "sleep", "time", "pause", "delay", "after"]), "that is", #""advance": "5s""#,
            own: [#""advance": @"#]),
        Remedy(in: "a step", .key(["connect"]), "that is", #""reconnect": true"#),
        Remedy(
            in: "a step", .value(of: "receive"), "a frame, such as",
            #""receive": { "t": "message", "id": "m1", "text": "hi", "final": true }"#),
        Remedy(
            in: "a step", .value(of: "expect"), "frames in brackets, such as",
            #""expect": [ { "t": "text", "text": "Hello!" } ]"#,
            own: [.text(#""expect": [ { "t": "text", "text": @ } ]"#), #""expect": [ @ ]"#]),
        Remedy(
            in: "a step", .value(of: "fetch"), "what each URL answers:",
            #""fetch": { "https://host.example/map.png": { "file": "map.png" } }"#),
        Remedy(in: "a step", .value(of: "vars"), "such as", #""vars": { "visits": 3 }"#),
        Remedy(in: "a step", .value(of: "ai"), "the pieces of a reply:", #""ai": ["Hel", "lo!"]"#),
        Remedy(in: "a step", .value(of: "disconnect"), "the close code:", #""disconnect": 1006"#),
        Remedy(
            in: "a test", .value(of: "steps"), "a list of steps:", #""steps": [ { "advance": "5s" } ]"#,
            own: [#""steps": [ @ ]"#]),
    ]

    /// A matcher where a frame is expected: the frame around it may hold anything.
    static let matcher = Declaration(
        title: "a matcher", root: .named("valueMatcher"), definitions: MatcherReader.definitions)

    private static let file = ObjectShape(
        "a test file",
        [
            Key("$schema", .text(.any), "Where an editor finds the schema of this file."),
            Key("bot", .text(.literal), required: true, "The rule file under test, relative to this one."),
            Key("start", .text(moment), default: "\"2026-01-01T00:00:00Z\"", "When each test begins."),
            Key("seed", .number(seed), default: "1", "What random choices are drawn from."),
            Key("tests", .array(.object(test), least: 1), required: true, "The tests. Each starts fresh."),
        ])

    private static let test = ObjectShape(
        "a test",
        [
            Key("name", .text(.some), required: true, "What it shows, as a sentence."),
            Key("start", .text(moment), "When this test begins, if not as the others."),
            Key("seed", .number(seed), "What this test's random choices are drawn from."),
            Key("loose", .flag, default: "false", "Frames that no step expects are left alone."),
            Key("steps", .array(.named("step"), least: 1), required: true, "What happens, in order."),
        ])

    /// The keys of which each step has one.
    static let kinds = [
        "receive", "expect", "expect_nothing", "advance", "vars", "state", "fetch", "ai", "disconnect", "reconnect",
    ]

    private static let step = ObjectShape(
        "a step", exactlyOne: [kinds],
        [
            Key(
                "receive", .either([.anyObject, .text(.some)]),
                "A frame comes in; a text stands for a message as it is."),
            Key(
                "expect", .array(.anyObject, least: 1),
                "These frames go out, in order. Texts are compared exactly unless they are matchers; what is not named may be anything. Time moves on until they have come.",
                whenEmpty: "\"expect_nothing\": \"5s\" is the step for that"),
            Key("within", .text(.duration()), default: "\"60s\"", "How long `expect` waits."),
            Key("expect_nothing", .text(.duration()), "For that long no frame goes out."),
            Key("advance", .text(.duration()), "Time passes."),
            Key(
                "vars", .map(keys: .name("a variable's name"), .named("valueMatcher")),
                "What variables hold now."),
            Key("state", .either([.text(.id("a state's name")), .null("no state")]), "The dialogue's state now."),
            Key("fetch", .map(keys: .some, .object(answer)), "What URLs answer from now on."),
            Key(
                "ai", .either([.array(.text(.any), least: 1), .object(aiError)]),
                "What the AI endpoint streams when it is asked next: its pieces, or how it fails."),
            Key(
                "disconnect", .number(NumberForm(1000...4999, whole: true)),
                "The gateway closes with this code; 1006: the connection breaks off. It stays down until `reconnect`."),
            Key("reconnect", .flag, "The gateway is there again. Time moves on until the bot has connected."),
        ])

    private static let answer = ObjectShape(
        "an answer", notEmpty: true, atMostOne: [["file", "text", "size", "error"]],
        [
            Key("status", .number(.count(from: 100, to: 599)), default: "200", "The HTTP status."),
            Key(
                "type", .text(.some),
                "The type that the server says, such as image/png. The bytes decide, as in a bot that runs; a body of a `size` alone passes for what this says."
            ),
            Key("file", .text(.literal), "A file whose bytes it answers, relative to this one."),
            Key("text", .text(.any), default: "\"\"", "The text that it answers."),
            Key("size", .number(.count(from: 0, to: 64 << 20)), "A body of so many bytes that are zero."),
            Key("error", .text(.some), "Why there is no answer."),
        ])

    private static let aiError = ObjectShape(
        "an AI's failure", [Key("error", .text(.some), required: true, "Why there is no reply.")])

    private static let seed = NumberForm.count(from: 0, to: 1 << 53)

    private static let moment = TextForm(
        "a moment", pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T", example: "\"2026-03-01T10:00:00Z\""
    ) { text in
        WallTime(iso8601: text) == nil
            ? TextFault(.badTime, "\(quoted(text)) is not a moment", hint: "such as \"2026-03-01T10:00:00Z\"") : nil
    }
}
