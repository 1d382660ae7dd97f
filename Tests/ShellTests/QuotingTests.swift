import Random
import Shell
import Testing

@Suite("Quoting")
struct QuotingTests {
    @Test(
        "adds quotes only where they are needed",
        arguments: [
            ("a", "a"), ("a/b-c.d", "a/b-c.d"), ("", "''"), ("a b", "'a b'"), ("it's", "'it'\"'\"'s'"), ("$x", "'$x'"),
            ("~", "'~'"),
            ("a=b", "'a=b'"), ("if", "'if'"), ("é", "'é'"), ("...", "'...'"), ("truncated", "'truncated'"),
            ("'", "''\"'\"''"),
        ])
    func quotes(word: String, quoted: String) {
        #expect(ShellLine.quoted(word) == quoted)
    }

    @Test("of any argv that quotes may hold reads back as the same argv")
    func roundTrip() {
        var random = SplitMix(seed: 1)
        let alphabet = Array("ab '\"\\$`!*?[]{}()<>|&;#~=^.,-/\n".unicodeScalars) + ["é", "日", "…"]
        for _ in 0..<5000 {
            let argv = (0..<Int.random(in: 1...5, using: &random)).map { _ in
                var word = String.UnicodeScalarView()
                for _ in 0..<Int.random(in: 0...8, using: &random) {
                    if let scalar = alphabet.randomElement(using: &random) { word.append(scalar) }
                }
                return String(word)
            }
            #expect(argvs(ShellLine.quoted(argv)) == [argv])
        }
    }

    @Test("of every clear line's tokens, joined again, gives the same argvs")
    func property() {
        var lines = LineGenerator(seed: 2)
        var clear = 0
        while clear < 5000 {
            let line = lines.line()
            guard case .clear(let commands) = ShellLine(line) else { continue }
            clear += 1
            let joined = commands.map { ($0.joint.map { " \($0.rawValue) " } ?? "") + ShellLine.quoted($0.argv) }
                .joined()
            guard case .clear(let again) = ShellLine(joined) else {
                Issue.record("\(line.debugDescription) became \(joined.debugDescription)")
                return
            }
            #expect(again.map(\.argv) == commands.map(\.argv))
            #expect(again.map(\.joint) == commands.map(\.joint))
        }
    }
}
