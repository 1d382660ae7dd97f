import Random
import Shell
import Testing

@testable import Rules

private func command(_ text: String) -> PromptCommand { PromptCommand(field: .absent, text: text) }

@Suite("The command of a prompt")
struct PromptCommandTests {
    @Test("is the frame's command, whatever the text says")
    func field() {
        let found = PromptCommand(field: .text("git status"), text: "```\nrm -rf /\n```")
        #expect(found.source == .field)
        #expect(found.line == "git status")
        #expect(found.summary == "[git, status]")
    }

    @Test("is unclear if the frame's command is no text, or a fenced one")
    func badField() {
        let malformed = PromptCommand(field: .malformed, text: "git status")
        #expect(malformed.summary == "unclear (no-text) at 0: the frame's command is no text, or an empty one")
        let fenced = PromptCommand(field: .text("```\ngit status\n```"), text: nil)
        #expect(fenced.summary == "unclear (substitution) at 0: a substitution runs another command")
    }

    @Test("is the text whole if there is no fence")
    func text() {
        #expect(command("git status").source == .text)
        #expect(command("git status").summary == "[git, status]")
        #expect(command("Run this: git status").summary == "[Run, this:, git, status]")
        #expect(command("").summary == "unclear (empty) at 0: there is no command")
        #expect(PromptCommand(field: .absent, text: nil).source == .none)
    }

    @Test(
        "is what stands between the fences",
        arguments: [
            "```\ngit status\n```", "```sh\ngit status\n```", "```bash\ngit status\n```", "```shell\ngit status\n```",
            "```console\ngit status\n```", "``` sh \ngit status\n```", "Run this command:\n```\ngit status\n```",
            "Le serveur demande\u{A0}:\n\n```\ngit status\n```\n", "\n  ```\ngit status\n  ```  \n",
            "```\r\ngit status\r\n```\r\n",
            "  Really?:  \n```\ngit status\n```",
        ])
    func fenced(text: String) {
        #expect(command(text).source == .fence)
        #expect(command(text).line == "git status")
    }

    @Test(
        "is unclear where the fence leaves a doubt",
        arguments: [
            ("```\ngit status", "open-fence", 0..<3), ("```\ngit status```", "open-fence", 14..<17),
            ("```", "open-fence", 0..<3),
            ("```sh", "open-fence", 0..<3), ("```\n```\n```\n", "second-fence", 8..<11),
            ("```\na\n```\n```\nb\n```", "second-fence", 10..<13), ("```python\nx\n```", "fence-language", 0..<9),
            ("```git status```", "fence-language", 0..<16), ("````\na\n````", "fence-language", 0..<4),
            ("```SH\na\n```", "fence-language", 0..<5),
            ("Run this\n```\na\n```", "words-outside", 0..<8), ("A:\nB:\n```\na\n```", "words-outside", 0..<5),
            ("Run: ```\na\n```", "words-outside", 0..<5), ("```\na\n```\nDo you agree?", "words-outside", 10..<23),
            ("```\na\n``` x", "words-outside", 10..<11), ("```\na\n```\n…", "words-outside", 10..<13),
            ("Run\u{202E}:\n```\na\n```", "words-outside", 0..<7),
            ("Run\u{2028}this:\n```\na\n```", "words-outside", 0..<11),
            ("```\na\n````", "open-fence", 6..<10), ("```\nx ``` y\n```", "second-fence", 12..<15),
        ])
    func doubt(text: String, code: String, range: Range<Int>) {
        let found = command(text)
        guard case .unclear(let fault) = found.reading else {
            Issue.record("\(text.debugDescription) was read")
            return
        }
        #expect(fault.code == code)
        #expect(fault.range == range)
        #expect(found.source == .fence)
        #expect(found.line == text)
    }

    @Test("between fences is one line, without the last line break")
    func insideFence() {
        #expect(
            command("```\na\n\n```").summary
                == "unclear (line-break) at 1: a line break outside quotes begins another command")
        #expect(command("```\na\nb\n```").summary.hasPrefix("unclear (line-break) at 1"))
        #expect(command("```\n\na\n```").summary.hasPrefix("unclear (line-break) at 0"))
        #expect(command("```\n```").summary.hasPrefix("unclear (empty)"))
        #expect(command("```\n\n```").summary.hasPrefix("unclear (empty)"))
        #expect(command("```\ngit log ...\n```").summary.hasPrefix("unclear (cut-off)"))
        #expect(command("```console\n$ git status\n```").summary.hasPrefix("unclear (expansion)"))
        #expect(command("```\ngit commit -m 'a\nb'\n```").summary == "[git, commit, -m, 'a\nb']")
    }

    @Test("of any text is found without a trap")
    func fuzz() {
        var random = SplitMix(seed: 1)
        let pieces = ["```", "`", "\n", "\r\n", "sh", " ", ":", "a", "…", "\u{301}", "é", "\0", "````"]
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 0...9, using: &random)).map { _ in pieces.randomElement(using: &random) ?? ""
            }.joined()
            let found = command(text)
            if case .unclear(let fault) = found.reading { #expect(fault.range.upperBound <= found.line.utf8.count) }
        }
    }

    @Test("with its operators is shown on one line")
    func summary() {
        let found = PromptCommand(line: "echo 'it is' && ls || true | wc; id")
        #expect(found.summary == "[echo, 'it is'] && [ls] || [true] | [wc] ; [id]")
    }
}
