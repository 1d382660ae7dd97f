import CRE2
import Testing

@testable import Rules

@Suite("Case folding")
struct FoldTableTests {
    /// Every Unicode scalar but those that RE2's test patterns would take for syntax.
    private static let scalars: [Unicode.Scalar] = (0...0x10FFFF).compactMap { Unicode.Scalar($0) }

    @Test(
        "folds simply",
        arguments: [
            ("Hello", "hello"), ("ПРИВЕТ", "привет"), ("ÉÀ", "éà"), ("straße", "straße"), ("STRAẞE", "straße"),
            ("ΣΊΣΥΦΟΣ", "σίσυφοσ"), ("ſ", "s"), ("\u{212A}", "k"), ("İ", "İ"), ("I", "i"), ("ı", "ı"), ("Ⱥ", "ⱥ"),
            ("ﬁ", "ﬁ"),
            ("\u{345}", "ι"), ("𐐀", "𐐨"), ("👍🏽", "👍🏽"), ("", ""),
        ])
    func examples(text: String, folded: String) {
        #expect(String(decoding: FoldTable.shared.folded(Array(text.utf8)), as: UTF8.self) == folded)
    }

    @Test("does to every scalar what CaseFolding.txt says, where that file is there")
    func agreesWithTheFile() throws {
        guard let folds = Reference.folds else {
            print("not tested: /usr/share/unicode/CaseFolding.txt is missing (Debian package unicode-data)")
            return
        }
        for scalar in Self.scalars {
            let wanted = folds[scalar.value] ?? scalar.value
            if FoldTable.shared.folded(scalar.value) != wanted {
                Issue.record("U+\(String(scalar.value, radix: 16)) folds to \(FoldTable.shared.folded(scalar.value))")
            }
        }
    }

    @Test("is done when it is done: a folded scalar folds to itself")
    func isIdempotent() {
        for scalar in Self.scalars {
            let once = FoldTable.shared.folded(scalar.value)
            if FoldTable.shared.folded(once) != once { Issue.record("U+\(String(scalar.value, radix: 16))") }
        }
    }

    @Test("keeps a word a word, and space space")
    func keepsWords() {
        for scalar in Self.scalars {
            let folded = FoldTable.shared.folded(scalar.value)
            let same =
                WordTable.shared.contains(scalar.value) == WordTable.shared.contains(folded)
                && Whitespace.contains(scalar.value) == Whitespace.contains(folded)
            if !same { Issue.record("U+\(String(scalar.value, radix: 16))") }
        }
    }

    @Test("agrees with RE2's matching on every scalar")
    func agreesWithMatching() throws {
        try inChunks { chunk, folded in
            // Both ways: the folded text matches the pattern, and the text matches the folded pattern.
            let pattern = try CompiledRegex(RegexSource("^\(Self.quoted(chunk))$"), exact: false)
            let back = try CompiledRegex(RegexSource("^\(Self.quoted(folded))$"), exact: false)
            return pattern.matches(Array(folded.utf8).span) && back.matches(Array(chunk.utf8).span)
        }
    }

    @Test("agrees with the lower case of RE2's filter on every scalar")
    func agreesWithTheFilter() throws {
        try inChunks { chunk, folded in
            let pattern = Array(Self.quoted(chunk).utf8)
            return pattern.withUnsafeBytes { bytes in
                let characters = bytes.assumingMemoryBound(to: CChar.self)
                guard let atoms = cre2_atoms_new(characters.baseAddress, bytes.count, true, 1) else { return false }
                defer { cre2_atoms_free(atoms) }
                return (0..<cre2_atoms_count(atoms)).contains { index in
                    var length = 0
                    let text = cre2_atoms_at(atoms, index, &length).map { CompiledRegex.text($0, length) }
                    // The filter's own lower case, folded once more, is the text folded.
                    return text.map { FoldTable.shared.folded(Array($0.utf8)) == Array(folded.utf8) } ?? false
                }
            }
        }
    }

    /// Runs a check on sixteen scalars at a time, and on each by itself where it fails. (The filter gives up on texts that
    /// stand for more than sixteen others, so case variants are not multiplied further.)
    private func inChunks(_ agrees: (String, String) throws -> Bool) throws {
        // Not in NFC, or a line break: patterns are normalised, and a line break is no literal.
        let scalars = Self.scalars.filter { scalar in
            scalar.value >= 0x20 && Normal.bytes(String(scalar)).elementsEqual(String(scalar).utf8)
        }
        func folded(_ text: String) -> String {
            String(decoding: FoldTable.shared.folded(Array(text.utf8)), as: UTF8.self)
        }
        for start in stride(from: 0, to: scalars.count, by: 64) {
            let chunk = scalars[start..<min(start + 64, scalars.count)]
            let text = chunk.reduce(into: "") { $0.unicodeScalars.append($1) }
            // A chunk may compose where its scalars alone do not, or have too many case variants; then they go one by one.
            if Normal.bytes(text).elementsEqual(text.utf8), try agrees(text, folded(text)) { continue }
            for scalar in chunk where try !agrees(String(scalar), folded(String(scalar))) {
                Issue.record("U+\(String(scalar.value, radix: 16))")
            }
        }
    }

    private static func quoted(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            scalar.isASCII && !scalar.properties.isAlphabetic && !("0"..."9").contains(scalar)
                ? "\\x{\(String(scalar.value, radix: 16))}" : String(scalar)
        }.joined()
    }
}
