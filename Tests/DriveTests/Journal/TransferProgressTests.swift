import Testing
import Time

@testable import Drive

@Suite("How far a transfer is")
struct TransferProgressTests {
    func at(_ milliseconds: Int64) -> Instant { .zero + .milliseconds(1_000_000 + milliseconds) }

    func text(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

    @Test(
        "is said in megabytes and percent, where the whole is known",
        arguments: [
            (0, 200_000_000 as Int?, "fetching h  0.0 of 200.0 MB, 0 %"),
            (12_345_678, 200_000_000, "fetching h  12.3 of 200.0 MB, 6 %"),
            (200_000_000, 200_000_000, "fetching h  200.0 of 200.0 MB, 100 %"), (5_250_000, nil, "fetching h  5.2 MB"),
            (9_000_000, 8_000_000, "fetching h  9.0 MB"), (1, 0, "fetching h  0.0 MB"),
        ])
    func words(done: Int, total: Int?, wanted: String) {
        #expect(TransferProgress(way: .fetching, what: "h", done: done, total: total).text == wanted)
    }

    @Test(
        "names the host alone, never a path, a query or a user",
        arguments: [
            ("https://a.test/secret?key=1", "a.test"), ("http://a.test:81?x", "a.test:81"),
            ("http://u:p@a.test/", "a.test"),
            ("http://[::1]:8/", "[::1]:8"), ("nonsense", "nonsense"), ("", ""),
        ])
    func host(url: String, wanted: String) { #expect(TransferProgress.host(of: url) == wanted) }

    @Test("is drawn over itself, five times a second at most, and erased before a line")
    func foot() {
        var foot = TerminalFoot()
        func progress(_ megabytes: Int) -> TransferProgress {
            TransferProgress(way: .sending, what: "a.bin", done: megabytes * 1_000_000, total: 100_000_000)
        }
        #expect(foot.erase() == nil)
        #expect(text(foot.draw(progress(1), now: at(0))) == "\r\u{1B}[Ksending a.bin  1.0 of 100.0 MB, 1 %")
        #expect(foot.draw(progress(2), now: at(199)) == nil)
        #expect(text(foot.draw(progress(3), now: at(200))) == "\r\u{1B}[Ksending a.bin  3.0 of 100.0 MB, 3 %")
        #expect(text(foot.erase()) == "\r\u{1B}[K")
        #expect(foot.erase() == nil)
    }

    @Test("is not drawn for what is over in a moment, and shows control characters for what they are")
    func small() {
        var foot = TerminalFoot()
        let small = TransferProgress(way: .sending, what: "a", done: 10, total: 3_999_999)
        #expect(foot.draw(small, now: at(0)) == nil)
        let sly = TransferProgress(way: .sending, what: "a\u{1B}[2J\n", done: 4_000_000)
        let drawn = text(foot.draw(sly, now: at(0))) ?? ""
        #expect(drawn.filter { $0 == "\u{1B}" }.count == 1 && !drawn.contains("\n"))
    }
}
