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
            in: "a bot", .key(["variables", "variable", "state", "memory"]), "that is", #""vars": { "owner": "Ada" }"#),
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
        Remedy(in: "a variable", .key(["value", "default", "initial"]), "that is", #""start": 0"#),
        Remedy(
            in: "the settings of `fetch`", .value(of: "allow"), #""allow": ["media.example", "10.0.0.0/8"]"#),
    ]

    private static let ruleRemedies: [Remedy] = [
        Remedy(
            in: "a rule", .value(of: "when", as: [.text]), "a text is a condition on \"text\":",
            #""when": { "text": { "words": "map" } }"#),
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
            #""do": [ { "reply": "Hello!" } ]"#),
        Remedy(
            in: "a rule", .value(of: "do", as: [.object]), "put it in brackets:",
            #""do": [ { "log": "it fired" } ]"#),
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
        Remedy(in: "a timer", .key(["cron", "schedule", "time"]), "that is", #""at": "0 9 * * mon-fri""#),
        Remedy(in: "a timer", .key(["interval", "after", "delay", "timer"]), "that is", #""every": "10m""#),
        Remedy(
            in: "a rule", .key(["then", "actions", "action", "reply", "run", "respond"]), "what a rule does stands in",
            #""do": [ { "log": "it fired" } ]"#),
        Remedy(
            in: "a rule",
            .key(["if", "match", "where", "condition", "conditions", "pattern", "text", "words", "filter"]),
            "what a rule asks for stands in", #""when": { "text": { "words": "map" } }"#),
        Remedy(
            in: "a rule", .key(["trigger", "event", "triggers", "events"]), "what sets a rule off is",
            #""on": "message""#),
        Remedy(in: "a rule", .key(["name"]), "that is", #""id": "greet""#),
        Remedy(
            in: "a rule", .key(["cooldown", "throttle", "debounce", "rate", "rate_limit", "once"]), "that is",
            #""limit": { "count": 1, "per": "10s" }"#),
        Remedy(
            in: "a limit", .key(["every", "window", "within", "seconds", "in", "period", "interval"]),
            "the length of the window is", #""per": "10s""#),
        Remedy(in: "a limit", .key(["max", "times", "limit", "number"]), "that is", #""count": 1"#),
        Remedy(
            in: "the examples of a rule", .value(of: "match"), "texts in brackets:", #""match": ["show me the map"]"#),
        Remedy(
            in: "the examples of a rule", .value(of: "no_match"), "texts in brackets:", #""no_match": ["mapped"]"#),
    ]

    private static let conditionRemedies: [Remedy] =
        ["text", "caption", "filename", "mime", "label", "code", "state", "url", "reason", "error"].map { field in
            Remedy(
                in: "a condition", .value(of: field, as: [.list]), "for one of several:",
                "\"\(field)\": { \"any_of\": [\"map\", \"plan\"] }")
        }
        + [
            Remedy(
                in: "a condition", .value(of: "t", as: [.object]), #""t": ["message", "typing"]"#),
            Remedy(in: "a condition", .value(of: "kind", as: [.object]), #""kind": "image""#),
            Remedy(in: "a condition", .value(of: "not", as: [.text]), #""not": { "text": "map" }"#),
            Remedy(in: "a condition", .value(of: "option"), #""option": "once""#),
            Remedy(in: "a condition", .value(of: "style"), #""style": "danger""#),
            Remedy(in: "a condition", .value(of: "of"), role: .device, #""of": "example""#),
            Remedy(in: "a condition", .value(of: "parts"), #""parts": { "at_least": 2 }"#),
            Remedy(in: "a condition", .value(of: "not"), #""not": { "text": "map" }"#),
            Remedy(
                in: "a condition", .value(of: "all"), "a list of conditions:",
                #""all": [ { "text": { "contains": "red" } }, { "text": { "contains": "map" } } ]"#),
            Remedy(
                in: "a condition", .value(of: "any"), "a list of conditions:",
                #""any": [ { "text": "map" }, { "text": { "words": "plan" } } ]"#),
            Remedy(
                in: "a condition", .value(of: "field"), "the path of the key, and what it should be:",
                #""field": { "device.name": "Concierge" }"#),
            Remedy(
                in: "a condition", .value(of: "var"), "the variable, and what it should be:",
                #""var": { "visits": { "at_least": 3 } }"#),
            Remedy(in: "a condition", .value(of: "in"), #""in": "ask-name""#),
            Remedy(
                in: "a condition", .value(of: "time"),
                #""time": { "from": "09:00", "to": "17:00", "days": ["mon", "fri"] }"#),
            Remedy(
                in: "a condition", .value(of: "chance"), "a part of 1, such as", #""chance": 0.5"#),
            Remedy(
                in: "a condition", .value(of: "command"), "the sets of \"commands\" that may run:",
                #""command": { "every": ["look"] }"#),
            Remedy(
                in: "a condition", .key(["or", "any_of", "either", "one_of"]), "one of several conditions:",
                #""any": [ { "text": "map" }, { "text": { "words": "plan" } } ]"#,
                more: "of one text: { \"text\": { \"any_of\": [\"map\", \"plan\"] } }"),
            Remedy(
                in: "a condition", .key(["and"]), "all of several conditions:",
                #""all": [ { "text": { "contains": "red" } }, { "text": { "contains": "map" } } ]"#),
            Remedy(
                in: "a condition",
                .key([
                    "contains", "equals", "starts_with", "ends_with", "regex", "words", "glob", "pattern", "match",
                    "message", "body", "content", "contains_any", "contains_all", "empty",
                ]), "what the text should be stands in", #""text": { "contains": "map" }"#),
            Remedy(
                in: "a condition", .key(["variable", "vars"]), "that is", #""var": { "visits": { "at_least": 3 } }"#),
            Remedy(
                in: "a time window", .value(of: "days"), "a list of days:", #""days": ["mon", "fri"]"#),
            Remedy(in: "a command condition", .value(of: "every"), "sets in brackets:", #""every": ["look"]"#),
            Remedy(in: "a command condition", .value(of: "some"), "sets in brackets:", #""some": ["look"]"#),
            Remedy(
                in: "a text matcher",
                .key(["ignore_case", "case_insensitive", "nocase", "case", "case_sensitive", "i"]),
                "case is ignored anyway; it counts with", #""equals": "Map", "exact": true"#),
            Remedy(
                in: "a text matcher", .key(["ignore_accents", "accents", "fold", "diacritics"]),
                "accents count; name each spelling:", #""any_of": ["cafe", "café"]"#),
            Remedy(
                in: "a text matcher", .key(["is", "equal", "eq", "text", "value"]), "that is", #""equals": "map""#),
            Remedy(in: "a text matcher", .key(["in", "one_of", "oneof"]), "that is", #""any_of": ["map", "plan"]"#),
            Remedy(in: "a text matcher", .key(["word"]), "that is", #""words": "map""#),
            Remedy(
                in: "a text matcher", .key(["matches", "match", "pattern", "regexp"]), "that is",
                #""regex": "^map of (?<place>.+)$""#),
            Remedy(
                in: "a text matcher", .key(["not", "not_equals", "not_contains", "none_of"]),
                "what the text must not be stands in \"when\" itself:", #""not": { "text": "map" }"#, of: "a condition"),
            Remedy(
                in: "a text matcher", .value(of: "any_of"), "texts in brackets:", #""any_of": ["map", "plan"]"#),
            Remedy(
                in: "a text matcher", .value(of: "contains_any"), "texts in brackets:",
                #""contains_any": ["map", "plan"]"#),
            Remedy(
                in: "a text matcher", .value(of: "contains_all"), "texts in brackets:",
                #""contains_all": ["red", "map"]"#),
            Remedy(
                in: "a text matcher", .value(of: "contains", as: [.list]), "for several:",
                #""contains_any": ["map", "plan"]"#, more: "or \"contains_all\""),
            Remedy(
                in: "a text matcher", .value(of: "equals", as: [.list]), "for several:", #""any_of": ["map", "plan"]"#),
        ]

    private static let actionRemedies: [Remedy] = [
        Remedy(
            in: "an action", .value(of: "reply", as: [.list]), role: .device, "one of them, drawn:",
            #""reply": { "one_of": ["a", "b"] }"#, more: "all of them: an action for each"),
        Remedy(in: "an action", .value(of: "reply"), role: .device, #""reply": "Hello!""#),
        Remedy(
            in: "an action", .value(of: "message", as: [.list]), role: .gateway, "one of them, drawn:",
            #""message": { "one_of": ["a", "b"] }"#, more: "all of them: an action for each"),
        Remedy(in: "an action", .value(of: "message"), role: .gateway, #""message": "Hello!""#),
        Remedy(
            in: "an action", .value(of: "media"), "a \"url\" or a \"file\":",
            #""media": { "url": "https://host.example/map.png" }"#),
        Remedy(
            in: "an action", .value(of: "audio"), role: .device, "a wav \"file\" or \"url\":",
            #""audio": { "url": "https://host.example/hello.wav" }"#),
        Remedy(
            in: "an action", .value(of: "answer", as: [.list]), role: .device, "the first that is offered:",
            #""answer": { "first_of": ["deny", "cancel"] }"#),
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
            role: .device, "a device speaks with", #""reply": "Hello!""#),
        Remedy(
            in: "an action", .key(["text", "say", "respond", "send_message", "send_text", "response"]),
            role: .gateway, "a gateway speaks with", #""message": "Hello!""#),
        Remedy(in: "an action", .key(["sleep", "delay", "pause"]), "that is", #""wait": "2s""#),
        Remedy(
            in: "an action", .key(["image", "picture", "photo", "file", "video", "document", "upload"]),
            "files are sent with", #""media": { "url": "https://host.example/map.png" }"#),
        Remedy(in: "an action", .key(["state", "enter", "next"]), "that is", #""goto": "ask-name""#),
        Remedy(in: "an action", .key(["var", "vars", "let", "assign"]), "that is", #""set": { "mood": "{{t}}" }"#),
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
            #""one_of": ["a", "b"]"#),
        Remedy(
            in: "a message", .key(["any_of", "random", "choices", "texts"]), "to draw one of several:",
            #""one_of": ["a", "b"]"#),
        Remedy(in: "a reply", .value(of: "text", as: [.list]), "to draw one of several:", #""one_of": ["a", "b"]"#),
        Remedy(in: "a message", .value(of: "text", as: [.list]), "to draw one of several:", #""one_of": ["a", "b"]"#),
        Remedy(in: "a reply", .value(of: "one_of"), "texts in brackets:", #""one_of": ["a", "b"]"#),
        Remedy(in: "a message", .value(of: "one_of"), "texts in brackets:", #""one_of": ["a", "b"]"#),
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
            in: "an answer", .value(of: "first_of"), "a list of options:", #""first_of": ["deny", "cancel"]"#),
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
            #""any_of": ["status", "diff"]"#),
        Remedy(
            in: "a token of a command pattern", .value(of: "path_under"), "folders in brackets:",
            #""path_under": ["/srv/app"]"#),
        Remedy(
            in: "a token of a command pattern", .value(of: "flags"), "flags in brackets:", #""flags": ["-l", "-a"]"#),
        Remedy(
            in: "a token of a command pattern", .value(of: "valued"), "each flag, and what its value must be:",
            #""flags": ["-l"], "valued": { "-n": { "word": true } }"#),
        Remedy(
            in: "a token of a command pattern", .value(of: "rest"), "what each of the other words must be:",
            #""rest": { "path_under": ["/srv/app"] }"#),
    ]
}
