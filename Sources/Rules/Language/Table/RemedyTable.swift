extension BotLanguage {
    /// What is often written wrong, and the right form.
    static let remedies: [Remedy] = fileRemedies + ruleRemedies + conditionRemedies + actionRemedies

    private static let fileRemedies: [Remedy] = [
        Remedy(
            in: "a bot", .value(of: "server"), role: .device,
            #""server": { "url": "ws://127.0.0.1:8787/ws" }"#),
        Remedy(
            in: "a bot", .value(of: "server"), role: .gateway,
            #""server": { "listen": "127.0.0.1:8787" }"#),
        Remedy(in: "a bot", .value(of: "device"), #""device": { "name": "Concierge" }"#),
        Remedy(
            in: "a bot", .value(of: "vars"), "each has a name and its first value:",
            #""vars": { "owner": "Ada", "visits": 0 }"#),
        Remedy(in: "a bot", .value(of: "lists"), "each has a name:", #""lists": { "greetings": ["hi", "hello"] }"#),
        Remedy(
            in: "a bot", .value(of: "commands"), "each set has a name, and a list of words for each command:",
            #""commands": { "look": [ ["git", "status"] ] }"#),
        Remedy(
            in: "a bot", .value(of: "rules"), role: .device, "a list of rules:",
            #""rules": [ { "id": "hello", "on": "message", "do": [ { "reply": "Hello!" } ] } ]"#),
        Remedy(
            in: "a bot", .value(of: "rules"), role: .gateway, "a list of rules:",
            #""rules": [ { "id": "hello", "on": "text", "do": [ { "message": "Hello!" } ] } ]"#),
        Remedy(in: "a bot", .value(of: "fetch"), #""fetch": { "max_size": "25MB" }"#),
        Remedy(in: "a bot", .value(of: "receive"), #""receive": { "max_size": "50MB" }"#),
        Remedy(in: "a bot", .value(of: "approvals"), #""approvals": { "per_minute": 10 }"#),
        Remedy(in: "a bot", .value(of: "budget"), #""budget": { "frames_per_second": 5 }"#),
        Remedy(in: "a bot", .value(of: "ai"), #""ai": { "per_minute": 10 }"#),
        Remedy(
            in: "a bot", .key(["variables", "variable", "state", "memory"]), "that is", #""vars": { "owner": "Ada" }"#,
            own: [#""vars": @"#]),
        Remedy(
            in: "a bot", .key(["url", "host", "gateway", "ws", "websocket"]), role: .device, "that is",
            #""server": { "url": "ws://127.0.0.1:8787/ws" }"#),
        Remedy(
            in: "the settings of a device's server", .value(of: "token"), "where it is read from, such as",
            #""token": { "env": "TALARIA_TOKEN" }"#),
        Remedy(
            in: "the settings of a device's server", .value(of: "headers"), #""headers": { "X-Team": "blue" }"#),
        Remedy(in: "the settings of a device's server", .value(of: "user"), #""user": { "name": "Ada" }"#),
        Remedy(
            in: "the settings of a device's server", .value(of: "backoff"),
            #""backoff": { "first": "500ms", "cap": "15s" }"#),
        Remedy(
            in: "the settings of a gateway's server", .value(of: "tokens"), "where each is read from, such as",
            #""tokens": [ { "env": "TALARIA_TOKEN" } ]"#),
        Remedy(
            in: "a variable", .key(["value", "default", "initial"]), "that is", #""start": 0"#, own: [#""start": @"#]),
        Remedy(
            in: "the settings of `fetch`", .value(of: "allow"), #""allow": ["media.example", "10.0.0.0/8"]"#),
    ]

    private static let ruleRemedies: [Remedy] = [
        Remedy(
            in: "a rule", .value(of: "when", as: [.text]), "a text is a condition on \"text\":",
            #""when": { "text": { "words": "map" } }"#, own: [#""when": { "text": { "words": @ } }"#]),
        Remedy(
            in: "a rule", .value(of: "when", as: [.list]), "all of several conditions stand in one object:",
            #""when": { "text": { "words": "map" }, "chance": 0.5 }"#),
        Remedy(
            in: "a rule", .value(of: "when"), #""when": { "text": { "words": "map" } }"#,
            more: "without \"when\" the rule always fires"),
        Remedy(
            in: "a rule", .value(of: "limit"), "how often, and in how long:",
            #""limit": { "count": 1, "per": "10s" }"#),
        Remedy(
            in: "a rule", .value(of: "do", as: [.text]), role: .device, "a list of actions:",
            #""do": [ { "reply": "Hello!" } ]"#, own: [#""do": [ { "reply": @ } ]"#]),
        Remedy(
            in: "a rule", .value(of: "do", as: [.text]), role: .gateway, "a list of actions:",
            #""do": [ { "message": "Hello!" } ]"#, own: [#""do": [ { "message": @ } ]"#]),
        Remedy(
            in: "a rule", .value(of: "do", as: [.object]), "put it in brackets:",
            #""do": [ { "log": "it fired" } ]"#, own: [#""do": [ @ ]"#]),
        Remedy(in: "a rule", .value(of: "do"), "a list of actions:", #""do": [ { "log": "it fired" } ]"#),
        Remedy(
            in: "a rule", .value(of: "examples"), "texts that fire the rule, and texts that do not:",
            #""examples": { "match": ["show me the map"], "no_match": ["mapped"] }"#),
        Remedy(
            in: "a rule", .value(of: "on", as: [.flag, .null, .number]), role: .device, #""on": "message""#),
        Remedy(
            in: "a rule", .word(of: "on", ["text", "msg", "chat", "say"]), role: .device,
            "what people say comes as", #""on": "message""#),
        Remedy(
            in: "a rule", .word(of: "on", ["hello", "connect", "login", "open"]), role: .device,
            "once the gateway has let the bot in:", #""on": "ready""#),
        Remedy(
            in: "a rule", .word(of: "on", ["answer"]), role: .device, "an answer of this bot shows as",
            #""on": "prompt_done""#),
        Remedy(
            in: "a rule",
            .word(of: "on", ["audio", "image", "photo", "picture", "file", "document", "voice", "video", "upload"]),
            role: .device, "files come as", #""on": "media""#, more: "\"kind\" in \"when\" says which"),
        Remedy(
            in: "a rule",
            .word(
                of: "on", ["approval", "exec_approval", "slash_confirm", "clarify", "question", "command", "approve"]),
            role: .device, "questions and approvals come as", #""on": "prompt""#,
            more: "\"kind\" in \"when\" says which"),
        Remedy(
            in: "a rule", .word(of: "on", ["ready", "start", "connect", "open", "login"]), role: .gateway,
            "a device that comes shows as", #""on": "hello""#),
        Remedy(
            in: "a rule", .word(of: "on", ["prompt", "prompt_done"]), role: .gateway,
            "what a device answers comes as", #""on": "answer""#),
        Remedy(
            in: "a rule", .word(of: "on", ["msg", "chat", "say", "frame"]), role: .gateway,
            "what people say comes as", #""on": "text""#),
        Remedy(
            in: "a rule", .word(of: "on", ["timer", "interval", "every", "tick", "time"]), "a timer is",
            #""on": { "every": "10m" }"#),
        Remedy(
            in: "a rule", .word(of: "on", ["cron", "schedule", "at", "daily", "day"]), "times of the day are",
            #""on": { "at": "0 9 * * mon-fri" }"#),
        Remedy(
            in: "a timer", .key(["cron", "schedule", "time"]), "that is", #""at": "0 9 * * mon-fri""#,
            own: [#""at": @"#]),
        Remedy(
            in: "a timer", .key(["interval", "after", "delay", "timer"]), "that is", #""every": "10m""#,
            own: [#""every": @"#]),
        Remedy(
            in: "a rule", .key(["then", "actions", "action", "reply", "run", "respond"]), "what a rule does stands in",
            #""do": [ { "log": "it fired" } ]"#,
            own: [#""do": @"#, #""do": [ @ ]"#, #""do": [ { "reply": @ } ]"#, #""do": [ { "message": @ } ]"#]),
        Remedy(
            in: "a rule",
            .key(["if", "match", "where", "condition", "conditions", "pattern", "text", "words", "filter"]),
            "what a rule asks for stands in", #""when": { "text": { "words": "map" } }"#,
            own: [#""when": @"#, #""when": { "text": @ }"#]),
        Remedy(
            in: "a rule", .key(["trigger", "event", "triggers", "events"]), "what sets a rule off is",
            #""on": "message""#, own: [#""on": @"#]),
        Remedy(in: "a rule", .key(["name"]), "that is", #""id": "greet""#, own: [#""id": @"#]),
        Remedy(
            in: "a rule", .key(["cooldown", "throttle", "debounce", "rate", "rate_limit", "once"]), "that is",
            #""limit": { "count": 1, "per": "10s" }"#, own: [#""limit": { "count": 1, "per": @ }"#]),
        Remedy(
            in: "a limit", .key(["every", "window", "within", "seconds", "in", "period", "interval"]),
            "the length of the window is", #""per": "10s""#, own: [#""per": @"#]),
        Remedy(
            in: "a limit", .key(["max", "times", "limit", "number"]), "that is", #""count": 1"#, own: [#""count": @"#]),
        Remedy(
            in: "the examples of a rule", .value(of: "match"), "texts in brackets:", #""match": ["show me the map"]"#,
            own: [#""match": [@]"#]),
        Remedy(
            in: "the examples of a rule", .value(of: "no_match"), "texts in brackets:", #""no_match": ["mapped"]"#,
            own: [#""no_match": [@]"#]),
    ]

    private static let actionRemedies: [Remedy] = [
        Remedy(
            in: "an action", .value(of: "reply", as: [.list]), role: .device, "one of them, drawn:",
            #""reply": { "one_of": ["a", "b"] }"#, more: "all of them: an action for each",
            own: [#""reply": { "one_of": @ }"#]),
        Remedy(in: "an action", .value(of: "reply"), role: .device, #""reply": "Hello!""#),
        Remedy(
            in: "an action", .value(of: "message", as: [.list]), role: .gateway, "one of them, drawn:",
            #""message": { "one_of": ["a", "b"] }"#, more: "all of them: an action for each",
            own: [#""message": { "one_of": @ }"#]),
        Remedy(in: "an action", .value(of: "message"), role: .gateway, #""message": "Hello!""#),
        Remedy(
            in: "an action", .value(of: "media"), "a \"url\" or a \"file\":",
            #""media": { "url": "https://host.example/map.png" }"#),
        Remedy(
            in: "an action", .value(of: "audio"), role: .device, "a wav \"file\" or \"url\":",
            #""audio": { "url": "https://host.example/hello.wav" }"#),
        Remedy(
            in: "an action", .value(of: "answer", as: [.list]), role: .device, "the first that is offered:",
            #""answer": { "first_of": ["deny", "cancel"] }"#, own: [#""answer": { "first_of": @ }"#]),
        Remedy(in: "an action", .value(of: "answer"), role: .device, #""answer": "deny""#),
        Remedy(in: "an action", .value(of: "save"), #""save": { "folder": "inbox" }"#, more: "or {}"),
        Remedy(in: "an action", .value(of: "set"), "the variable, and its value:", #""set": { "mood": "{{t}}" }"#),
        Remedy(
            in: "an action", .value(of: "goto"), "a state, or null to leave it:",
            #""goto": { "state": "ask-name", "for": "5m" }"#),
        Remedy(in: "an action", .value(of: "log"), #""log": "it fired""#),
        Remedy(
            in: "an action", .value(of: "http"), #""http": { "method": "GET", "url": "https://host.example/" }"#),
        Remedy(in: "an action", .value(of: "stop"), #""stop": { "code": 0 }"#, more: "or {}"),
        Remedy(
            in: "an action", .value(of: "disconnect"), role: .device, #""disconnect": { "reconnect": true }"#,
            more: "or {}"),
        Remedy(
            in: "an action", .value(of: "cancel"), #""cancel": { "of": "example" }"#, more: "or {} for any"),
        Remedy(
            in: "an action", .value(of: "send"), role: .device, "a frame:",
            #""send": { "t": "text", "id": "1", "text": "Hello!" }"#),
        Remedy(in: "an action", .value(of: "send"), role: .gateway, "a frame:", #""send": { "t": "typing" }"#),
        Remedy(
            in: "an action", .value(of: "ask_ai"),
            #""ask_ai": { "url": "http://127.0.0.1:11434/v1/chat/completions", "model": "llama3", "prompt": "{{t}}" }"#),
        Remedy(in: "an action", .value(of: "ready"), role: .gateway, "extra fields, or none:", #""ready": {}"#),
        Remedy(
            in: "an action", .value(of: "prompt"), role: .gateway,
            #""prompt": { "kind": "clarify", "text": "Which city?" }"#),
        Remedy(
            in: "an action", .value(of: "prompt_done"), role: .gateway, #""prompt_done": { "option": "once" }"#,
            more: "or {}"),
        Remedy(in: "an action", .value(of: "error"), role: .gateway, #""error": { "message": "Too busy" }"#),
        Remedy(
            in: "an action", .value(of: "close"), role: .gateway, #""close": { "code": 1000 }"#,
            more: "or {}"),
        Remedy(
            in: "an action", .key(["text", "say", "respond", "send_message", "send_text", "answer_text", "response"]),
            role: .device, "a device speaks with", #""reply": "Hello!""#, own: [#""reply": @"#]),
        Remedy(
            in: "an action", .key(["text", "say", "respond", "send_message", "send_text", "response"]),
            role: .gateway, "a gateway speaks with", #""message": "Hello!""#, own: [#""message": @"#]),
        Remedy(in: "an action", .key(["sleep", "delay", "pause"]), "that is", #""wait": "2s""#, own: [#""wait": @"#]),
        Remedy(
            in: "an action", .key(["image", "picture", "photo", "file", "video", "document", "upload"]),
            "files are sent with", #""media": { "url": "https://host.example/map.png" }"#),
        Remedy(
            in: "an action", .key(["state", "enter", "next"]), "that is", #""goto": "ask-name""#, own: [#""goto": @"#]),
        Remedy(
            in: "an action", .key(["var", "vars", "let", "assign"]), "that is", #""set": { "mood": "{{t}}" }"#,
            own: [#""set": @"#]),
        Remedy(
            in: "an action", .key(["webhook", "fetch", "post", "get", "request"]), "that is",
            #""http": { "url": "https://host.example/" }"#),
        Remedy(
            in: "an action", .key(["approve", "allow", "deny", "option"]), role: .device, "that is",
            #""answer": "deny""#),
        Remedy(
            in: "an action", .key(["llm", "ai", "ask", "chat"]), "that is",
            #""ask_ai": { "url": "http://127.0.0.1:11434/v1/chat/completions", "model": "llama3", "prompt": "{{t}}" }"#),
        Remedy(
            in: "a reply", .key(["any_of", "random", "choices", "texts", "options"]), "to draw one of several:",
            #""one_of": ["a", "b"]"#, own: [#""one_of": @"#]),
        Remedy(
            in: "a message", .key(["any_of", "random", "choices", "texts"]), "to draw one of several:",
            #""one_of": ["a", "b"]"#, own: [#""one_of": @"#]),
        Remedy(
            in: "a reply", .value(of: "text", as: [.list]), "to draw one of several:", #""one_of": ["a", "b"]"#,
            own: [#""one_of": @"#]),
        Remedy(
            in: "a message", .value(of: "text", as: [.list]), "to draw one of several:", #""one_of": ["a", "b"]"#,
            own: [#""one_of": @"#]),
        Remedy(
            in: "a reply", .value(of: "one_of"), "texts in brackets:", #""one_of": ["a", "b"]"#,
            own: [#""one_of": [@]"#]),
        Remedy(
            in: "a message", .value(of: "one_of"), "texts in brackets:", #""one_of": ["a", "b"]"#,
            own: [#""one_of": [@]"#]),
        Remedy(
            in: "a reply", .value(of: "stream"), #""text": "Hello!", "stream": { "by": "word", "every": "800ms" }"#,
            more: "or {}"),
        Remedy(
            in: "a message", .value(of: "stream"), #""text": "Hello!", "stream": { "by": "word", "every": "800ms" }"#,
            more: "or {}"),
        Remedy(
            in: "a reply", .key(["image", "file", "url", "media"]), "files are an action of their own:",
            #""media": { "url": "https://host.example/map.png" }"#, of: "an action"),
        Remedy(
            in: "a reply", .key(["delay", "wait", "typing", "after"]),
            "a pause is an action of its own, before the reply:",
            #""typing": "1s""#, of: "an action"),
        Remedy(
            in: "an action", .together, "each action is an object of its own, with one key, such as",
            #""wait": "2s""#),
        Remedy(
            in: "an answer", .key(["option", "id"]), "an option's id stands alone:", #""answer": "deny""#,
            of: "an action"),
        Remedy(in: "the settings of `media`", .key(["path"]), "that is", #""file": "map.png""#),
        Remedy(
            in: "the settings of `media`", .key(["text", "title", "description"]), "that is",
            #""url": "https://host.example/map.png", "caption": "A map""#),
        Remedy(
            in: "the settings of `http`", .value(of: "headers"),
            #""url": "https://host.example/", "headers": { "Accept": "text/plain" }"#),
        Remedy(
            in: "the settings of `http`", .value(of: "body"),
            #""url": "https://host.example/", "body": { "mood": "{{t}}" }"#),
        Remedy(
            in: "the settings of `prompt`", .value(of: "options"),
            #""kind": "clarify", "text": "Which city?", "options": ["c0", "c1", "other"]"#),
        Remedy(
            in: "an answer", .value(of: "first_of"), "a list of options:", #""first_of": ["deny", "cancel"]"#,
            own: [#""first_of": [@]"#]),
        Remedy(
            in: "the settings of `ask_ai`", .value(of: "key"), "where it is read from, such as",
            #""key": { "env": "AI_KEY" }"#),
        Remedy(
            in: "the settings of `ask_ai`", .value(of: "stream"), #""stream": { "by": "word", "every": "800ms" }"#,
            more: "or {}"),
        Remedy(
            in: "the settings of `ask_ai`", .value(of: "on_error"), "a list of actions:",
            #""on_error": [ { "log": "{{error}}" } ]"#),
        Remedy(
            in: "a token of a command pattern", .value(of: "any_of"), "words in brackets:",
            #""any_of": ["status", "diff"]"#, own: [#""any_of": [@]"#]),
        Remedy(
            in: "a token of a command pattern", .value(of: "path_under"), "folders in brackets:",
            #""path_under": ["/srv/app"]"#, own: [#""path_under": [@]"#]),
        Remedy(
            in: "a token of a command pattern", .value(of: "flags"), "flags in brackets:", #""flags": ["-l", "-a"]"#,
            own: [#""flags": [@]"#]),
        Remedy(
            in: "a token of a command pattern", .value(of: "valued"), "each flag, and what its value must be:",
            #""flags": ["-l"], "valued": { "-n": { "word": true } }"#),
        Remedy(
            in: "a token of a command pattern", .value(of: "rest"), "what each of the other words must be:",
            #""rest": { "path_under": ["/srv/app"] }"#),
    ]
}
