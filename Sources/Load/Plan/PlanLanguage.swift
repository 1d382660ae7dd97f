import Address
import Net
import Rules
import Time

// What a load plan may hold, declared as rule files are; rule-language.md, "Load plans".

enum PlanLanguage {
    static let declaration = Declaration(
        title: "a Talaria load plan", root: .object(file), definitions: ServerReader.definitions)

    static let mostDevices = 10_000_000

    private static let file = ObjectShape(
        "a load plan", exactlyOne: [["bot", "bots"]],
        [
            Key("$schema", .text(.any), "Where an editor finds the schema of this file."),
            Key("about", .text(.any), "What the run is to show, for people."),
            Key("bot", .text(.literal), "The rule file that every device plays, relative to this one."),
            Key("bots", .array(.object(bot), least: 1), "Several rule files, each for its part of the devices."),
            Key("devices", .number(.count(from: 1, to: mostDevices)), required: true, "How many devices there are."),
            Key(
                "data", .text(.literal),
                "A CSV or NDJSON file with a row a device: its columns are variables; `token` and `device_id` are the device's own."
            ),
            Key(
                "arrive", .either([.object(arrive), .array(.object(arriveStage), least: 1)]),
                default: "{ \"over\": \"0s\" }",
                "When the devices arrive: all of them in a time or at a rate, or some after others in stages."),
            Key(
                "hold", .either([.text(.duration()), .array(.object(stage), least: 1)]), default: "\"60s\"",
                "How long the run goes on once all have arrived; or what happens then, in stages."),
            Key("send", .object(send), "What the devices say beside what their rules say."),
            Key(
                "reply_timeout", .text(.duration(least: .milliseconds(1))), default: "\"30s\"",
                "A text without a reply for so long counts as lost."),
            Key("server", .named("server"), "Goes before the rule files' own `server`."),
            Key("sources", .array(.text(address), least: 1), "The local addresses that connections go out from."),
            Key(
                "thresholds", .map(keys: .some, .text(.some)),
                "What must hold in the end, such as \"reply.p99\": \"< 250ms\". One without samples fails."),
            Key("seed", .number(.count(from: 0, to: 1 << 53)), default: "1", "What random choices are drawn from."),
        ])

    private static let bot = ObjectShape(
        "a bot of the plan",
        [
            Key("file", .text(.literal), required: true, "The rule file, relative to this one."),
            Key("weight", .number(.count(from: 1, to: 1000)), default: "1", "Its part among the bots."),
        ])

    private static let spread = Key(
        "spread",
        .words([
            Choice("even", "All gaps alike."), Choice("poisson", "As independent users come: exponential gaps."),
        ]), default: "\"even\"", "How what comes at a rate is spread over time.")

    private static let arrive = ObjectShape(
        "the settings of `arrive`", exactlyOne: [["over", "rate"]],
        [
            Key("over", .text(.duration()), "All arrive within this time."),
            Key("rate", .text(Rate.form), "So many arrive in a time."), spread,
        ])

    private static let arriveStage = ObjectShape(
        "a stage of `arrive`", exactlyOne: [["over", "rate", "pause"]], atMostOne: [["devices", "pause"]],
        [
            Key(
                "devices", .number(.count(from: 1, to: mostDevices)),
                "How many arrive in it. The last stage: all that are left."),
            Key("over", .text(.duration()), "They arrive within this time."),
            Key("rate", .text(Rate.form), "So many of them arrive in a time."),
            Key("pause", .text(.duration()), "Nobody arrives for this time."), spread,
        ])

    private static let stage = ObjectShape(
        "a stage",
        [
            Key("for", .text(.duration(least: .milliseconds(1))), required: true, "How long it lasts."),
            Key("name", .text(.some), "What reports call it."),
            Key(
                "rate", .text(Rate.form), "From now on all devices together say so much. It needs a `send` with `rate`."
            ),
            Key("drill", .words(drills), "Something bad that happens when it begins."),
            Key(
                "share", .number(NumberForm(0.000001...1, whole: false)), default: "1",
                "To how many of the devices: 1 is all."),
            Key("text", .text(.some), "What a prompt flood says."),
        ])

    private static let drills = [
        Choice("reconnect", "Connections break, all at once; the devices come back as their backoff says."),
        Choice("slow_readers", "Devices stop reading until the stage ends."),
        Choice("half_open", "Devices neither read nor say anything, and break off when the stage ends."),
        Choice("prompt_flood", "Devices say `text`, all at once, which has the server show prompts."),
    ]

    private static let send = ObjectShape(
        "the settings of `send`", exactlyOne: [["every", "rate", "think"]],
        [
            Key(
                "text", .either([.text(.template), .array(.text(.template), least: 1)]), required: true,
                "What is said; of several one is drawn."),
            Key("every", .text(.delay), "Each device says one so often, whatever it hears."),
            Key("rate", .text(Rate.form), "All devices together say so many, whatever they hear."),
            Key("think", .text(.delay), "Each device waits for its reply, then so long, and says the next."), spread,
        ])

    private static let address = TextForm("an IP address", pattern: "^[0-9A-Fa-f.:]+$", example: "\"127.0.0.2\"") {
        text in
        IPAddress(text) != nil
            ? nil
            : TextFault(
                .badAddress, "\(quoted(text)) is not an IP address",
                hint: "an address of this machine's own, such as \"127.0.0.2\"")
    }
}
