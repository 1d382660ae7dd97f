extension BotLanguage {
    /// Patterns for the commands of approvals.
    static let commands: [(name: String, shape: Shape)] = [
        ("commandPattern", .array(.named("commandToken"), least: 1)),
        (
            "commandToken",
            .either([
                .text(.any), .object(ObjectShape("a token of a command pattern", exactlyOne: [tokenNames], tokenKeys)),
            ])
        ),
    ]

    private static let tokenNames = ["any_of", "glob", "path_under", "flags", "word", "rest"]

    private static let tokenKeys: [Key] = [
        Key("any_of", .array(.named("commandToken"), least: 1), "One of these words."),
        Key("glob", .text(.some), "A word that matches: * and ? never cross /."),
        Key("path_under", .array(.text(absoluteFolder), least: 1), "A path under one of these absolute folders."),
        Key(
            "relative", .flag, default: "false",
            "Of `path_under`: relative paths are taken too, unless they leave by `..`."),
        Key("flags", .array(.text(.some), least: 1), "Any number of just these words, in any order."),
        Key(
            "valued", .map(keys: .some, .named("commandToken")),
            "Of `flags`: flags with a value, and what the value must be."),
        Key("word", .flag, "Any word that is not empty and does not start with -."),
        Key("rest", .named("commandToken"), "Any number of such words; last in its pattern."),
    ]
}
