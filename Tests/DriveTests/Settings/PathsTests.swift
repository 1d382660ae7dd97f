import Testing

@testable import Drive

@Suite("A path as another file names it")
struct PathsTests {
    @Test(
        "is relative to that file",
        arguments: [
            ("bot.json", "bot.test.json", "bot.json"), ("bots/a.json", "a.test.json", "bots/a.json"),
            ("bots/a.json", "bots/a.test.json", "a.json"), ("a.json", "tests/a.test.json", "../a.json"),
            ("bots/a.json", "bots/deep/er/a.test.json", "../../a.json"), ("./a.json", "x/a.test.json", "../a.json"),
            ("/etc/a.json", "x/a.test.json", "/etc/a.json"), ("../a.json", "x/a.test.json", "../../a.json"),
        ])
    func relative(_ path: String, _ file: String, _ wanted: String) {
        #expect(Paths.relative(path, to: file) == wanted)
    }
}
