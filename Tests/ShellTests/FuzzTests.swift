import Random
import Shell
import Testing

@Suite("Any input")
struct FuzzTests {
    /// What must hold of every reading.
    private func check(_ bytes: [UInt8]) {
        switch ShellLine(bytes: bytes) {
        case .unclear(let fault):
            #expect(fault.range.lowerBound >= 0 && fault.range.upperBound <= bytes.count, "\(bytes)")
        case .clear(let commands):
            #expect((1...ShellLine.mostCommands).contains(commands.count))
            var end = 0
            for word in commands.flatMap(\.words) {
                #expect(word.range.lowerBound >= end && word.range.upperBound <= bytes.count)
                #expect(word.range.upperBound > word.range.lowerBound)
                end = word.range.upperBound
                // The same bytes as an argument are the same word.
                let alone = "x ".utf8 + bytes[word.range] + " x".utf8
                guard alone.count <= ShellLine.mostBytes else { continue }
                #expect(argvs(String(decoding: alone, as: UTF8.self)) == [["x", word.text, "x"]])
            }
            #expect(commands.allSatisfy { !$0.words.isEmpty })
        }
    }

    @Test("of random bytes is read without a trap")
    func randomBytes() {
        var random = SplitMix(seed: 3)
        for _ in 0..<3000 {
            check((0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) })
        }
    }

    @Test("of random ASCII is read without a trap")
    func randomASCII() {
        var random = SplitMix(seed: 4)
        for _ in 0..<6000 {
            check(
                (0..<Int.random(in: 0...30, using: &random)).map { _ in UInt8.random(in: 0x1F...0x7F, using: &random) })
        }
    }

    @Test("of changed lines is read without a trap")
    func changedLines() {
        var random = SplitMix(seed: 5)
        var lines = LineGenerator(seed: 6)
        for _ in 0..<3000 {
            var bytes = Array(lines.line().utf8)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.insert(UInt8.random(in: 0...127, using: &random), at: index)
                default: if bytes.count > 1 { bytes.remove(at: index) }
                }
            }
            check(bytes)
        }
    }

    @Test("that is long is read in bounded time")
    func long() {
        for piece in ["a", "'", "\"\"", "{", "{}", "a|", ";", " ", "…", "~", "a=", "é", "\u{301}", "''"] {
            check(Array(String(repeating: piece, count: ShellLine.mostBytes / piece.utf8.count).utf8))
            check(Array(String(repeating: piece, count: 200_000).utf8))
        }
    }
}
