extension BotLanguage {
    /// Rules, triggers and what bounds them.
    static let rules: [(name: String, shape: Shape)] = [
        (
            "rule",
            .object(
                ObjectShape(
                    "a rule",
                    [
                        Key(
                            "id", .text(.id("a rule's id")), required: true,
                            "The rule's name, once in the file. What a rule remembers goes by it."),
                        Key(
                            "on", .named("trigger"), required: true,
                            "What sets the rule off: a trigger, a list of them, or a timer."),
                        Key("when", .named("condition"), "The conditions, all of which must hold. Without it: always."),
                        Key("limit", .named("limit"), "How often the rule may fire. Used up, the rule does not match."),
                        Key(
                            "continue", .flag, default: "false",
                            "The rule acts, and the next ones are tried all the same."),
                        Key(
                            "on_overlap",
                            .words([
                                Choice("queue", "It waits for its turn; at most 100 do."),
                                Choice("parallel", "It acts beside the one that runs."),
                                Choice("restart", "The one that runs is ended."),
                                Choice("skip", "It does not act."),
                            ]), default: "\"queue\"", "What happens when the rule fires while it still acts."),
                        Key(
                            "lasting", .flag, role: .device, default: "false",
                            "Allows an approval that outlives the one command: `session`, `always`."),
                        Key(
                            "unguarded", .flag, role: .device, default: "false",
                            "Allows approving commands without a `command.every` condition."),
                        Key("do", .array(.named("action"), least: 1), required: true, "The actions, in order."),
                        Key(
                            "examples", .named("examples"),
                            "Texts that prove the rule; they are tried at each check and start."),
                    ]))
        ),
        (
            "trigger",
            .either([
                .words(triggerWords), .array(.either([.words(triggerWords), .named("timer")]), least: 1),
                .named("timer"),
            ])
        ),
        (
            "timer",
            .object(
                ObjectShape(
                    "a timer", exactlyOne: [["every", "at"]], atMostOne: [["at", "jitter"], ["every", "zone"]],
                    [
                        Key("every", longDuration, "Fires at this interval."),
                        Key("jitter", duration, default: "\"0s\"", "Added to each interval, uniform from 0 to this."),
                        Key("at", .text(cron), "Fires at these times: minute, hour, day of month, month, day of week."),
                        Key(
                            "zone", .text(zone),
                            "The time zone of `at`, such as Europe/Lisbon. Without it: the machine's own."),
                    ]))
        ),
        (
            "limit",
            .object(
                ObjectShape(
                    "a limit",
                    [
                        Key("count", .number(.count(from: 1)), required: true, "How many times."),
                        Key("per", longDuration, required: true, "In how long a window, which slides."),
                    ]))
        ),
        (
            "examples",
            .object(
                ObjectShape(
                    "the examples of a rule", notEmpty: true,
                    [
                        Key(
                            "match", .array(.text(.any), least: 1),
                            "Texts, or commands, for which the rule alone would fire."),
                        Key("no_match", .array(.text(.any), least: 1), "Texts, or commands, for which it would not."),
                    ]))
        ),
    ]

    static let triggerWords: [Choice] = Trigger.allCases.filter { $0 != .timer }.flatMap { trigger in
        Role.allCases.filter { Trigger.known(to: $0).contains(trigger) }.map { role in
            Choice(trigger.rawValue, help(for: trigger), role: isShared(trigger) ? nil : role)
        }.prefix(isShared(trigger) ? 1 : 2)
    }

    private static func isShared(_ trigger: Trigger) -> Bool {
        Role.allCases.allSatisfy { Trigger.known(to: $0).contains(trigger) }
    }

    private static func help(for trigger: Trigger) -> String {
        switch trigger {
        case .start: "The bot has started."
        case .connected: "The socket is open."
        case .ready: "The gateway has let the device in."
        case .message: "A message is finished, once for each id."
        case .edit: "A state of a message that grows."
        case .frame: "Any frame, also one that is not known."
        case .media: "A file has come in whole."
        case .prompt: "A question with options: an approval, a confirmation, a choice."
        case .promptDone: "A prompt was closed."
        case .typing: "The other side types, or stops."
        case .avatar: "The agent's state has changed."
        case .error: "The gateway reports an error."
        case .disconnected: "The connection has ended."
        case .failed: "The device gives up: it was refused, or cannot connect."
        case .result: "Something that the bot did has ended: a reply, a file, a fetch, an AI reply."
        case .hello: "A device has introduced itself."
        case .text: "A device says something."
        case .audio: "A device sends speech."
        case .answer: "A device answers a prompt."
        case .timer: "A timer."
        }
    }
}
