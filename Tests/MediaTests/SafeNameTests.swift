import Testing

@testable import Media

@Suite("A safe name")
struct SafeNameTests {
    private let png = MediaType("image/png", "png")

    private func make(_ filename: String?, id: String = "m1") -> String {
        SafeName.make(filename: filename, id: id, type: png)
    }

    @Test(
        "is made of any name from outside",
        arguments: [
            ("photo.jpg", "photo.jpg"), ("my photo (1).jpg", "my photo (1).jpg"),
            ("../../etc/passwd", "_.._etc_passwd"),
            ("/etc/passwd", "_etc_passwd"), ("..\\..\\boot.ini", "_.._boot.ini"), ("C:\\x.txt", "C__x.txt"),
            (".bashrc", "bashrc"),
            ("...hidden", "hidden"), ("name. . .", "name"), ("-rf", "_rf"), ("--help.txt", "_-help.txt"),
            ("~root", "_root"), ("a\u{0}b.txt", "ab.txt"),
            ("a\nb\r\tc", "abc"), ("\u{1B}[31mred", "[31mred"), ("photo\u{202E}gpj.exe", "photogpj.exe"),
            ("a\u{200B}b\u{FEFF}", "ab"),
            ("a\u{2028}b", "a b"), ("a<b>c|d?e*f\"g", "a_b_c_d_e_f_g"), ("e\u{301}.txt", "é.txt"),
            ("файл.png", "файл.png"), ("👩‍🚀.png", "👩‍🚀.png"),
            ("CON", "_CON"), ("con.txt", "_con.txt"), ("Aux.tar.gz", "_Aux.tar.gz"), ("COM1", "_COM1"),
            ("lpt9.x", "_lpt9.x"), ("COM10", "COM10"),
            ("console", "console"), ("nul", "_nul"), ("COM².txt", "_COM².txt"), ("a.", "a"), (" a ", "a"),
            ("a..b", "a..b"),
        ])
    func names(from: String, name: String) {
        let made = make(from)
        #expect(made == name)
        #expect(Array(made.utf8) == Array(name.utf8))
    }

    @Test(
        "comes from the id and the type where nothing of a name is left",
        arguments: ["", ".", "..", "...", "/", "///", "\u{0}", " . ", "\u{202E}", "___", "\u{200D}", "_\u{200C}"])
    func fallback(name: String) {
        #expect(make(name) == "m1.png")
        #expect(make(name, id: "../x") == "_x.png")
        #expect(make(name, id: "") == "file.png")
    }

    @Test("comes from the id where there is none") func none() { #expect(make(nil, id: "b8f0-1") == "b8f0-1.png") }

    @Test("is cut between characters, its extension kept")
    func long() {
        let astronaut = "👩‍🚀"
        let name = make(String(repeating: astronaut, count: 100) + ".jpeg")
        #expect(name.utf8.count <= SafeName.limit)
        #expect(name.hasSuffix(".jpeg"))
        #expect(name.dropLast(5).allSatisfy { String($0) == astronaut })
        #expect(make(String(repeating: "a", count: 300)) == String(repeating: "a", count: 200))
        #expect(make("a." + String(repeating: "b", count: 300)).utf8.count <= SafeName.limit)
        #expect(make(String(repeating: "a", count: 199) + " .txt") == String(repeating: "a", count: 196) + ".txt")
    }

    @Test("is cut also where one character is longer than a name may be")
    func zalgo() {
        let name = make("a" + String(repeating: "\u{0316}", count: 500) + ".txt")
        #expect(name.utf8.count <= SafeName.limit)
        #expect(name.utf8.first == UInt8(ascii: "a"))
        #expect(name.hasSuffix(".txt"))
    }

    @Test(
        "takes a number before its extension",
        arguments: [("a.jpg", "a-2.jpg"), ("a", "a-2"), ("a.tar.gz", "a.tar-2.gz"), ("a b. c", "a b. c-2")])
    func numbered(name: String, second: String) { #expect(SafeName.numbered(name, 2) == second) }

    @Test("of any text is one that is safe")
    func anyText() {
        var state: UInt64 = 9
        let alphabet = Array("ab./\\:\u{0}\n~- \u{202E}\u{301}é😀.CON").map { $0 }
        for _ in 0..<3000 {
            let text = String(
                (0..<12).map { _ -> Character in
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    return alphabet[Int(state >> 33) % alphabet.count]
                })
            let name = make(text)
            #expect(!name.isEmpty && name.utf8.count <= SafeName.limit)
            #expect(
                !name.contains("/") && !name.contains("\u{0}") && !name.hasPrefix(".") && !name.hasPrefix("-")
                    && !name.hasPrefix("~"))
            #expect(make(name) == name)
        }
    }
}
