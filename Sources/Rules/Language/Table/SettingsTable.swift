extension BotLanguage {
    /// Connections, files, bounds, variables.
    static let settings: [(name: String, shape: Shape)] = [
        ("server", .object(ObjectShape("the settings of a device's server", serverKeys))),
        ("listen", .object(ObjectShape("the settings of a gateway's server", listenKeys))),
        (
            "backoff",
            .object(
                ObjectShape(
                    "the settings of `backoff`",
                    [
                        Key(
                            "first", longDuration, default: "\"500ms\"",
                            "The first delay; it doubles with each failure."),
                        Key("cap", longDuration, default: "\"15s\"", "The longest delay."),
                        Key(
                            "settle", duration, default: "\"5s\"",
                            "How long `ready` must hold before the count starts again."),
                        Key(
                            "jitter",
                            .either([
                                .words([
                                    Choice("full", "Uniform from 0 to the delay."), Choice("none", "The delay itself."),
                                ]), .number(NumberForm(0...1, whole: false)),
                            ]), default: "\"full\"",
                            "How delays are spread: full, none, or more or less this part of it."),
                        Key(
                            "max_attempts", .number(.count(from: 1)),
                            "How often it is tried before the device gives up. Without it: for ever."),
                    ]))
        ),
        ("secret", .object(ObjectShape("a token's source", exactlyOne: [["env", "file", "credential"]], secretKeys))),
        (
            "listenToken",
            .object(
                ObjectShape(
                    "a token's source", exactlyOne: [["env", "file", "credential"]],
                    secretKeys + [Key("device", .text(.literal), "The one device id that it lets in.")]))
        ),
        (
            "device",
            .object(
                ObjectShape(
                    "the settings of `device`",
                    [
                        Key("name", .text(.some), "The name that the device shows. Without it: the bot's."),
                        Key("platform", .text(.some), default: "\"talaria\"", "What it runs on."),
                        Key("app_version", .text(.some), default: "\"1.0.0\"", "Its version."),
                    ]))
        ),
        (
            "variable",
            .either([
                .text(.any), .number(.any), .flag,
                .object(
                    ObjectShape(
                        "a variable",
                        [
                            Key(
                                "start", .either([.text(.any), .number(.any), .flag]), required: true,
                                "Its value in a new bot."),
                            Key("keep", .flag, default: "true", "Whether it is kept over restarts."),
                        ])),
            ])
        ),
        (
            "fetch",
            .object(
                ObjectShape(
                    "the settings of `fetch`",
                    [
                        Key(
                            "allow", .array(.text(fetchTarget), least: 1),
                            "Hosts, HOST:PORT or networks that URLs from outside may lead to though they are not public; \"server\" is the connected gateway, for media that it sent."
                        ),
                        Key("max_size", .text(.size()), default: "\"25MB\"", "The largest file that is fetched."),
                        Key("timeout", longDuration, default: "\"30s\"", "How long a fetch may take."),
                        Key(
                            "redirects", .number(.count(from: 0, to: 50)), default: "5",
                            "How many redirects are followed."),
                        Key(
                            "cache", .text(.size(least: 0)), default: "\"64MB\"",
                            "How much of what was fetched is kept on disk, for as long as its server allows. \"0B\": nothing."
                        ),
                        Key(
                            "proxy", .words([Choice("environment", "As the usual variables say.")]),
                            "Whether a proxy is used. Without it: none."),
                    ]))
        ),
        (
            "receive",
            .object(
                ObjectShape(
                    "the settings of `receive`",
                    [
                        Key("max_size", .text(.size()), default: "\"50MB\"", "The largest file that is taken in."),
                        Key(
                            "stalled_after", longDuration, default: "\"60s\"",
                            "A transfer that stops for so long is dropped."),
                        Key("quota", .text(.size()), default: "\"1GB\"", "How much is kept in all."),
                    ]))
        ),
        (
            "approvals",
            .object(
                ObjectShape(
                    "the settings of `approvals`",
                    [
                        Key(
                            "per_minute", .number(.count(from: 0)), default: "10",
                            "How many prompts are approved in a minute; the rest are left alone.")
                    ]))
        ),
        (
            "budget",
            .object(
                ObjectShape(
                    "the settings of `budget`",
                    [
                        Key(
                            "frames_per_second", .number(NumberForm(0.001...1_000_000, whole: false)),
                            "How many frames a second the bot sends at most.")
                    ]))
        ),
        (
            "ai",
            .object(
                ObjectShape(
                    "the settings of `ai`",
                    [
                        Key(
                            "per_minute", .number(.count(from: 1)),
                            "How often the bot asks a model in a minute. Without it: as often as rules say."),
                        Key(
                            "tokens_per_day", .number(.count(from: 1)),
                            "How many tokens, asked and answered, the bot spends in a day, from midnight to midnight. Without it: as many as it takes."
                        ),
                        Key(
                            "max_history", .number(.count(from: 0)), default: "16000",
                            "Characters of one rule's history that are kept and sent along; the oldest turns go first."),
                    ]))
        ),
    ]

    static let secretKeys: [Key] = [
        Key("env", .text(environmentName), "The environment variable that holds it."),
        Key("file", .text(path), "The file that holds it, relative to the rule file."),
        Key("credential", .text(credentialName), "The systemd credential that holds it."),
    ]

    private static let serverKeys: [Key] = [
        Key("url", .text(socketURL), "Where the gateway is: ws://HOST:PORT/PATH or wss://."),
        Key("token", .named("secret"), "Where the token is read from, anew for each attempt. Never the token itself."),
        Key(
            "token_in",
            .words([
                Choice("query+hello", "In the URL's query and in the hello."), Choice("hello", "In the hello alone."),
                Choice("header", "As Authorization: Bearer."),
            ]), default: "\"query+hello\"", "Where the token travels."),
        Key("headers", .map(keys: headerName, .text(headerValue)), "More headers for the upgrade."),
        Key("origin", .text(headerValue), "The Origin header."),
        Key("subprotocol", .text(headerToken), "The WebSocket subprotocol that is asked for."),
        Key("user", .anyObject, default: "{}", "The `user` object of the hello."),
        Key("connect_timeout", longDuration, default: "\"10s\"", "How long connecting may take."),
        Key("ping", longDuration, default: "\"30s\"", "How often a WebSocket ping is sent."),
        Key(
            "dead_after", longDuration, default: "\"75s\"",
            "So long without any frame, and the connection counts as dead."),
        Key("hello_timeout", longDuration, default: "\"20s\"", "How long the gateway's `ready` may take."),
        Key(
            "whole_texts", .flag, default: "false",
            "Streams go out as one `text` frame, for gateways that take no edits."),
        Key(
            "quiet", longDuration, default: "\"30s\"",
            "An unfinished message that stays quiet for so long is taken as final."),
        Key("backoff", .named("backoff"), "How it is tried again after a failure."),
        Key("max_message", .text(.size(least: 1024)), default: "\"16MB\"", "The largest message that is taken in."),
        Key("max_send", .text(.size(least: 1024)), default: "\"8MB\"", "The largest frame that is sent."),
        Key("max_text", .number(.count(from: 1)), "Characters; a longer reply is split at word ends."),
        Key("part_size", .text(.size(least: 1024)), default: "\"3MiB\"", "Raw bytes in one part of a file."),
        Key(
            "delivery",
            .words([
                Choice("at_least_once", "What is not known to be delivered is sent again."),
                Choice("at_most_once", "Nothing is sent twice."),
            ]), default: "\"at_least_once\"", "What happens to what was on its way when the connection ended."),
        Key(
            "plaintext_token", .flag, default: "false",
            "Allows a token over plain ws:// to an address that is not loopback."),
        Key(
            "compression", .flag, default: "false",
            "Offers permessage-deflate; long messages then travel compressed, each by itself."),
    ]

    private static let listenKeys: [Key] = [
        Key("listen", .text(listenAddress), default: "\"127.0.0.1:8787\"", "The address and port to listen on."),
        Key("path", .text(urlPath), default: "\"/ws\"", "The path of the WebSocket."),
        Key(
            "tokens", .array(.named("listenToken"), least: 1),
            "The tokens that let a device in. Without it: any, on loopback alone."),
        Key("max_devices", .number(.count(from: 1)), "How many devices may be connected at once."),
        Key("hello_timeout", longDuration, default: "\"20s\"", "How long a device's hello may take."),
        Key("rate", .number(NumberForm(0.001...1_000_000, whole: false)), "Frames a second that one device may send."),
        Key("max_message", .text(.size(least: 1024)), default: "\"16MB\"", "The largest message that is taken in."),
        Key("part_size", .text(.size(least: 1024)), default: "\"3MiB\"", "Raw bytes in one part of a file."),
        Key(
            "compression", .flag, default: "true",
            "Accepts permessage-deflate from devices that offer it; each message is compressed by itself."),
    ]
}
