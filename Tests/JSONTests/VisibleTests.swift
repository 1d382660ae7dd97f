import JSON
import Testing

@Suite("Text that a terminal shows as it is")
struct VisibleTests {
    @Test("a document says the same, without what a terminal could take for a command")
    func document() {
        let text = "{\n \"a\": \"\u{9B}31m \u{202E}b\u{2028}\u{7F} \u{E0001} é 🙂\"\n}"
        let shown = visible(json: text)
        #expect(
            shown == "{\n \"a\": \"\\u009b31m \\u202eb\\u2028\\u007f \\udb40\\udc01 é 🙂\"\n}")
        func string(_ text: String) -> String? {
            guard case .object(let members) = LocatedTree.parse(Array(text.utf8)).root?.kind,
                case .string(let value) = members.first?.value.kind
            else { return nil }
            return value
        }
        #expect(string(shown) == string(text))
        #expect(string(shown) != nil)
    }
}
