import Glibc
import Scaffold
import Testing

@testable import Files

@Suite("Folders and names")
struct FolderTests {
    private let scratch = Scratch()

    private func path(_ name: String) -> String { scratch.path + "/" + name }

    private func make(_ name: String, _ bytes: [UInt8]) throws {
        let file = try File.create(path(name))
        try file.write(bytes)
    }

    private func contents(_ name: String) throws -> [UInt8]? { try Folder.contents(path(name), atMost: 100) }

    @Test("a folder is made with those above it, and is well if it is there")
    func creates() throws {
        try Folder.create(path("a/b/c"))
        try Folder.create(path("a/b/c"))
        try Folder.create(path("a/b/d/"))
        #expect(try Folder.status(path("a/b")).mode == 0o700)
        #expect(try Folder.names(path("a/b")).sorted() == ["c", "d"])
    }

    @Test("where a file stands no folder is made")
    func blocked() throws {
        try make("file", [])
        #expect(throws: FileFault.self) { try Folder.create(path("file")) }
        #expect(throws: FileFault.self) { try Folder.create(path("file/inner")) }
        #expect(throws: FileFault.self) { try Folder.create("") }
    }

    @Test("a rename in one step takes no name that is taken")
    func renameIfFree() throws {
        try make("one", [1])
        try make("two", [2])
        #expect(try !Folder.renameIfFree(path("one"), to: path("two")))
        #expect(try contents("two") == [2])
        #expect(try Folder.renameIfFree(path("one"), to: path("three")))
        #expect(try contents("three") == [1])
        #expect(try contents("one") == nil)
    }

    @Test("a second name is given only where it is free")
    func linkIfFree() throws {
        try make("one", [1])
        #expect(try Folder.linkIfFree(path("one"), to: path("two")))
        #expect(try !Folder.linkIfFree(path("one"), to: path("two")))
        #expect(try contents("two") == [1])
    }

    @Test("a file is replaced whole, with mode 0600, and nothing else is left")
    func replaces() throws {
        try Folder.replace(path("f"), with: [1, 2])
        try Folder.replace(path("f"), with: [3])
        #expect(try contents("f") == [3])
        #expect(try Folder.status(path("f")).mode == 0o600)
        #expect(try Folder.names(scratch.path) == ["f"])
    }

    @Test("contents have a limit, and nothing is no fault")
    func limits() throws {
        try make("f", [1, 2, 3])
        #expect(try Folder.contents(path("f"), atMost: 3) == [1, 2, 3])
        #expect(throws: FileFault.self) { try Folder.contents(path("f"), atMost: 2) }
        #expect(try contents("none") == nil)
    }

    @Test("removing what is gone is well; a symbolic link is looked at itself where that is asked for")
    func removes() throws {
        try Folder.remove(path("none"))
        symlink(scratch.path, path("link"))
        #expect(try Folder.status(path("link")).isFolder)
        #expect(try !Folder.ownStatus(path("link")).isFolder)
        try Folder.remove(path("link"))
        #expect(try Folder.names(scratch.path) == [])
    }

    @Test("names of any bytes are listed", arguments: ["a b", "ключ", String(repeating: "n", count: 255)])
    func listed(name: String) throws {
        try make(name, [])
        #expect(try Folder.names(scratch.path) == [name])
    }

    @Test(
        "the parent of a path is what stands before its last name",
        arguments: [("/a/b", "/a"), ("/a", "/"), ("a", "."), ("a/b/c", "a/b"), ("", ".")])
    func parent(path: String, parent: String) { #expect(Folder.parent(of: path) == parent) }
}
