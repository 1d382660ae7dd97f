// The rule language, declared: every key with its shape, its default and its help. The checker, docs/bot.schema.json and
// the reference in docs/ come from this table. A chapter a file: this one has the top of a rule file, the others what
// stands in it.

/// The declaration of rule files.
public enum BotLanguage {
    public static let declaration = Declaration(
        title: "a Talaria bot", root: .object(file),
        definitions: rules + settings + conditions + actions + commands,
        others: [
            .init(key: "tests", noun: "a test file", hint: "talaria test runs it; its name ends in .test.json"),
            .init(key: "devices", noun: "a load plan", hint: "talaria load runs it; its name ends in .load.json"),
        ], remedies: remedies)

    static let file = ObjectShape(
        "a bot",
        [
            Key("$schema", .text(.any), "Where an editor finds the schema of this file."),
            Key(
                "version", .number(NumberForm(0...1_000_000, whole: true)), required: true,
                "The version of the rule language: 1."),
            Key("name", .text(botName), required: true, "The bot's name, as logs and folders show it."),
            Key("about", .text(.any), "What the bot is for, for people."),
            Key(
                "role", .words([Choice("device", "Talks to a gateway."), Choice("gateway", "Is one.")]),
                default: "\"device\"",
                "Which end of the protocol the bot plays."),
            Key(
                "server", .named("server"), role: .device,
                "The gateway to connect to, and how. Without it: the embedded gateway, or what --url names."),
            Key(
                "server", .named("listen"), role: .gateway,
                "Where the gateway listens, and whom it lets in."),
            Key("device", .named("device"), role: .device, "What the bot says about itself in its hello."),
            Key(
                "vars", .map(keys: .name("a variable's name"), .named("variable")),
                "Variables with their values in a new bot. Texts, numbers, true and false."),
            Key(
                "lists", .map(keys: .id("a list's name"), .array(.text(.any), least: 1)),
                "Named lists of texts; { \"list\": NAME } stands wherever a list is due."),
            Key(
                "commands",
                .map(keys: .id("the name of a set of commands"), .array(.named("commandPattern"), least: 1)),
                role: .device, "Named sets of command patterns, for the conditions of approvals."),
            Key(
                "hit",
                .words([
                    Choice("first", "The first that matches, in file order."),
                    Choice("all", "Every rule that matches, in order."),
                    Choice("unique", "Two matches at once are an error, and neither acts."),
                ]), default: "\"first\"", "Which of the rules that match act."),
            Key("rules", .array(.named("rule"), least: 1), required: true, "The rules, in order."),
            Key("fetch", .named("fetch"), "How files are fetched by URL."),
            Key("receive", .named("receive"), "How received files are taken in and kept."),
            Key("approvals", .named("approvals"), role: .device, "Bounds on approving by rule."),
            Key("budget", .named("budget"), "Bounds on what the bot sends."),
            Key("ai", .named("ai"), "Bounds on what the bot asks of models."),
        ])

    /// A text, or several, or a list by name.
    static func texts(_ form: TextForm = .any) -> Shape {
        .either([.text(form), .array(.text(form), least: 1), .named("listReference")])
    }

    /// Several texts, or a list by name.
    static let manyTexts = Shape.either([.array(.text(.any), least: 1), .named("listReference")])

    static let duration = Shape.text(.duration())
    static let longDuration = Shape.text(.duration(least: .milliseconds(1)))
    static let template = Shape.text(.template)
}
