import JSON
import Testing

@testable import Rules

/// The right forms that hints show: each is tried as it stands.
@Suite("what is often written wrong")
struct RemedyTests {
    /// A whole file with these members in such an object; what they need beside them is added.
    private func file(with remedy: Remedy, _ role: Role) throws -> String {
        let own = Set(remedy.keys)
        func members(_ base: [(String, String)]) -> String {
            (base.filter { !own.contains($0.0) }.map { "\"\($0.0)\": \($0.1)" } + [remedy.example])
                .joined(separator: ", ")
        }
        func bot(_ rules: String, _ head: String = "") -> String {
            let rest = #"{ "id": "last", "on": "connected", "do": [ { "goto": "ask-name" } ] }"#
            return
                "{ \"version\": 1, \"name\": \"x\", \"role\": \"\(role)\", \(head) \"rules\": [ \(rules), \(rest) ] }"
        }
        let commands = role == .device ? #""commands": { "look": [ ["ls"] ] }, "# : ""
        let vars = #""vars": { "visits": 0, "mood": "" }, "#
        func rule(on: String, when: String? = nil, _ action: String = #"{ "log": "x" }"#) -> String {
            let condition = when.map { "\"when\": \($0), " } ?? ""
            return bot(
                "{ \"id\": \"example\", \"on\": \(on), \(condition)\"do\": [ \(action) ] }", vars + commands)
        }
        let anything =
            role == .device
            ? #"["frame", "result", "disconnected", "prompt"]"# : #"["text", "media", "answer", "disconnected"]"#
        switch remedy.home ?? remedy.object {
        case "a bot":
            let rules = #"[ { "id": "a", "on": "connected", "do": [ { "log": "x" } ] } ]"#
            return "{ \(members([("version", "1"), ("name", "\"x\""), ("role", "\"\(role)\""), ("rules", rules)])) }"
        case "a variable":
            return bot(
                #"{ "id": "a", "on": "connected", "do": [ { "log": "x" } ] }"#,
                "\"vars\": { \"x\": { \(remedy.example) } },")
        case "the settings of a device's server", "the settings of a gateway's server":
            return bot(
                #"{ "id": "a", "on": "connected", "do": [ { "log": "x" } ] }"#,
                "\"server\": { \(role == .device ? members([("url", "\"ws://127.0.0.1:8787/ws\"")]) : remedy.example) },"
            )
        case "the settings of `fetch`":
            return bot(
                #"{ "id": "a", "on": "connected", "do": [ { "log": "x" } ] }"#, "\"fetch\": { \(remedy.example) },")
        case "a rule":
            let trigger = role == .device ? "\"message\"" : "\"text\""
            let base = [("id", "\"example\""), ("on", trigger), ("do", "[ { \"log\": \"x\" } ]")]
            let when = own.contains("examples") ? [("when", #"{ "text": { "words": "map" } }"#)] : []
            return bot("{ \(members(base + when)) }")
        case "a token of a command pattern":
            return bot(
                #"{ "id": "a", "on": "connected", "do": [ { "log": "x" } ] }"#,
                "\"commands\": { \"look\": [ [\"ls\", { \(remedy.example) }] ] },")
        case "a timer": return rule(on: "{ \(remedy.example) }")
        case "a limit":
            return rule(on: "\"connected\"").replacing(
                "\"id\": \"example\"",
                with: "\"id\": \"example\", \"limit\": { \(members([("count", "1"), ("per", "\"10s\"")])) }")
        case "the examples of a rule":
            return rule(on: anything, when: #"{ "text": { "words": "map" } }"#).replacing(
                "\"id\": \"example\"", with: "\"id\": \"example\", \"examples\": { \(remedy.example) }")
        case "a condition": return rule(on: anything, when: "{ \(remedy.example) }")
        case "a time window": return rule(on: anything, when: "{ \"time\": { \(remedy.example) } }")
        case "a command condition": return rule(on: anything, when: "{ \"command\": { \(remedy.example) } }")
        case "a text matcher": return rule(on: anything, when: "{ \"text\": { \(remedy.example) } }")
        default:
            let keys = [
                "a reply": "reply", "a message": "message", "an answer": "answer", "the settings of `media`": "media",
                "the settings of `http`": "http", "the settings of `prompt`": "prompt",
                "the settings of `ask_ai`": "ask_ai",
            ]
            let base =
                remedy.object == "the settings of `ask_ai`"
                ? [("url", "\"http://127.0.0.1/v1\""), ("model", "\"m\"")] : []
            let key = keys[remedy.home ?? remedy.object].map { "{ \"\($0)\": { \(members(base)) } }" }
            if (remedy.home ?? remedy.object) != "an action" {
                try #require(key != nil, "no file is made round \(remedy.object)")
            }
            let action = key ?? "{ \(remedy.example) }"
            if action.contains("\"save\"") { return rule(on: "\"media\"", action) }
            if action.contains("\"prompt_done\"") { return rule(on: "\"answer\"", action) }
            if role == .gateway { return rule(on: "\"text\"", action) }
            return rule(on: "\"prompt\"", when: #"{ "kind": "slash_confirm" }"#, action)
        }
    }

    /// The roles that know the object and its key.
    private func roles(of remedy: Remedy) -> [Role] {
        if let role = remedy.role { return [role] }
        let device: Set = [
            "a token of a command pattern", "a reply", "an answer", "a command condition",
            "the settings of a device's server",
        ]
        let gateway: Set = ["a message", "the settings of `prompt`", "the settings of a gateway's server"]
        if device.contains(remedy.object) { return [.device] }
        if gateway.contains(remedy.object) { return [.gateway] }
        let ofDevices = ["command", "commands", "device", "approvals", "fatal", "disconnect", "state", "error", "of"]
        if remedy.keys.contains(where: ofDevices.contains) { return [.device] }
        if remedy.object == "a condition",
            ["t", "kind", "caption", "filename", "mime", "label", "url"].contains(remedy.keys.first)
        {
            return [.device]
        }
        return Role.allCases
    }

    @Test("each example of a hint has no fault itself", arguments: BotLanguage.remedies.indices)
    func examples(index: Int) throws {
        let remedy = BotLanguage.remedies[index]
        for role in roles(of: remedy) {
            let text = try file(with: remedy, role)
            let reading = read(text)
            let printed = DiagnosticPrinter(source: reading.source).text(of: reading.diagnostics)
            #expect(printed == "", "\(remedy.object): \(remedy.example)")
        }
    }

    @Test("each remedy is for an object and a key that there are", arguments: BotLanguage.remedies.indices)
    func known(index: Int) throws {
        let remedy = BotLanguage.remedies[index]
        let objects = objects().filter { $0.noun == remedy.object }
        try #require(!objects.isEmpty, "\(remedy.object)")
        let homes = self.objects().filter { $0.noun == remedy.home ?? remedy.object }
        let known = Set(homes.flatMap(\.keys).map(\.name))
        #expect(Set(remedy.keys).isSubset(of: known) && !remedy.keys.isEmpty)
        let keys = Set(
            objects.flatMap(\.keys).filter { $0.role == nil || remedy.role == nil || $0.role == remedy.role }.map(
                \.name))
        switch remedy.mistake {
        case .value(let key, _), .word(let key, _): #expect(keys.contains(key))
        case .together: #expect(objects.contains { !$0.exactlyOne.isEmpty })
        case .key(let names): #expect(keys.isDisjoint(with: names), "\(names) \(remedy.object)")
        }
    }

    /// A text where an object is due, and the like: what newcomers try first.
    @Test("a value of the wrong type always gets a hint where an object or a list is due")
    func complete() {
        var missing: [String] = []
        for object in objects() {
            for key in object.keys {
                let role = key.role ?? .device
                for (type, value) in [
                    ("text", "\"x\""), ("list", "[\"x\"]"), ("number", "3"), ("flag", "true"), ("object", "{}"),
                ] {
                    let source = SourceText(path: "x.json", bytes: Array("{ \"\(key.name)\": \(value) }".utf8))
                    let declaration = Declaration(
                        title: "x", root: .object(object), definitions: BotLanguage.declaration.definitions,
                        remedies: BotLanguage.remedies)
                    var checker = ShapeChecker(declaration, role: role, source: source)
                    guard let root = source.tree.root, takesMore(key.shape) else { continue }
                    checker.check(root)
                    let bare = checker.diagnostics.filter { $0.code == .wrongType && $0.hint == nil }
                    if bare.contains(where: { $0.message.hasPrefix("\"\(key.name)\"") }) {
                        missing.append("\(object.noun): \(key.name) as \(type)")
                    }
                }
            }
        }
        #expect(missing == [])
    }

    @Test("a hint shows no sign that a terminal would obey, as \u{202E}")
    func unseen() {
        let text = "\u{202E}\u{9B}2J"
        let reading = read(
            #"{ "version": 1, "name": "x", "rules": [ { "id": "a", "on": "message", "do": ""# + text + #"" } ] }"#)
        let printed = DiagnosticPrinter(source: reading.source).text(of: reading.diagnostics)
        #expect(printed.contains(#"= hint: a list of actions: "do": [ { "reply": "Hello!" } ]"#), "\(printed)")
        #expect(!printed.unicodeScalars.contains { $0 == "\u{202E}" || $0 == "\u{9B}" })
    }

    @Test(
        "a hint has the author's own words in it where that is right, else those of an example",
        arguments: [
            (#""do": "Good day""#, #"a list of actions: "do": [ { "reply": "Good day" } ]"#),
            (#""do": ["Good day"]"#, #"a list of actions: "do": [ { "reply": "Good day" } ]"#),
            (#""do": { "wait": "2s" }"#, #"put it in brackets: "do": [ { "wait": "2s" } ]"#),
            // It would be wrong in brackets too.
            (#""do": { "wiat": "2s" }"#, #"put it in brackets: "do": [ { "log": "it fired" } ]"#),
            (#""then": [ { "wait": "2s" } ]"#, #"what a rule does stands in "do": [ { "wait": "2s" } ]"#),
            (#""reply": "Good day""#, #"what a rule does stands in "do": [ { "reply": "Good day" } ]"#),
            (#""if": { "text": "hi" }"#, #"what a rule asks for stands in "when": { "text": "hi" }"#),
            (#""match": { "words": "hi" }"#, #"what a rule asks for stands in "when": { "text": { "words": "hi" } }"#),
            (#""when": "hi @home""#, #"a text is a condition on "text": "when": { "text": { "words": "hi @home" } }"#),
            (#""when": { "text": ["hi", "ho"] }"#, #"for one of several: "text": { "any_of": ["hi", "ho"] }"#),
            (
                #""when": { "starts_with": "hi" }"#,
                #"what the text should be stands in "text": { "starts_with": "hi" }"#
            ),
            (#""when": { "pattern": "hi" }"#, #"what the text should be stands in "text": { "contains": "hi" }"#),
            (#""when": { "text": { "is": "hi" } }"#, #"that is "equals": "hi""#),
            (#""when": { "text": { "any_of": "hi" } }"#, #"texts in brackets: "any_of": ["hi"]"#),
            (#""do": [ { "say": "Good day" } ]"#, #"a device speaks with "reply": "Good day""#),
            (#""do": [ { "sleep": "3s" } ]"#, #"that is "wait": "3s""#),
            (#""do": [ { "sleep": 3 } ]"#, #"that is "wait": "2s""#),
            (
                #""do": [ { "reply": ["x", "y"] } ]"#,
                #"one of them, drawn: "reply": { "one_of": ["x", "y"] }; all of them: an action for each"#
            ),
            (#""examples": { "match": "hi" }"#, #"texts in brackets: "match": ["hi"]"#),
            (#""cooldown": "1m""#, #"that is "limit": { "count": 1, "per": "1m" }"#),
            // Longer than a hint should be, or over several lines.
            (#""do": "\#(String(repeating: "a", count: 70))""#, #"a list of actions: "do": [ { "reply": "Hello!" } ]"#),
            ("\"do\": {\n\"wait\": \"2s\" }", #"put it in brackets: "do": [ { "log": "it fired" } ]"#),
        ])
    func ownWords(members: String, hint: String) {
        let rest = members.contains("\"do\"") ? "" : #", "do": [ { "log": "x" } ]"#
        let reading = read(
            #"{ "version": 1, "name": "x", "rules": [ { "id": "a", "on": "message", \#(members)\#(rest) } ] }"#)
        #expect(reading.diagnostics.compactMap(\.hint) == [hint])
    }

    private func takesMore(_ shape: Shape) -> Bool {
        switch BotLanguage.declaration.resolve(shape) {
        case .array, .map, .object, .anyObject: true
        case .either(let shapes): shapes.contains(where: takesMore)
        default: false
        }
    }

    /// Every object of the language.
    private func objects() -> [ObjectShape] {
        var found: [ObjectShape] = []
        func look(_ shape: Shape) {
            switch shape {
            case .object(let object):
                found.append(object)
                for key in object.keys { look(key.shape) }
            case .array(let element, _): look(element)
            case .map(_, let value): look(value)
            case .either(let shapes): shapes.forEach(look)
            default: break
            }
        }
        look(BotLanguage.declaration.root)
        for definition in BotLanguage.declaration.definitions { look(definition.shape) }
        return found
    }
}
