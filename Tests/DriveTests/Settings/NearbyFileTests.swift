import Files
import Foundation
import Scaffold
import Testing

@testable import Drive

@Suite("A path that names nothing")
struct NearbyFileTests {
    /// Runs `body` with the path of a fresh folder that holds these files, empty ones.
    private func with(_ files: [String], _ body: (_ folder: String) throws -> Void) throws {
        let scratch = Scratch()
        for file in files {
            try Folder.create(Folder.parent(of: scratch.path + "/" + file))
            try scratch.write(file, "")
        }
        try body(scratch.path)
    }

    private func hint(_ path: String, _ code: FileFault.Code = .missing) -> String? {
        NearbyFile.hint(for: FileFault("open", path, code: code, reason: "x"))
    }

    @Test(
        "names what was likely meant",
        arguments: [
            // A letter, an ending, another ending, a folder too few.
            ("bots/concirge.json", "bots/concierge.json"), ("bots/concierge", "bots/concierge.json"),
            ("bots/visitors.json", "bots/visitors.load.json"), ("bots/echo.test", "bots/echo.test.json"),
            ("concierge.json", "bots/concierge.json"), ("token.txt", "keys/token.txt"),
            ("bots/concierge.jsn", "bots/concierge.json"),
        ])
    func near(written: String, meant: String) throws {
        let files = [
            "bots/concierge.json", "bots/concierge.test.json", "bots/visitor.json", "bots/visitors.load.json",
            "bots/echo.test.json", "keys/token.txt", "readme.md",
        ]
        try with(files) { folder in #expect(hint(folder + "/" + written) == "did you mean \(folder)/\(meant)?") }
    }

    @Test("names nothing where nothing is near, and says where relative paths start from")
    func far() throws {
        try with(["bots/concierge.json"]) { folder in
            #expect(hint(folder + "/bots/tea.json") == nil)
            #expect(hint(folder + "/bots/conductor.json") == nil)
            #expect(hint(folder + "/none/tea.json") == nil)
        }
        let working = FileManager.default.currentDirectoryPath
        #expect(hint("there-is-no-such-folder/tea.json") == "paths start from this folder: \(working)")
        #expect(hint("there-is-no-such-folder/tea.json", .denied) == nil)
    }

    @Test("a folder in a file's place names a file in it, rule files first")
    func folder() throws {
        try with(["a.test.json", "b.json", "c.load.json", "d.schema.json"]) { folder in
            #expect(hint(folder, .irregular) == "that is a folder; name a file, such as \(folder)/b.json")
        }
        try with(["a.test.json"]) { folder in
            #expect(hint(folder + "/", .irregular) == "that is a folder; name a file, such as \(folder)/a.test.json")
        }
        try with(["a.txt"]) { folder in #expect(hint(folder, .irregular) == nil) }
    }

    @Test("files below folders are found once, whatever links lead where")
    func links() throws {
        try with(["a.json", "inner/b.json", "inner/b.test.json"]) { folder in
            let files = FileManager.default
            try files.createSymbolicLink(atPath: folder + "/inner/loop", withDestinationPath: "..")
            try files.createSymbolicLink(atPath: folder + "/dead.json", withDestinationPath: "nowhere")
            try files.createSymbolicLink(atPath: folder + "/dead", withDestinationPath: "nowhere")
            let found = RuleFiles([folder])
            #expect(found.files.map { $0.dropFirst(folder.count) } == ["/a.json", "/dead.json", "/inner/b.json"])
            #expect(found.missing.isEmpty)
            #expect(found.folders.count == 2)
        }
    }

    @Test("a file named twice is read twice, and a folder without rule files is said")
    func named() throws {
        try with(["a.json", "empty/x.txt"]) { folder in
            let path = folder + "/a.json"
            #expect(RuleFiles([path, path]).files == [path, path])
            #expect(RuleFiles([folder, folder]).files == [path, path])
            let missing = RuleFiles([folder + "/empty", folder + "/b.json"]).missing
            #expect(
                missing.map(\.message) == [
                    "\(folder)/empty holds no rule file", "cannot examine \(folder)/b.json: No such file or directory",
                ])
            #expect(missing.map(\.hint) == [nil, nil])
        }
    }
}
