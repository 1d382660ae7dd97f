import Shell
import Testing

/// The argvs of a clear line; nil if it is unclear.
func argvs(_ line: String) -> [[String]]? {
    guard case .clear(let commands) = ShellLine(line) else { return nil }
    return commands.map(\.argv)
}

@Suite("A clear line")
struct ShellLineTests {
    @Test("comes out as argv tokens with their operators and places")
    func tokens() throws {
        let line = ShellLine("git log --grep 'a; b' && echo \"it's\"''x | wc -l; true || false")
        guard case .clear(let commands) = line else {
            Issue.record("\(line)")
            return
        }
        #expect(
            commands.map(\.argv) == [
                ["git", "log", "--grep", "a; b"], ["echo", "it'sx"], ["wc", "-l"], ["true"], ["false"],
            ])
        #expect(commands.map(\.joint) == [nil, .and, .pipe, .then, .or])
        #expect(commands[1].words[1].range == 30..<39)
        #expect(commands[1].range == 25..<39)
    }

    @Test(
        "keeps what is literal inside a word",
        arguments: [
            ("git diff HEAD~1", ["git", "diff", "HEAD~1"]), ("git diff HEAD^", ["git", "diff", "HEAD^"]),
            ("x a=b", ["x", "a=b"]),
            ("x --max=5", ["x", "--max=5"]), ("git stash show stash@{0}", ["git", "stash", "show", "stash@{0}"]),
            ("x {}", ["x", "{}"]),
            ("x a{b}c{d}", ["x", "a{b}c{d}"]), ("x a...b c", ["x", "a...b", "c"]),
            ("go test ./...", ["go", "test", "./..."]),
            ("go vet ./... ", ["go", "vet", "./..."]), ("x a#b", ["x", "a#b"]),
            ("x 50% +short @x", ["x", "50%", "+short", "@x"]),
            ("x HEAD:a/b", ["x", "HEAD:a/b"]), ("x - --", ["x", "-", "--"]), ("x a,b", ["x", "a,b"]),
            ("x a^b~c", ["x", "a^b~c"]),
            ("x {a.b}", ["x", "{a.b}"]), ("x ..", ["x", ".."]), ("./x", ["./x"]),
            ("x truncated y", ["x", "truncated", "y"]),
            ("x 'truncated'", ["x", "truncated"]), ("x '...'", ["x", "..."]), ("x \"…\"", ["x", "…"]),
            ("x … y", ["x", "…", "y"]),
        ])
    func literal(line: String, argv: [String]) {
        #expect(argvs(line) == [argv])
    }

    @Test(
        "takes quotes away and nothing else",
        arguments: [
            ("x ''", ["x", ""]), ("x \"\"", ["x", ""]), ("''", [""]), ("x ''''", ["x", ""]),
            ("x 'a'\"b\"c", ["x", "abc"]),
            ("x 'a b'", ["x", "a b"]), ("x \"it's\"", ["x", "it's"]), ("x 'say \"hi\"'", ["x", "say \"hi\""]),
            ("x '$x `y` \\z !'", ["x", "$x `y` \\z !"]), ("x \"a*?[]{}()<>|&;#~=^\"", ["x", "a*?[]{}()<>|&;#~=^"]),
            ("x 'a\nb'", ["x", "a\nb"]), ("x \"a\n\nb\"", ["x", "a\n\nb"]), ("x '{a,b}'", ["x", "{a,b}"]),
            ("x a'{'b,c'}'", ["x", "a{b,c}"]),
            ("x '~' \"~/y\"", ["x", "~", "~/y"]), ("x '#'", ["x", "#"]), ("'a b' c", ["a b", "c"]),
            ("x '='a", ["x", "=a"]),
        ])
    func quotes(line: String, argv: [String]) {
        #expect(argvs(line) == [argv])
    }

    @Test("may be written in any script, in or out of quotes")
    func scripts() {
        #expect(argvs("echo Größe 日本語 привет") == [["echo", "Größe", "日本語", "привет"]])
        #expect(argvs("git commit -m 'Fix ⚠️ now ✅'") == [["git", "commit", "-m", "Fix ⚠️ now ✅"]])
        #expect(argvs("echo e\u{301} é")?[0].dropFirst().map { Array($0.unicodeScalars).count } == [2, 1])
        // A mark that combines with a quote does not hide it.
        #expect(argvs("echo 'a'\u{301} b") == [["echo", "a\u{301}", "b"]])
        #expect(argvs("echo \"\u{301}\"") == [["echo", "\u{301}"]])
        #expect(argvs("echo a;\u{301} b") == [["echo", "a"], ["\u{301}", "b"]])
    }

    @Test("needs no blanks around operators, and takes any number of them")
    func blanks() {
        #expect(argvs("a&&b||c;d|e") == [["a"], ["b"], ["c"], ["d"], ["e"]])
        #expect(argvs(" \ta \t x\t&&\t b  ") == [["a", "x"], ["b"]])
    }
}
