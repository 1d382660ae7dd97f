import Shell
import Testing

/// The reason and the part of the line that a line is unclear for.
private func unclear(_ line: String) -> (reason: Unclear.Reason, part: String)? {
    guard case .unclear(let fault) = ShellLine(line) else { return nil }
    let bytes = Array(line.utf8)
    return (fault.reason, String(decoding: bytes[fault.range], as: UTF8.self))
}

@Suite("A line is unclear")
struct UnclearTests {
    @Test(
        "outside quotes, where a shell may take a character for more than itself",
        arguments: [
            ("echo $HOME", Unclear.Reason.expansion, "$"), ("echo ${x}", .expansion, "$"),
            ("echo $(id)", .expansion, "$"),
            ("echo $((1))", .expansion, "$"), ("echo $'x'", .expansion, "$"), ("echo a$", .expansion, "$"),
            ("echo `id`", .substitution, "`"), ("echo a\\ b", .backslash, "\\"), ("\\ls", .backslash, "\\"),
            ("echo a\\", .backslash, "\\"), ("echo !!", .history, "!"), ("! ls", .history, "!"),
            ("echo a!", .history, "!"),
            ("ls *", .glob, "*"), ("ls a?", .glob, "?"), ("ls [ab]", .glob, "["), ("ls a]", .glob, "]"),
            ("[ -f x ]", .glob, "["),
            ("ls > x", .redirection, ">"), ("ls 2>x", .redirection, ">"), ("ls >> x", .redirection, ">"),
            ("cat < x", .redirection, "<"), ("cat <<EOF", .redirection, "<"), ("cat <(id)", .redirection, "<"),
            ("ls &> x", .background, "&"), ("ls & id", .background, "&"), ("ls &", .background, "&"),
            ("& ls", .background, "&"),
            ("a &&& b", .background, "&"), ("a |& b", .background, "&"),
            ("(ls)", .group, "("), ("ls x)", .group, ")"), ("f() ls", .group, "("), ("ls +(x)", .group, "("),
            ("ls # x", .comment, "#"), ("#ls", .comment, "#"), ("ls;#x", .comment, "#"),
            ("ls ~", .tilde, "~"), ("ls ~/x", .tilde, "~"), ("ls a=~/x", .tilde, "~"), ("ls a:~/x", .tilde, "~"),
            ("ls --x=~", .tilde, "~"), ("ls ''~", .tilde, "~"), ("ls 'a='~", .tilde, "~"),
            ("ls =sh", .equals, "="), ("=ls", .equals, "="), ("ls ''=sh", .equals, "="), ("ls ^a", .caret, "^"),
            ("^a^b", .caret, "^"),
            ("X=1 ls", .assignment, "="), ("X=1", .assignment, "="), ("X+=1 ls", .assignment, "="),
            ("X='a b' ls", .assignment, "="),
            ("ls | X=1 sh", .assignment, "="), ("ls && X=1 sh", .assignment, "="), ("a[1]=x ls", .glob, "["),
        ])
    func specials(line: String, reason: Unclear.Reason, part: String) throws {
        let found = try #require(unclear(line))
        #expect(found.reason == reason)
        #expect(found.part == part)
    }

    @Test(
        "where braces may expand",
        arguments: [
            ("echo {a,b}", "{a,b}"), ("echo {1..3}", "{1..3}"), ("echo x{a,b}y", "{a,b}"), ("{a,b}", "{a,b}"),
            ("echo {", "{"),
            ("echo }", "}"), ("echo {a", "{"), ("echo a}", "}"), ("echo {{a}}", "{"), ("{ ls; }", "{"),
            ("echo {'a,b'}", "{'a,b'}"),
            ("echo {a\",\"b}", "{a\",\"b}"), ("echo {a'.'.b}", "{a'.'.b}"), ("echo {a b}", "{"), ("echo {a},b}", "}"),
        ])
    func braces(line: String, part: String) throws {
        let found = try #require(unclear(line))
        #expect(found.reason == .brace)
        #expect(found.part == part)
    }

    @Test(
        "inside double quotes, where a shell would expand",
        arguments: [
            ("echo \"$x\"", Unclear.Reason.expansion, "$"), ("echo \"`id`\"", .substitution, "`"),
            ("echo \"a\\\"b\"", .backslash, "\\"), ("echo \"a!\"", .history, "!"), ("echo 'a'\"$x\"", .expansion, "$"),
        ])
    func doubleQuotes(line: String, reason: Unclear.Reason, part: String) throws {
        let found = try #require(unclear(line))
        #expect(found.reason == reason)
        #expect(found.part == part)
    }

    @Test(
        "where an operator has no command on one side",
        arguments: [
            ("&& ls", "&&"), ("ls &&", "&&"), ("|| ls", "||"), ("ls ||", "||"), ("; ls", ";"), ("ls;", ";"),
            ("ls ; ", ";"),
            ("| ls", "|"), ("ls |", "|"), ("ls && && id", "&&"), ("ls ;; id", ";"), ("ls | | id", "|"), (";", ";"),
            ("||", "||"),
            ("a || | b", "|"), ("a ||| b", "|"),
        ])
    func missingCommand(line: String, part: String) throws {
        let found = try #require(unclear(line))
        #expect(found.reason == .missingCommand)
        #expect(found.part == part)
    }

    @Test(
        "where a quote is never closed, at the quote",
        arguments: ["ls 'a", "ls \"a", "ls 'a\"", "ls a'", "'", "ls 'a' \"b"])
    func quotes(line: String) throws {
        let found = try #require(unclear(line))
        #expect(found.reason == .unbalancedQuote)
        #expect(found.part == "'" || found.part == "\"")
    }

    @Test(
        "where a control word may start more than a simple command",
        arguments: [
            "if", "then", "else", "elif", "fi", "for", "while", "until", "do", "done", "case", "esac", "select",
            "function", "time",
            "coproc", "in", "repeat", "foreach", "end", "nocorrect", "noglob",
        ])
    func controlWords(word: String) throws {
        for line in ["\(word) ls", word, "ls; \(word) x", "ls | \(word)", "ls && \(word) x", "ls || \(word) x"] {
            let found = try #require(unclear(line))
            #expect(found.reason == .controlWord)
            #expect(found.part == word)
        }
        for line in ["echo \(word)", "'\(word)' ls", "\"\(word)\"", "\(word)x"] { #expect(unclear(line) == nil) }
    }

    @Test(
        "where a character hides something, in or out of quotes",
        arguments: [
            ("\0", Unclear.Reason.controlCharacter), ("\u{7}", .controlCharacter), ("\u{8}", .controlCharacter),
            ("\u{B}", .controlCharacter), ("\u{C}", .controlCharacter), ("\u{1B}", .controlCharacter),
            ("\u{7F}", .controlCharacter),
            ("\u{80}", .controlCharacter), ("\u{85}", .controlCharacter), ("\u{9B}", .controlCharacter),
            ("\u{AD}", .formatCharacter), ("\u{200B}", .formatCharacter), ("\u{200C}", .formatCharacter),
            ("\u{200D}", .formatCharacter), ("\u{200E}", .formatCharacter), ("\u{202E}", .formatCharacter),
            ("\u{2060}", .formatCharacter), ("\u{2066}", .formatCharacter), ("\u{FEFF}", .formatCharacter),
            ("\u{180E}", .formatCharacter), ("\u{600}", .formatCharacter), ("\u{E0041}", .formatCharacter),
            ("\u{034F}", .formatCharacter), ("\u{115F}", .formatCharacter), ("\u{3164}", .formatCharacter),
            ("\u{FFA0}", .formatCharacter), ("\u{E0100}", .formatCharacter), ("\u{FFFF}", .formatCharacter),
            ("\u{FFF9}", .formatCharacter), ("\u{1D173}", .formatCharacter), ("\u{13430}", .formatCharacter),
            ("\u{A0}", .foreignBlank), ("\u{1680}", .foreignBlank), ("\u{2000}", .foreignBlank),
            ("\u{200A}", .foreignBlank),
            ("\u{2028}", .foreignBlank), ("\u{2029}", .foreignBlank), ("\u{202F}", .foreignBlank),
            ("\u{205F}", .foreignBlank),
            ("\u{3000}", .foreignBlank), ("\u{2800}", .foreignBlank),
        ])
    func hidden(character: String, reason: Unclear.Reason) throws {
        for line in [
            "ls\(character)x", "\(character)ls", "ls 'a\(character)'", "ls \"\(character)a\"", "ls x\(character)",
        ] {
            let found = try #require(unclear(line), "\(line.debugDescription)")
            #expect(found.reason == reason)
            #expect(found.part == character)
        }
    }

    @Test("where a line breaks outside quotes, and where a tab or a carriage return stands in them")
    func lineBreaks() throws {
        #expect(try #require(unclear("ls\nid")) == (.lineBreak, "\n"))
        #expect(try #require(unclear("ls\n")) == (.lineBreak, "\n"))
        #expect(try #require(unclear("\nls")) == (.lineBreak, "\n"))
        #expect(try #require(unclear("ls &&\nid")) == (.lineBreak, "\n"))
        #expect(try #require(unclear("ls\rid")) == (.lineBreak, "\r"))
        #expect(try #require(unclear("ls\r\nid")) == (.lineBreak, "\r"))
        #expect(try #require(unclear("ls 'a\tb'")) == (.controlCharacter, "\t"))
        #expect(try #require(unclear("ls 'a\rb'")) == (.controlCharacter, "\r"))
    }

    @Test(
        "where its end was cut off",
        arguments: [
            ("git log …", "…"), ("git log…", "…"), ("git log ... ", "..."), ("git log...", "..."),
            ("git log ....", "..."),
            ("git log main...", "..."), ("cat 'a…", "…"), ("git log truncated", "truncated"),
            ("git log [truncated]", "truncated]"),
            ("git log (Truncated)", "Truncated)"), ("git log <TRUNCATED>", "TRUNCATED>"),
            ("git log x [output truncated] ", "truncated]"),
            ("git log **truncated**", "truncated**"), ("...", "..."), ("…", "…"), ("cat é…\t", "…"),
        ])
    func cutOff(line: String, part: String) throws {
        let found = try #require(unclear(line))
        #expect(found.reason == .cutOff)
        #expect(found.part == part)
    }

    @Test("where it is empty, too long, or too many commands")
    func limits() throws {
        #expect(unclear("")?.reason == .empty)
        #expect(unclear(" \t ")?.reason == .empty)
        let longest = "ls " + String(repeating: "a", count: ShellLine.mostBytes - 3)
        #expect(unclear(longest) == nil)
        #expect(try #require(unclear(longest + "é")) == (.tooLong, "é"))
        #expect(unclear(String(repeating: "é", count: 5000))?.reason == .tooLong)
        for sign in ["; ", " && ", " || ", "|"] {
            #expect(unclear(Array(repeating: "ls", count: 50).joined(separator: sign)) == nil)
            #expect(
                try #require(unclear(Array(repeating: "ls", count: 51).joined(separator: sign))) == (
                    .tooManyCommands, "ls"
                ))
        }
    }

    @Test(
        "where its bytes are no UTF-8",
        arguments: [
            ([0x6C, 0x73, 0xFF], 2..<3), ([0xC3], 0..<1), ([0x6C, 0xE2, 0x82], 1..<3), ([0xC0, 0xAF], 0..<1),
            ([0xED, 0xA0, 0x80], 0..<1), ([0x61, 0xF4, 0x90, 0x80, 0x80], 1..<2),
        ] as [([UInt8], Range<Int>)])
    func notUTF8(bytes: [UInt8], range: Range<Int>) {
        guard case .unclear(let fault) = ShellLine(bytes: bytes) else {
            Issue.record("\(bytes) was read")
            return
        }
        #expect(fault.reason == .notUTF8)
        #expect(fault.range.lowerBound == range.lowerBound)
    }

    @Test("says why in words")
    func messages() {
        let messages = Unclear.Reason.allCases.map(\.message)
        #expect(Set(messages).count == messages.count)
        for message in messages { #expect(!message.hasSuffix(".") && message.count > 10) }
        #expect(Set(Unclear.Reason.allCases.map(\.rawValue)).count == messages.count)
    }
}
