import Random
import Testing

@testable import Rules

private func pattern(_ tokens: CommandToken...) -> CommandPattern {
    CommandPattern(tokens: tokens, place: Place(line: 1, column: 1))
}

private func matches(_ pattern: CommandPattern, _ line: String) -> Bool {
    pattern.matches(line.split(separator: " ").map(String.init))
}

@Suite("A command pattern")
struct PatternMatchTests {
    @Test("takes the whole argv, word for word")
    func literals() {
        let status = pattern("git", "status")
        #expect(matches(status, "git status"))
        for line in [
            "git", "git status -s", "status git", "git Status", "GIT status", "/bin/git status", "git stat",
            "git status x",
        ] {
            #expect(!matches(status, line))
        }
        #expect(!status.matches([]))
        #expect(pattern().matches([]))
        #expect(!status.matches(["git", "status", ""]))
        #expect(!status.matches(["git status"]))
    }

    @Test("compares code point for code point")
    func codePoints() {
        #expect(pattern("caf\u{E9}").matches(["caf\u{E9}"]))
        #expect(!pattern("caf\u{E9}").matches(["cafe\u{301}"]))
        #expect(!pattern("cafe\u{301}").matches(["caf\u{E9}"]))
        #expect(!pattern(.anyOf(["K"])).matches(["\u{212A}"]))
        #expect(!pattern(.flags(["-\u{E9}"], valued: [:])).matches(["-e\u{301}"]))
        #expect(!pattern(.flags([], valued: ["--\u{E9}": .word])).matches(["--e\u{301}=x"]))
        #expect(!pattern(.glob("\u{E9}*")).matches(["e\u{301}x"]))
        #expect(!pattern(.pathUnder(["/srv/\u{E9}"], relative: false)).matches(["/srv/e\u{301}/x"]))
    }

    @Test("takes one of several literals or tokens")
    func anyOf() {
        let either = pattern("git", .anyOf(["status", "diff", .glob("v*"), .anyOf(["a", "b"])]))
        for line in ["git status", "git diff", "git v1.0", "git a"] { #expect(matches(either, line)) }
        for line in ["git push", "git", "git status diff", "git c"] { #expect(!matches(either, line)) }
        #expect(!pattern(.anyOf([])).matches(["x"]))
    }

    @Test("takes words that are no options")
    func word() {
        #expect(matches(pattern("x", .word), "x a"))
        #expect(matches(pattern("x", .word), "x a-b"))
        for word in ["", "-", "-a", "--", "--a=b"] { #expect(!pattern("x", .word).matches(["x", word])) }
        #expect(pattern("x", .word).matches(["x", " "]))
        #expect(pattern("x", .word).matches(["x", "−a"]))
    }

    @Test("takes flags in any order and number, and no others")
    func flags() {
        let ls = pattern("ls", .flags(["-l", "-a", "--all"], valued: [:]))
        for line in ["ls", "ls -l", "ls -a -l", "ls -l -l --all"] { #expect(matches(ls, line)) }
        for line in ["ls -la", "ls -L", "ls --al", "ls --all=x", "ls x", "ls -l x", "ls -- -l", "ls -l="] {
            #expect(!matches(ls, line))
        }
    }

    @Test("takes flags with values, the long ones also with an equals sign")
    func valued() {
        let log = pattern(
            "log",
            .flags(
                ["-p"],
                valued: ["-n": .word, "--max": .anyOf(["5", "9"]), "--under": .pathUnder(["/srv"], relative: false)]))
        for line in ["log -n 5", "log -p -n x --max 5", "log --max=9", "log --under=/srv/x", "log --under /srv/x -p"] {
            #expect(matches(log, line))
        }
        for line in [
            "log -n", "log -n -p", "log -n=5", "log -n5", "log --max", "log --max=", "log --max=7", "log --max= 5",
            "log --under=/srv/../etc", "log --maxi=5", "log --max=5=5",
        ] {
            #expect(!matches(log, line))
        }
        // A flag that stands alone too.
        let both = pattern("x", .flags(["-n"], valued: ["-n": .word]), .rest(.word))
        for line in ["x -n", "x -n 5", "x -n 5 a", "x a"] { #expect(matches(both, line)) }
    }

    @Test("takes any number at the end")
    func rest() {
        let cat = pattern("cat", .rest(.pathUnder(["/srv/app"], relative: true)))
        for line in ["cat", "cat a", "cat a b /srv/app/c"] { #expect(matches(cat, line)) }
        for line in ["cat -a", "cat a -b", "cat a /etc/x b", "cat a ../b"] { #expect(!matches(cat, line)) }
        #expect(matches(pattern("x", .rest(.anyOf(["a", .flags(["-f"], valued: ["-v": .word])]))), "x a -f a -v 1 -f"))
    }

    @Test("goes back where an earlier token took too much")
    func backtracking() {
        let commit = pattern("git", .flags(["-a", "-m"], valued: [:]), "-m", .word)
        #expect(matches(commit, "git -a -m x"))
        #expect(matches(commit, "git -m -m x"))
        #expect(!matches(commit, "git -m"))
        let middle = pattern("x", .flags(["-a"], valued: ["-a": "b"]), "b", .rest(.word))
        #expect(matches(middle, "x -a b"))
        #expect(matches(middle, "x -a b b"))
        #expect(matches(middle, "x -a b c"))
        #expect(!matches(middle, "x -a c"))
    }

    @Test("of nested choices is matched in bounded time")
    func noBlowUp() {
        // With plain backtracking this would take 2 to the power of 2,000 steps.
        let ambiguous = pattern(
            "x", .rest(.rest(.anyOf([.flags(["-a"], valued: ["-a": "-a"]), "-a", .rest("-a")]))), "end")
        let argv = ["x"] + Array(repeating: "-a", count: 2000)
        #expect(!ambiguous.matches(argv))
        #expect(ambiguous.matches(argv + ["end"]))
        let long = String(repeating: "a", count: 8000)
        #expect(!pattern(.glob("*a*a*a*a*a*a*a*a*b")).matches([long]))
    }

    @Test("agrees with plain backtracking on random patterns and argvs")
    func sameAsBacktracking() {
        var random = SplitMix(seed: 9)
        func token(_ depth: Int) -> CommandToken {
            switch Int.random(in: 0..<(depth > 0 ? 7 : 4), using: &random) {
            case 0: "a"
            case 1: "-b"
            case 2: .word
            case 3: .flags(["-b"], valued: ["-c": .word, "--d": "a"])
            case 4: .anyOf((0..<Int.random(in: 0...3, using: &random)).map { _ in token(depth - 1) })
            case 5: .glob("?")
            default: .rest(token(0))
            }
        }
        let words = ["a", "b", "-b", "-c", "--d", "--d=a", "--d=b", ""]
        var held = 0
        for _ in 0..<20_000 {
            let tokens = (0..<Int.random(in: 0...4, using: &random)).map { _ in token(2) }
            let argv = (0..<Int.random(in: 0...5, using: &random)).map { _ in words.randomElement(using: &random) ?? ""
            }
            let expected = backtrack(tokens[...], argv[...])
            #expect(pattern(tokens).matches(argv) == expected, "\(tokens) \(argv)")
            if expected { held += 1 }
        }
        #expect(held > 500)
    }

    private func pattern(_ tokens: [CommandToken]) -> CommandPattern {
        CommandPattern(tokens: tokens, place: Place(line: 1, column: 1))
    }

    private func pattern(_ tokens: CommandToken...) -> CommandPattern { pattern(tokens) }

    /// The meaning of a pattern, written as the rule language tells it.
    private func backtrack(_ tokens: ArraySlice<CommandToken>, _ words: ArraySlice<String>) -> Bool {
        guard let token = tokens.first else { return words.isEmpty }
        let rest = tokens.dropFirst()
        switch token {
        case .anyOf(let choices):
            return choices.contains { backtrack([$0] + rest, words) }
        case .rest(let inner):
            if backtrack(rest, words) { return true }
            return words.indices.contains { index in
                backtrack([inner], words[words.startIndex...index]) && backtrack(tokens, words[(index + 1)...])
            }
        case .flags(let names, let valued):
            if backtrack(rest, words) { return true }
            guard let word = words.first else { return false }
            if names.contains(word), backtrack(tokens, words.dropFirst()) { return true }
            for (name, value) in valued {
                let next = words.dropFirst()
                if word == name, let argument = next.first, backtrack([value], [argument]),
                    backtrack(tokens, next.dropFirst())
                {
                    return true
                }
                if name.hasPrefix("--"), word.hasPrefix(name + "="),
                    backtrack([value], [String(word.dropFirst(name.count + 1))]), backtrack(tokens, next)
                {
                    return true
                }
            }
            return false
        default:
            guard let word = words.first, token.takes(Word(word)) else { return false }
            return backtrack(rest, words.dropFirst())
        }
    }
}

@Suite("A glob token")
struct CommandGlobTests {
    @Test(
        "takes",
        arguments: [
            ("*", "a"), ("*", ""), ("a*", "a"), ("a*", "abc"), ("*.md", "x.md"), ("?", "é"), ("??", "ab"),
            ("a*c", "abbc"), ("feature/*", "feature/x"),
            ("test/*.test.js", "test/a b.test.js"), ("*/*", "a/b"),
            ("https://api.example.com/*", "https://api.example.com/"),
            ("-*", "-x"), ("--tail=*", "--tail=5"), ("..", ".."), ("../*", "../x"), ("*", "..."), ("*", ".a"),
            ("*", "a%2e"), ("a*b*c", "aXbYbZc"),
        ])
    func takes(glob: String, word: String) {
        #expect(CommandGlob(glob).matches(Array(word.unicodeScalars)))
    }

    @Test(
        "does not take",
        arguments: [
            ("*", "a/b"), ("*", "/"), ("?", "/"), ("*", "-"), ("*", "-a"), ("?a", "-a"), ("*-a", "-a"), ("*", "."),
            ("*", ".."), ("?", "."), ("??", ".."),
            (".*", ".."), ("*.", ".."), ("a/*", "a/.."), ("a/*/b", "a/../b"), ("a/*/b", "a/./b"),
            ("feature/*", "feature"), ("feature/*", "feature/a/b"),
            ("feature/*", "xfeature/a"), ("?", "ab"), ("?", ""), ("a", "A"), ("[ab]", "a"), ("*.js", "a.js.sh"),
            ("*", "%2e%2E"), ("*", ".%2e"), ("*", "%2E"),
            ("https://*.example.com/x", "https://evil.example/.example.com/x"), ("a*", "b"), ("*/*", "a"),
            ("*", "a\u{0}/"),
        ])
    func doesNotTake(glob: String, word: String) {
        #expect(!CommandGlob(glob).matches(Array(word.unicodeScalars)))
    }
}

@Suite("A path_under token")
struct CommandPathTests {
    private func isUnder(_ word: String, _ folders: [String] = ["/srv/app"], relative: Bool = true) -> Bool {
        CommandPath(Word(word))?.isUnder(folders, relative: relative) ?? false
    }

    @Test(
        "takes what is in the folder",
        arguments: [
            "/srv/app", "/srv/app/", "/srv/app/x", "/srv//app///x", "/srv/./app/x/.", "/srv/app/../app/x",
            "//srv/app/x", "/x/../srv/app/y", "a", "./a", "a/b/..",
            "a/../b", ".", "a/..", "...", "..a", "a..", "a b", "é", "~", "a/-b",
            "/srv/app/x y",
        ])
    func takes(word: String) {
        #expect(isUnder(word))
    }

    @Test(
        "does not take what leaves it",
        arguments: [
            "/", "/srv", "/srv/ap", "/srv/application", "/srv/app2/x", "/srv/app/..", "/srv/app/../x",
            "/srv/app/../../etc", "/etc/passwd", "..", "../a", "a/../..",
            "a/../../b", "./..", "./../a", "a/b/../../../c", "", "-", "-a", "--", "/../etc", "/srv/App/x",
            "/srv/app\u{200B}/x",
        ])
    func doesNotTake(word: String) {
        #expect(!isUnder(word))
    }

    @Test("takes relative paths only where it says so")
    func relative() {
        #expect(!isUnder("a", relative: false))
        #expect(!isUnder(".", relative: false))
        #expect(isUnder("/srv/app/a", relative: false))
    }

    @Test("knows several folders, and normalises them too")
    func folders() {
        #expect(isUnder("/b/x", ["/a", "/b"]))
        #expect(isUnder("/a/c/x", ["/a/b/../c//"]))
        #expect(isUnder("/x", ["/"]))
        #expect(!isUnder("/x", ["relative", ""]))
        #expect(!isUnder("/x", []))
    }
}
