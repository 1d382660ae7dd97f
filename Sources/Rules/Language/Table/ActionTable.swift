extension BotLanguage {
    /// Actions and what they are made of.
    static let actions: [(name: String, shape: Shape)] = [
        ("action", .object(ObjectShape("an action", exactlyOne: [actionNames], actionKeys))),
        ("reply", .either([template, .object(ObjectShape("a reply", exactlyOne: [["text", "one_of"]], replyKeys))])),
        (
            "stream",
            .object(
                ObjectShape(
                    "the settings of `stream`",
                    [
                        Key(
                            "by", .words([Choice("character"), Choice("word"), Choice("sentence")]),
                            default: "\"word\"",
                            "By how much the text grows."),
                        Key("every", longDuration, default: "\"800ms\"", "How long from one state to the next."),
                        Key("jitter", duration, default: "\"0s\"", "Added to each step, uniform from 0 to this."),
                        Key("cursor", .text(.any), default: "\"\"", "Ends each unfinished state."),
                    ]))
        ),
        ("askAI", .object(ObjectShape("the settings of `ask_ai`", aiKeys))),
        (
            "answer",
            .either([
                .text(.literal),
                .object(
                    ObjectShape(
                        "an answer", exactlyOne: [["label", "other", "text", "first_of"]],
                        [
                            Key("label", .text(.literal), "The offered option with this label."),
                            Key("other", template, "The option `other`, with this text."),
                            Key("text", template, "The text that answers an open question."),
                            Key("first_of", .array(.named("answer"), least: 1), "The first of these that is offered."),
                        ])),
            ])
        ),
        ("media", .object(ObjectShape("the settings of `media`", exactlyOne: [["url", "file"]], mediaKeys))),
        (
            "audio",
            .object(
                ObjectShape(
                    "the settings of `audio`", exactlyOne: [["url", "file"]],
                    [
                        Key("file", .text(path), "A wav file, relative to the rule file."),
                        Key("url", template, "A wav file to fetch."),
                        Key("transcript", template, "What is said in it."),
                    ]))
        ),
        (
            "assignment",
            .either([
                template, .number(.any), .flag,
                .object(ObjectShape("a change", [Key("add", .number(.any), required: true, "Adds this number.")])),
            ])
        ),
        (
            "goto",
            .either([
                .text(.id("a state's name")), .null("Leaves the dialogue."),
                .object(
                    ObjectShape(
                        "the settings of `goto`",
                        [
                            Key("state", .text(.id("a state's name")), required: true, "The state to enter."),
                            Key("for", longDuration, "It is left by itself after this time."),
                        ])),
            ])
        ),
        (
            "log",
            .either([
                template,
                .object(
                    ObjectShape(
                        "the settings of `log`",
                        [
                            Key(
                                "level", .words(LogLevel.allCases.map { Choice($0.rawValue) }), default: "\"info\"",
                                "How much it matters."),
                            Key("text", template, required: true, "What is logged."),
                        ])),
            ])
        ),
        (
            "http",
            .object(
                ObjectShape(
                    "the settings of `http`",
                    [
                        Key(
                            "method", .words(["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"].map { Choice($0) }),
                            "The method. Without it: GET, or POST if there is a body."),
                        Key("url", template, required: true, "The URL: http or https."),
                        Key("headers", .map(keys: headerName, template), "The headers."),
                        Key(
                            "body", .either([template, .anyObject]),
                            "The body: a text, or an object that is sent as JSON; its texts are templates."),
                    ]))
        ),
        (
            "gatewayMessage",
            .either([template, .object(ObjectShape("a message", exactlyOne: [["text", "one_of"]], messageKeys))])
        ),
        ("promptCard", .object(ObjectShape("the settings of `prompt`", promptKeys))),
        (
            "promptOption",
            .either([
                .text(.literal),
                .object(
                    ObjectShape(
                        "an option",
                        [
                            Key("id", .text(.literal), required: true, "Its id."),
                            Key("label", template, "What the device shows. Without it: the id."),
                            Key("style", .text(.literal), "How it looks, such as primary or danger."),
                        ])),
            ])
        ),
    ]

    static let actionNames = actionKeys.map(\.name).reduce(into: [String]()) { names, name in
        if !names.contains(name) { names.append(name) }
    }

    private static let actionKeys: [Key] = [
        Key("reply", .named("reply"), role: .device, "Says something, whole or as a stream of edits."),
        Key(
            "message", .named("gatewayMessage"), role: .gateway,
            "Says something to the device, whole or as a stream of edits."),
        Key("ask_ai", .named("askAI"), "Asks an OpenAI-compatible chat endpoint, and streams its reply."),
        Key(
            "answer", .named("answer"), role: .device,
            "Answers the prompt that set the rule off, with something that it offers."),
        Key("media", .named("media"), "Sends a file, from a URL or from disk."),
        Key("audio", .named("audio"), role: .device, "Sends speech as a wav file."),
        Key(
            "save",
            .object(
                ObjectShape(
                    "the settings of `save`",
                    [
                        Key(
                            "folder", .text(path),
                            "Where to, relative to the rule file. Without it: `media` in the state folder.")
                    ])), "Keeps the file that came in, under a safe name."),
        Key("typing", .text(.delay), "Waits that long, shown as typing where that can be."),
        Key("wait", .text(.delay), "Waits that long; other rules go on meanwhile."),
        Key("set", .map(keys: .name("a variable's name"), .named("assignment")), "Sets variables."),
        Key("goto", .named("goto"), "Enters a state of the dialogue, or leaves it (null)."),
        Key("send", .anyObject, "Sends this object as a frame; its texts are templates."),
        Key(
            "cancel",
            .object(
                ObjectShape(
                    "the settings of `cancel`",
                    [Key("of", .text(.literal), "The rule whose stream or AI reply is ended. Without it: any.")])),
            "Ends a running stream or AI reply."),
        Key("log", .named("log"), "Writes a line to the log."),
        Key("http", .named("http"), "Makes an HTTP request."),
        Key(
            "stop",
            .object(
                ObjectShape(
                    "the settings of `stop`",
                    [Key("code", .number(.count(from: 0, to: 255)), default: "0", "The exit code.")])), "Ends the bot."),
        Key(
            "disconnect",
            .object(
                ObjectShape(
                    "the settings of `disconnect`",
                    [
                        Key("code", .number(closeCode), default: "1000", "The WebSocket close code."),
                        Key("reconnect", .flag, default: "false", "Connects again at once."),
                    ])), role: .device, "Ends the connection."),
        Key("ready", .anyObject, role: .gateway, "Lets the device in, with these extra fields, such as avatar_url."),
        Key("prompt", .named("promptCard"), role: .gateway, "Asks the device something."),
        Key(
            "prompt_done",
            .object(
                ObjectShape(
                    "the settings of `prompt_done`", atMostOne: [["option", "expired"]],
                    [
                        Key("option", .text(.literal), "What was applied. Without it: what was answered."),
                        Key("expired", .flag, default: "false", "It was closed because nobody answered."),
                        Key("id", template, "Which prompt. Without it: that of the event."),
                    ])), role: .gateway, "Closes a prompt."),
        Key(
            "avatar", .words(avatarStates.map { Choice($0) }), role: .gateway,
            "Shows the agent's state."),
        Key(
            "error",
            .object(
                ObjectShape(
                    "the settings of `error`",
                    [
                        Key("code", template, default: "\"error\"", "The code."),
                        Key("message", template, required: true, "What is wrong, for people."),
                        Key("fatal", .flag, default: "false", "Ends the session for good."),
                    ])), role: .gateway, "Reports an error to the device."),
        Key(
            "close",
            .object(
                ObjectShape(
                    "the settings of `close`",
                    [
                        Key("code", .number(closeCode), default: "1000", "The WebSocket close code."),
                        Key("reason", template, default: "\"\"", "Why, for people."),
                    ])), role: .gateway, "Ends the connection."),
    ]

    private static let closeCode = NumberForm(1000...4999, whole: true)

    private static let stream = Key("stream", .named("stream"), "Says it as it grows. Without it: at once.")

    private static let saidKeys: [Key] = [
        Key("text", template, "What is said."),
        Key("one_of", .array(template, least: 1), "One of these is drawn."),
        stream,
    ]

    private static let replyKeys: [Key] =
        saidKeys + [
            Key("now", .flag, default: "false", "Also while a clarify is open, which may take it as its answer.")
        ]

    private static let aiKeys: [Key] = [
        Key("url", .text(webURL), required: true, "The endpoint: .../v1/chat/completions."),
        Key("model", .text(.literal), required: true, "The model's name."),
        Key("key", .named("secret"), "Where the key is read from. Never the key itself."),
        Key("system", template, "The system message."),
        Key("prompt", template, default: "\"{{text}}\"", "What is asked."),
        Key("history", .number(.count(from: 0, to: 1000)), default: "0", "How many turns are kept and sent along."),
        Key("timeout", longDuration, default: "\"60s\"", "How long the whole reply may take."),
        Key("first_token", longDuration, "How long it may take to begin. Without it: as long as `timeout` allows."),
        Key(
            "between_tokens", longDuration,
            "How long it may pause once it has begun. Without it: as long as `timeout` allows."),
        Key("max_tokens", .number(.count(from: 1)), "The longest reply, in tokens."),
        stream,
        Key("on_error", .array(.named("action"), least: 1), "What to do if it fails. `error` says why."),
    ]

    private static let mediaKeys: [Key] = [
        Key("url", template, "A file to fetch: http or https."),
        Key("file", .text(path), "A file, relative to the rule file."),
        Key("kind", .words(mediaKinds.map { Choice($0) }), "What it is. Without it: what its bytes say."),
        Key("mime", .text(.literal), "Its type. Without it: what its bytes say."),
        Key("filename", template, "The name that it is sent with; without, the file's own. An empty one sends none."),
        Key("caption", template, "The caption."),
        Key(
            "as", .words([Choice("data", "In parts."), Choice("url", "As a link that the gateway serves.")]),
            role: .gateway, default: "\"data\"", "How it is sent."),
    ]

    private static let messageKeys: [Key] =
        saidKeys + [
            Key("final", .flag, default: "true", "Whether the message is finished."),
            Key("id", template, "The message's id. Without it: a new one."),
        ]

    private static let promptKeys: [Key] = [
        Key("kind", .words(promptKinds.map { Choice($0) }), required: true, "What is asked for."),
        Key("text", template, required: true, "The question."),
        Key("options", .array(.named("promptOption"), least: 1), "What may be answered. Without it: a text."),
        Key("expires", longDuration, "How long it stays open. Without it: 300 s, a clarify 3,600 s."),
        Key("id", template, "The prompt's id. Without it: a new one."),
        Key("command", template, "The command that an approval is about."),
    ]

    /// The kinds of prompts that a rule can show.
    public static let promptKinds = ["exec_approval", "slash_confirm", "clarify"]
    /// The kinds of files.
    public static let mediaKinds = ["image", "voice", "video", "document", "animation"]
    /// What an avatar can show.
    public static let avatarStates = ["idle", "thinking", "speaking"]
}
