import Foundation
import Net
import Testing
import Time

@testable import Drive

@Suite("Watching files", .serialized)
final class FileWatchTests {
    private let folder: String
    private let loop: Loop
    private var told: [Set<String>] = []

    init() throws {
        folder = NSTemporaryDirectory() + "/talaria-watch-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder + "/inner", withIntermediateDirectories: true)
        loop = try Loop()
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
    }

    private func watch(_ names: [String]) throws -> FileWatch {
        let paths = names.map { folder + "/" + $0 }
        return try FileWatch(loop, scope: { .init(files: paths) }) { [unowned self] in told.append($0) }
    }

    /// Waits until something is told.
    private func next() -> Set<String> {
        let count = told.count
        guard loop.run(atMost: .seconds(10), until: { told.count > count }) else { return [] }
        return Set(told[count].map { String($0.dropFirst(folder.count + 1)) })
    }

    @Test("a file that is renamed over, written in place, or turned to by a link is told, the others are not")
    func changes() throws {
        for name in ["a.json", "b.json", "inner/c.json"] { try write("1", to: name) }
        try FileManager.default.createSymbolicLink(atPath: folder + "/c.json", withDestinationPath: "inner/c.json")
        let watch = try watch(["a.json", "b.json", "c.json"])
        defer { watch.end() }

        try write("2", to: "new")
        #expect(rename(folder + "/new", folder + "/a.json") == 0)
        #expect(next() == ["a.json"])

        let file = try #require(FileHandle(forWritingAtPath: folder + "/b.json"))
        file.write(Data("longer".utf8))
        try file.close()
        #expect(next() == ["b.json"])

        try write("through the link", to: "inner/c.json")
        #expect(next() == ["c.json"])

        try write("of another folder", to: "inner/d.json")
        try FileManager.default.createSymbolicLink(atPath: folder + "/turned", withDestinationPath: "inner/d.json")
        #expect(rename(folder + "/turned", folder + "/c.json") == 0)
        #expect(next() == ["c.json"])
    }

    @Test("a file that is away for a moment is told when it is there again")
    func away() throws {
        try write("1", to: "a.json")
        try write("1", to: "b.json")
        let watch = try watch(["a.json", "b.json"])
        defer { watch.end() }
        #expect(rename(folder + "/a.json", folder + "/a.json~") == 0)
        try write("22", to: "b.json")
        #expect(next() == ["b.json"])
        try write("22", to: "a.json")
        #expect(next() == ["a.json"])
    }

    @Test("a new file of a folder is told, and one that is gone")
    func scope() throws {
        let inner = folder + "/inner"
        let watch = try FileWatch(
            loop, scope: { .init(files: RuleFiles([inner], ending: ".test.json").files, folders: [inner]) }
        ) { [unowned self] in told.append($0) }
        defer { watch.end() }
        try write("1", to: "inner/a.test.json")
        #expect(next() == ["inner/a.test.json"])
        #expect(unlink(inner + "/a.test.json") == 0)
        #expect(next() == ["inner/a.test.json"])
    }

    @Test("a folder that is away is found again")
    func lostFolder() throws {
        try write("1", to: "inner/a.json")
        let watch = try watch(["inner/a.json"])
        defer { watch.end() }
        #expect(rename(folder + "/inner", folder + "/other") == 0)
        try FileManager.default.createDirectory(atPath: folder + "/inner", withIntermediateDirectories: true)
        try write("22", to: "inner/a.json")
        #expect(next() == ["inner/a.json"])
    }
}
