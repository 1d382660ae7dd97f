import Random

/// Makes lines that are mostly clear, with every character that means something to some shell in all places where it may
/// be literal.
struct LineGenerator {
    private static let bare = Array("abcXYZ019_-./,:@%+".unicodeScalars)
    private static let wild = Array("abz09-./=~^#{}:@,%+'\"*?[]!$\\`()<>".unicodeScalars) + ["é", "ß", "日", "ж"]
    private static let single = Array("ab 09$`\\!*?[]{}()<>|&;#~=^\"%,.-_/".unicodeScalars) + ["\n", "é", "日"]
    private static let double = Array("ab 09*?[]{}()<>|&;#~=^'%,.-_/".unicodeScalars) + ["\n", "ü", "語"]

    private var random: SplitMix

    init(seed: UInt64) { random = SplitMix(seed: seed) }

    private mutating func scalars(_ alphabet: [Unicode.Scalar], _ count: ClosedRange<Int>) -> String {
        var text = ""
        for _ in 0..<Int.random(in: count, using: &random) {
            if let scalar = alphabet.randomElement(using: &random) { text.unicodeScalars.append(scalar) }
        }
        return text
    }

    private mutating func part() -> String {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: "'" + scalars(Self.single, 0...6) + "'"
        case 1: "\"" + scalars(Self.double, 0...6) + "\""
        case 2: scalars(Self.wild, 1...4)
        default: scalars(Self.bare, 1...6)
        }
    }

    mutating func word() -> String {
        (0..<Int.random(in: 1...3, using: &random)).map { _ in part() }.joined()
    }

    /// A program's name with quotes somewhere in it, which change nothing.
    private mutating func dressed(_ name: String) -> String {
        let cut = name.index(name.startIndex, offsetBy: Int.random(in: 0...name.count, using: &random))
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return "'\(name)'"
        case 1: return name[..<cut] + "\"\(name[cut...])\""
        case 2: return name[..<cut] + "''" + name[cut...]
        default: return name
        }
    }

    /// A line of which every command runs: one before `||` fails, the others succeed. The names say which.
    mutating func line() -> String {
        var line = ""
        let count = Int.random(in: 1...4, using: &random)
        for index in 0..<count {
            let sign =
                index == count - 1
                ? "" : [" && ", " || ", "; ", " | ", "&&", "||", ";", "|"].randomElement(using: &random) ?? ";"
            let name = sign.contains("||") ? ["no", "nope"] : ["yes", "ok", "aye"]
            line += dressed(name.randomElement(using: &random) ?? "ok")
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                line += [" ", " ", "  ", "\t"].randomElement(using: &random) ?? " "
                line += word()
            }
            line += sign
        }
        return line
    }
}
