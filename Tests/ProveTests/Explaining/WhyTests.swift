import Rules
import Testing
import Time

@testable import Prove

@Suite("why")
struct WhyTests {
    static let rules = #"""
        "vars": { "owner": "Ada", "age": 3, "out": false },
        "lists": { "greetings": ["hi", "hello"] },
        "rules": [
          { "id": "greet", "on": "message", "when": { "text": { "any_of": { "list": "greetings" } } },
            "limit": { "count": 1, "per": "10s" },
            "do": [ { "typing": "400ms" }, { "reply": "Hello! {{owner}} is {{age}}." }, { "set": { "age": { "add": 1 } } } ] },
          { "id": "asked", "on": "message", "when": { "in": "asking", "text": { "regex": "^(?<who>\\pL+)$" } },
            "do": [ { "reply": "Hello {{who}}" }, { "goto": null } ] },
          { "id": "ask", "on": "message", "when": { "text": "who?", "var": { "out": true } }, "do": [ { "goto": "asking" } ] },
          { "id": "picture", "on": "message", "when": { "text": { "regex": "^/pic (?<url>\\S+)$" } },
            "do": [ { "media": { "url": "{{url}}", "kind": "image" } }, { "reply": "There" } ] },
          { "id": "tick", "on": { "every": "10m" }, "do": [ { "log": "tick" } ] }
        ]
        """#
    private let desk = Desk(Self.rules)

    private func explain(
        _ event: Question.Event, _ desk: Desk? = nil, variables: [String] = [], state: String? = nil
    ) throws -> Explanation {
        let time = try #require(WallTime(iso8601: "2026-03-01T10:00:00Z"))
        do {
            return try Why((desk ?? self.desk).surroundings).answer(
                Question(event, variables: variables, state: state, at: time), path: "bots/bot.json")
        } catch {
            Issue.record("\(error)")
            throw error
        }
    }

    @Test("shows every rule in the order of trying, the first failure, and what the actions of the fired one did")
    func firedRule() throws {
        #expect(
            try explain(.text("Hi")).text() == #"""
                message why "Hi"
                  ✗ asked    bots/bot.json:7  is for state "asking", this is no state
                  ✓ greet    bots/bot.json:4  fires
                             when text.any_of "hi", saw "Hi"
                             typing: 400ms
                             reply: Hello! Ada is 3.
                             set: age = 4
                  ✗ ask      bots/bot.json:9  text.equals wants "who?", saw "Hi"
                             to match: write "who?", and one other condition has to hold
                  ✗ picture  bots/bot.json:10  text.regex wants "^/pic (?<url>\\S+)$", saw "Hi"
                             to match: put "/pic " at the start
                  · tick     bots/bot.json:12  is for a timer

                fired: greet

                """#)
    }

    @Test("counts a state and variables that are given, and shows captures in rendered texts")
    func remembered() throws {
        #expect(
            try explain(.text("Bob"), variables: ["age=7", "out=true"], state: "asking").text() == #"""
                message why "Bob" in state "asking"
                  ✓ asked    bots/bot.json:7  fires
                             when in "asking"
                             when text.regex "^(?<who>\\pL+)$", saw "Bob"
                             reply: Hello Bob
                             goto: no state
                  ✗ greet    bots/bot.json:4  text.any_of wants "hi" or "hello", saw "Bob"
                  ✗ ask      bots/bot.json:9  text.equals wants "who?", saw "Bob"
                             to match: write "who?"
                  ✗ picture  bots/bot.json:10  text.regex wants "^/pic (?<url>\\S+)$", saw "Bob"
                             to match: put "/pic " at the start
                  · tick     bots/bot.json:12  is for a timer

                fired: asked

                """#)
    }

    @Test("says what a near miss would need")
    func nearMiss() throws {
        #expect(
            try explain(.text("helo")).text() == #"""
                message why "helo"
                  ✗ asked    bots/bot.json:7  is for state "asking", this is no state
                  ✗ greet    bots/bot.json:4  text.any_of wants "hi" or "hello", saw "helo"
                             to match: write "hello"
                  ✗ ask      bots/bot.json:9  text.equals wants "who?", saw "helo"
                             to match: write "who?", and one other condition has to hold
                  ✗ picture  bots/bot.json:10  text.regex wants "^/pic (?<url>\\S+)$", saw "helo"
                             to match: put "/pic " at the start
                  · tick     bots/bot.json:12  is for a timer

                no rule fires

                """#)
    }

    @Test("touches nothing outside: a fetch gets an empty answer, and the actions behind it are seen")
    func fetched() throws {
        #expect(
            try explain(.text("/pic https://example.com/a.png")).text() == #"""
                message why "/pic https://example.com/a.png"
                  ✗ asked    bots/bot.json:7  is for state "asking", this is no state
                  ✗ greet    bots/bot.json:4  text.any_of wants "hi" or "hello", saw "/pic https://example.com/a.png"
                  ✗ ask      bots/bot.json:9  text.equals wants "who?", saw "/pic https://example.com/a.png"
                             to match: write "who?", and one other condition has to hold
                  ✓ picture  bots/bot.json:10  fires
                             when text.regex "^/pic (?<url>\\S+)$", saw "/pic https://example.com/a.p…
                             media: https://example.com/a.png
                             reply: There
                  · tick     bots/bot.json:12  is for a timer

                fired: picture
                note: https://example.com/a.png was not asked: an empty answer stood in

                """#)
    }

    @Test("a frame that no rule is for lists the rules all the same")
    func silence() throws {
        #expect(
            try explain(.frame(#"{"t":"typing"}"#)).text() == #"""
                typing
                  · greet    bots/bot.json:4  is for message
                  · asked    bots/bot.json:7  is for message
                  · ask      bots/bot.json:9  is for message
                  · picture  bots/bot.json:10  is for message
                  · tick     bots/bot.json:12  is for a timer

                no rule fires

                """#)
    }

    @Test("an unfinished message is waited for, and the note says that it was taken as final")
    func unfinished() throws {
        #expect(
            try explain(.frame(#"{"t":"message","id":"m","text":"hi","final":false}"#)).text() == #"""
                message m "hi"
                  ✗ asked    bots/bot.json:7  is for state "asking", this is no state
                  ✓ greet    bots/bot.json:4  fires
                             when text.any_of "hi"
                             typing: 400ms
                             reply: Hello! Ada is 3.
                             set: age = 4
                  ✗ ask      bots/bot.json:9  text.equals wants "who?", saw "hi"
                             to match: write "who?", and one other condition has to hold
                  ✗ picture  bots/bot.json:10  text.regex wants "^/pic (?<url>\\S+)$", saw "hi"
                             to match: put "/pic " at the start
                  · tick     bots/bot.json:12  is for a timer

                fired: greet
                note: message m is taken as final: quiet

                """#)
    }

    @Test("a frame that is none is told so")
    func malformed() throws {
        #expect(
            try explain(.frame(#"{"t":"message","id":5}"#)).text() == #"""
                no frame: "id" is not a text
                   1 | {"t":"message","id":5}
                     |                     ^
                     = wanted a text, saw a number

                the bot ignores it: no rule fires

                """#)
    }

    @Test("of a prompt that was completed the place is in what was given, and programs get all of it")
    func malformedPrompt() throws {
        let explanation = try explain(.prompt(#"{"kind":"clarify","text":["Which?"]}"#))
        #expect(
            explanation.text() == #"""
                no frame: "text" is not a text
                   1 | {"kind":"clarify","text":["Which?"]}
                     |                          ^^^^^^^^^^
                     = wanted a text, saw a list

                the bot ignores it: no rule fires

                """#)
        #expect(
            explanation.json().contains(
                #""malformed":{"code":"odd_type","text":"\"text\" is not a text","key":"text","wanted":"a text","saw":"a list","line":1,"column":26}"#
            ))
        #expect(
            try explain(.prompt(#"{"kind":"clarify"}"#)).text() == #"""
                no frame: "text" is missing
                     = wanted a text

                the bot ignores it: no rule fires

                """#)
    }

    @Test("a token in a frame that is none is not shown")
    func malformedHello() throws {
        let desk = Desk(#""rules": [ { "id": "a", "on": "hello", "do": [ { "log": "x" } ] } ]"#, role: "gateway")
        let explanation = try explain(.frame(#"{"t":"hello","token":"s3cret","device":{"id":1}}"#), desk)
        #expect(!explanation.text().contains("s3cret"))
        #expect(explanation.text().contains("•"))
    }

    // MARK: Prompts

    private let guarded = Desk(
        #"""
        "commands": { "look": [ ["ls", { "rest": { "path_under": ["/srv"] } }], ["git", "status"] ] },
        "rules": [
          { "id": "never", "on": "prompt", "when": { "kind": "exec_approval", "command": { "unclear": true } }, "do": [ { "answer": "deny" } ] },
          { "id": "look", "on": "prompt", "when": { "kind": "exec_approval", "command": { "every": ["look"] } }, "do": [ { "answer": "once" } ] },
          { "id": "city", "on": "prompt", "when": { "kind": "clarify", "text": { "words": "city" } }, "do": [ { "answer": { "other": "Lisbon" } } ] }
        ]
        """#)

    @Test("a prompt's command is shown as it was read")
    func clear() throws {
        #expect(
            try explain(.prompt(#"{"command":"git status && ls /srv/a"}"#), guarded).text() == #"""
                prompt why "git status && ls /srv/a"
                  command  git status && ls /srv/a
                  reads as [git, status] && [ls, /srv/a]
                  taken    from the frame's command
                  ✗ never  bots/bot.json:3  command.unclear wants an unclear line, saw a clear one
                  ✓ look   bots/bot.json:4  fires
                           when kind "exec_approval"
                           when command.every "look", saw [git, status] && [ls, /srv/a]
                           answer: "once", once it is in the audit log
                  ✗ city   bots/bot.json:5  kind wants "clarify", saw "exec_approval"

                fired: look
                note: prompt why is answered: "once"

                """#)
    }

    @Test("and where it is unclear, with the reason")
    func unclear() throws {
        #expect(
            try explain(.prompt(#"{"command":"ls /srv/*.log"}"#), guarded).text() == #"""
                prompt why "ls /srv/*.log"
                  command  ls /srv/*.log
                                   ^
                  unclear  a glob character stands for names that cannot be seen here (glob)
                  taken    from the frame's command
                  ✓ never  bots/bot.json:3  fires
                           when kind "exec_approval"
                           when command.unclear true, saw unclear (glob) at 8: a glob c…
                           answer: "deny", once it is in the audit log
                  ✗ look   bots/bot.json:4  command.every wants a clear line of commands in "look", saw unclear (glob): a glob character stands for names that cannot be seen here
                  ✗ city   bots/bot.json:5  kind wants "clarify", saw "exec_approval"

                fired: never
                note: prompt why is answered: "deny"

                """#)
    }

    @Test("a command that no pattern takes names the nearest one")
    func nearest() throws {
        #expect(
            try explain(.prompt(#"{"command":"git push"}"#), guarded).text() == #"""
                prompt why "git push"
                  command  git push
                  reads as [git, push]
                  taken    from the frame's command
                  ✗ never  bots/bot.json:3  command.unclear wants an unclear line, saw a clear one
                  ✗ look   bots/bot.json:4  command.every wants a command in "look", saw [git, push]
                           to match: status in place of push
                  ✗ city   bots/bot.json:5  kind wants "clarify", saw "exec_approval"

                no rule fires
                note: prompt why is left alone: no rule answers it

                """#)
    }

    @Test("an option may be its id alone")
    func optionIDs() throws {
        let whole =
            #"{"kind":"clarify","text":"Which city?","options":[{"id":"c0","label":"c0"},{"id":"other","label":"…"}]}"#
        let short = #"{"kind":"clarify","text":"Which city?","options":["c0", {"id":"other","label":"…"}]}"#
        #expect(try explain(.prompt(short), guarded).text() == explain(.prompt(whole), guarded).text())
    }

    @Test("a prompt may say all of itself")
    func clarify() throws {
        #expect(
            try explain(
                .prompt(
                    #"{"t":"prompt","id":"p1","kind":"clarify","text":"Which city?","options":[{"id":"c0","label":"Rome"},{"id":"other","label":"…"}]}"#
                ), guarded
            ).text() == #"""
                prompt p1 "Which city?"
                  ✗ never  bots/bot.json:3  kind wants "exec_approval", saw "clarify"
                  ✗ look   bots/bot.json:4  kind wants "exec_approval", saw "clarify"
                  ✓ city   bots/bot.json:5  fires
                           when kind "clarify"
                           when text.words "city", saw "Which city?"
                           answer: "other" with the text "Lisbon", once it is in the audit log

                fired: city
                note: prompt p1 is answered: "other" with the text "Lisbon"

                """#)
    }

    // MARK: Programs

    @Test("programs get the same as one object")
    func json() throws {
        #expect(
            try explain(.prompt(#"{"command":"ls /srv/*.log"}"#), guarded).json() == #"""
                {"bot":"bots/bot.json","frame":"{\"command\":\"ls /srv/*.log\",\"t\":\"prompt\",\"id\":\"why\",\"kind\":\"exec_approval\",\"text\":\"ls /srv/*.log\",\"options\":[{\"id\":\"once\",\"label\":\"once\"},{\"id\":\"session\",\"label\":\"session\"},{\"id\":\"always\",\"label\":\"always\"},{\"id\":\"deny\",\"label\":\"deny\"}]}","fired":["never"],"events":[{"trigger":"prompt","event":"why","text":"ls /srv/*.log","command":{"line":"ls /srv/*.log","from":"field","clear":false,"code":"glob","message":"a glob character stands for names that cannot be seen here","begin":8,"end":9},"rules":[{"rule":"never","line":3,"column":3,"verdict":"fired","count":1,"held":[{"condition":"kind","line":3,"column":46,"wanted":"\"exec_approval\""},{"condition":"command.unclear","line":3,"column":71,"wanted":"true","saw":"unclear (glob) at 8: a glob character stands for names that cannot be seen here"}],"actions":[{"action":"answer","line":3,"column":113,"done":true,"detail":"\"deny\", once it is in the audit log"}]},{"rule":"look","line":4,"column":3,"verdict":"failed","at":{"line":4,"column":70},"condition":"command.every","wanted":"a clear line of commands in \"look\"","saw":"unclear (glob): a glob character stands for names that cannot be seen here"},{"rule":"city","line":5,"column":3,"verdict":"failed","at":{"line":5,"column":45},"condition":"kind","wanted":"\"clarify\"","saw":"\"exec_approval\""}]}],"notes":[{"level":"info","code":"prompt","text":"prompt why is answered: \"deny\""}],"stood_in":[],"still_acting":false}
                """#)
    }

    // MARK: Faults

    @Test(
        "a question that cannot be answered is told why",
        arguments: [
            (.text("a"), ["ag=1"], nil, "the bot has no variable \"ag\"", "did you mean \"age\"?"),
            (.text("a"), ["age"], nil, "--var takes NAME=VALUE, not \"age\"", nil),
            (.text("a"), ["age=old"], nil, "\"age\" is a number, not \"old\"", nil),
            (.text("a"), ["out=1"], nil, "\"out\" is true or false, not \"1\"", nil),
            (.text("a"), [], "askin", "the bot has no state \"askin\"", "did you mean \"asking\"?"),
            (.text("a"), [], "night", "the bot has no state \"night\"", "it has \"asking\""),
            (.frame("[1]"), [], nil, "--frame takes one JSON object", #"such as '{"t":"typing"}'"#),
        ] as [(Question.Event, [String], String?, String, String?)])
    func faults(
        _ event: Question.Event, _ variables: [String], _ state: String?, _ message: String, _ hint: String?
    ) throws {
        let question = Question(event, variables: variables, state: state, at: WallTime(milliseconds: 0))
        do {
            _ = try Why(desk.surroundings).answer(question, path: "bots/bot.json")
            Issue.record("it was answered")
        } catch {
            guard case .question(let said, let help) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(said == message)
            #expect(help == hint)
        }
    }

    @Test("JSON with a fault is shown with carets")
    func syntax() {
        let question = Question(.prompt("{'a': 1}"), at: WallTime(milliseconds: 0))
        do {
            _ = try Why(desk.surroundings).answer(question, path: "bots/bot.json")
            Issue.record("it was answered")
        } catch {
            guard case .malformed(let text) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(
                text == #"""
                    --prompt:1:2: error[R001]: a text needs double quotes
                       1 | {'a': 1}
                         |  ^^^
                         = hint: write it with "

                    """#)
        }
    }

    @Test("a rule file that is not there, or that has a fault, is no answer")
    func files() {
        let question = Question(.text("a"), at: WallTime(milliseconds: 0))
        #expect(throws: WhyFault.self) { try Why(desk.surroundings).answer(question, path: "bots/none.json") }
        let broken = Desk(#""rules": [ { "id": "a" } ]"#)
        #expect(throws: WhyFault.self) { try Why(broken.surroundings).answer(question, path: "bots/bot.json") }
    }

    @Test("role gateway is told what a device says")
    func gateway() throws {
        let desk = Desk(
            #""rules": [ { "id": "echo", "on": "text", "do": [ { "message": "You said {{text}}" } ] } ]"#,
            role: "gateway")
        #expect(
            try explain(.text("hi"), desk).text() == #"""
                text why "hi"
                  ✓ echo  bots/bot.json:1  fires
                          message: You said hi

                fired: echo

                """#)
    }
}
