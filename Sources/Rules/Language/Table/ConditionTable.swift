extension BotLanguage {
    /// Conditions and matchers.
    static let conditions: [(name: String, shape: Shape)] = [
        ("condition", .object(ObjectShape("a condition", notEmpty: true, conditionKeys))),
        (
            "textMatcher",
            .either([.text(.any), .object(ObjectShape("a text matcher", notEmpty: true, textTestKeys + [exactKey]))])
        ),
        (
            "codeMatcher",
            .either([
                .text(.any), .number(.count(from: 0)),
                .object(ObjectShape("a text matcher", notEmpty: true, textTestKeys + [exactKey])),
            ])
        ),
        ("words", .either([.text(.some), .array(.text(.some), least: 1)])),
        (
            "number",
            .either([
                .number(.any),
                .object(ObjectShape("a number comparison", notEmpty: true, comparisonKeys(.number(.any)))),
            ])
        ),
        (
            "sizeComparison",
            .either([
                size, .number(.count(from: 0)),
                .object(
                    ObjectShape(
                        "a size comparison", notEmpty: true, comparisonKeys(.either([size, .number(.count(from: 0))])))),
            ])
        ),
        (
            "valueMatcher",
            .either([
                .text(.any), .number(.any), .flag,
                .object(ObjectShape("a text matcher or number comparison", notEmpty: true, valueKeys)),
            ])
        ),
        ("states", .either([.text(.id("a state's name")), .array(.text(.id("a state's name")), least: 1)])),
        (
            "timeWindow",
            .object(
                ObjectShape(
                    "a time window", notEmpty: true,
                    [
                        Key("from", .text(clock), default: "\"00:00\"", "The first minute of the window."),
                        Key(
                            "to", .text(clock), default: "\"24:00\"",
                            "The window's end, not in it. Before `from`: past midnight."),
                        Key(
                            "days", .array(.words(weekdays), least: 1),
                            "The days on which the window begins. Without it: every day."),
                        Key(
                            "zone", .text(zone), "The time zone, such as Europe/Lisbon. Without it: the machine's own."),
                    ]))
        ),
        (
            "commandCondition",
            .object(
                ObjectShape(
                    "a command condition", notEmpty: true,
                    [
                        Key(
                            "every", .array(.text(.literal), least: 1),
                            "Sets of commands. Holds when the line is clear and each of its commands matches one."),
                        Key(
                            "some", .array(.text(.literal), least: 1),
                            "Sets of commands. Holds when a command matches one, or when the line is unclear."),
                        Key("unclear", .flag, "true: the line is unclear; false: it is clear."),
                    ]))
        ),
        (
            "listReference",
            .object(
                ObjectShape("a list by its name", [Key("list", .text(.literal), required: true, "A list of `lists`.")]))
        ),
    ]

    private static let size = Shape.text(.size(least: 0))

    private static let conditionKeys: [Key] = [
        Key("all", .array(.named("condition"), least: 1), "All of these conditions hold."),
        Key("any", .array(.named("condition"), least: 1), "One of these conditions holds, or more."),
        Key("not", .named("condition"), "This condition does not hold."),
        Key("text", .named("textMatcher"), "The text of a message, a prompt, a caption of audio or an error."),
        Key("caption", .named("textMatcher"), "The caption of a file."),
        Key("filename", .named("textMatcher"), "The name that a file was sent with."),
        Key("mime", .named("textMatcher"), "The type of a file, such as image/png."),
        Key("label", .named("textMatcher"), "The label of one of a prompt's options."),
        Key("code", .named("codeMatcher"), "The code of an error, or of a closed connection."),
        Key("state", .named("textMatcher"), "The agent's state: idle, thinking, speaking. (A dialogue state is `in`.)"),
        Key("url", .named("textMatcher"), "The URL of a file that was sent as a link."),
        Key("reason", .named("textMatcher"), "Why a connection ended, or why the device gave up."),
        Key("error", .named("textMatcher"), "What went wrong with a result."),
        Key(
            "field", .map(keys: .some, .named("valueMatcher")),
            "Any key of the frame itself, by its path: \"device.name\"."),
        Key("t", .named("words"), "The frame's type."),
        Key("kind", .named("words"), "The kind of a prompt or a file."),
        Key("option", .named("words"), "An option id: one that a prompt offers, or that was chosen."),
        Key("style", .named("words"), "The style of one of a prompt's options."),
        Key("of", .named("words"), role: .device, "The rule whose result this is."),
        Key("again", .flag, role: .device, "Whether this `ready` follows a reconnect."),
        Key("final", .flag, "Whether the message is finished."),
        Key("fatal", .flag, role: .device, "Whether the error ends the session."),
        Key("expired", .flag, role: .device, "Whether the prompt was closed because nobody answered."),
        Key("clean", .flag, "Whether the connection was closed in good order."),
        Key("ok", .flag, role: .device, "Whether what was done succeeded."),
        Key("parts", .named("number"), "In how many parts a file came."),
        Key("size", .named("sizeComparison"), "How large a file is."),
        Key("var", .map(keys: .name("a variable's name"), .named("valueMatcher")), "Variables, by their names."),
        Key("in", .named("states"), "The dialogue is in this state, or in one of these."),
        Key("time", .named("timeWindow"), "The time of day, and the day of the week."),
        Key(
            "chance", .number(NumberForm(0...1, whole: false)), "Holds this part of the time: 0 is never, 1 is always."),
        Key(
            "command", .named("commandCondition"), role: .device,
            "The command of an exec_approval, judged by its commands."),
    ]

    private static let textTestKeys: [Key] = [
        Key("equals", .text(.any), "Is this text."),
        Key("any_of", manyTexts, "Is one of these texts."),
        Key("contains", .text(.some), "Has this text in it."),
        Key("contains_any", manyTexts, "Has one of these texts in it."),
        Key("contains_all", manyTexts, "Has all of these texts in it."),
        Key("starts_with", texts(.some), "Begins with this text, or one of these."),
        Key("ends_with", texts(.some), "Ends with this text, or one of these."),
        Key("words", texts(.some), "Has this word or phrase in it, as whole words."),
        Key("glob", texts(.some), "Matches this pattern as a whole: * is any text, ? one character."),
        Key("regex", texts(.some), "Has a match of this RE2 pattern in it. Named groups become names for templates."),
        Key("longer_than", .number(.count(from: 0)), "Has more characters than this."),
        Key("shorter_than", .number(.count(from: 1)), "Has fewer characters than this."),
        Key("empty", .flag, "Whether it is empty, or blank."),
    ]

    private static let exactKey = Key(
        "exact", .flag, default: "false", "Case and surrounding space count.")

    private static func comparisonKeys(_ value: Shape) -> [Key] {
        [
            Key("equals", value, "Is this."),
            Key("at_least", value, "Is this or more."),
            Key("at_most", value, "Is this or less."),
            Key("more_than", value, "Is more than this."),
            Key("less_than", value, "Is less than this."),
        ]
    }

    static let valueKeys: [Key] =
        [Key("equals", .either([.text(.any), .number(.any)]), "Is this text, or this number.")]
        + textTestKeys.filter { $0.name != "equals" } + [exactKey]
        + comparisonKeys(.number(.any)).filter { $0.name != "equals" }

    private static let weekdays = [
        Choice("mon"), Choice("tue"), Choice("wed"), Choice("thu"), Choice("fri"), Choice("sat"), Choice("sun"),
    ]
}
