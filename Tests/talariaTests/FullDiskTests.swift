import Foundation
import Testing

/// A limit to the size of files (RLIMIT_FSIZE) walks the same road as a full disk: writing fails, and SQLite only knows of
/// an input or output error. No server is there: a start with room gets as far as that (69).
@Suite(
    "A full disk at the start",
    .disabled(
        if: Talaria.isThreadSanitized, "the sanitizer keeps its own memory in a file, and dies of such a limit"))
struct FullDiskTests {
    private func run(_ words: String, kibibytes: Int?, in folder: String) throws -> Talaria.Outcome {
        let limit = kibibytes.map { "ulimit -f \($0); " } ?? ""
        return try Talaria.run(
            ["-c", "\(limit)exec '\(Talaria.path)' \(words)"], in: folder, program: "/bin/bash")
    }

    @Test(
        "is said with what could not be written and what to do; the next start with room works",
        arguments: [
            0, 1, 4, 8, 16, 24, 31,
        ])
    func first(_ kibibytes: Int) throws {
        let folder = try Talaria.Folder(["a.json": RunTests.bot])
        let full = try run(
            "run a.json --state s --no-retry --url ws://127.0.0.1:9/ws", kibibytes: kibibytes, in: folder.path)
        #expect(full.code == 73, "\(full.errors)")
        #expect(full.errors.contains("s/"), "\(full.errors)")
        #expect(!full.errors.contains("disk I/O error"), "\(full.errors)")
        #expect(
            full.errors.contains(
                "make room for s and start again, or name another folder with --state; what was kept is still there"),
            "\(full.errors)")
        let roomy = try run(
            "run a.json --state s --no-retry --url ws://127.0.0.1:9/ws", kibibytes: nil, in: folder.path)
        #expect(roomy.code == 69, "\(roomy.errors)")
    }

    @Test("loses nothing: the device and the log are those from before")
    func second() throws {
        let folder = try Talaria.Folder(["a.json": RunTests.bot])
        #expect(
            try run("run a.json --state s --no-retry --url ws://127.0.0.1:9/ws", kibibytes: nil, in: folder.path).code
                == 69)
        let id = try String(contentsOfFile: folder.path + "/s/device.id", encoding: .utf8)
        for kibibytes in [0, 4, 16] {
            #expect(
                try run(
                    "run a.json --state s --no-retry --url ws://127.0.0.1:9/ws", kibibytes: kibibytes, in: folder.path
                ).code == 73)
        }
        #expect(
            try run("run a.json --state s --no-retry --url ws://127.0.0.1:9/ws", kibibytes: nil, in: folder.path).code
                == 69)
        #expect(try String(contentsOfFile: folder.path + "/s/device.id", encoding: .utf8) == id)
        #expect(try run("audit s", kibibytes: nil, in: folder.path).code == 0)
    }
}
