import Files
import Foundation
import Testing

@testable import Drive

@Suite("A command's output, put where a person wants it")
struct OverwritingTests {
    let folder: String

    init() throws {
        folder = NSTemporaryDirectory() + "/talaria-overwriting-" + UUID().uuidString
        try Folder.create(folder)
    }

    private func text(_ name: String) -> String? {
        (try? wholeFile(folder + "/" + name, atMost: 100)).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("a new file appears, and one that is there keeps its mode")
    func regular() throws {
        defer { try? Folder.removeAll(folder) }
        try overwrite(folder + "/a", with: Array("one".utf8))
        try Folder.setMode(folder + "/a", 0o640)
        try overwrite(folder + "/a", with: Array("two".utf8))
        #expect(text("a") == "two")
        #expect(try Folder.status(folder + "/a").mode & 0o777 == 0o640)
    }

    @Test("behind a link it is the file that changes")
    func link() throws {
        defer { try? Folder.removeAll(folder) }
        try overwrite(folder + "/a", with: Array("one".utf8))
        #expect(symlink("a", folder + "/l") == 0)
        try overwrite(folder + "/l", with: Array("two".utf8))
        #expect(text("a") == "two")
        #expect(try !Folder.ownStatus(folder + "/l").isRegular)
    }

    @Test("behind a link to nothing the file comes into being, or what cannot be is known before")
    func danglingLink() throws {
        defer { try? Folder.removeAll(folder) }
        #expect(symlink("l2", folder + "/l1") == 0)
        #expect(symlink(folder + "/a", folder + "/l2") == 0)
        try mayOverwrite(folder + "/l1")
        try overwrite(folder + "/l1", with: Array("one".utf8))
        #expect(text("a") == "one")
        for link in ["/l1", "/l2"] { #expect(try !Folder.ownStatus(folder + link).isRegular) }

        #expect(symlink("none/a", folder + "/far") == 0)
        #expect(symlink("round", folder + "/round") == 0)
        for (link, reason) in [("/far", "No such file or directory"), ("/round", "Too many levels of symbolic links")] {
            let fault = #expect(throws: ExitFault.self) { try mayOverwrite(folder + link) }
            #expect(fault?.message == "cannot write \(folder + link): \(reason)")
            #expect(throws: ExitFault.self) { try overwrite(folder + link, with: [1]) }
            #expect(try !Folder.ownStatus(folder + link).isRegular)
        }
    }

    @Test("a pipe and a device are written to, and stay what they are")
    func special() throws {
        defer { try? Folder.removeAll(folder) }
        #expect(mkfifo(folder + "/p", 0o600) == 0)
        let reader = open(folder + "/p", O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        try overwrite(folder + "/p", with: Array("one".utf8))
        var bytes = [UInt8](repeating: 0, count: 8)
        #expect(read(reader, &bytes, 8) == 3)
        #expect(try !Folder.status(folder + "/p").isRegular)
        try overwrite("/dev/null", with: [1])
        #expect(try !Folder.status("/dev/null").isRegular)
        #expect(throws: ExitFault.self) { try overwrite(folder, with: [1]) }
    }

    @Test("what cannot be written is known before there is anything to write, and nothing is left behind")
    func before() throws {
        defer { try? Folder.removeAll(folder) }
        try overwrite(folder + "/a", with: [1])
        #expect(symlink("a", folder + "/l") == 0)
        for path in ["/a", "/l", "/new"] { try mayOverwrite(folder + path) }
        try mayOverwrite("/dev/null")
        for (path, reason) in [
            ("", "Is a directory"), ("/", "Is a directory"), ("/new/", "Is a directory"),
            ("/none/a", "No such file or directory"), ("/a/b", "Not a directory"),
        ] {
            let fault = #expect(throws: ExitFault.self) { try mayOverwrite(folder + path) }
            #expect(fault?.code == .cannotWrite)
            #expect(fault?.message == "cannot write \(folder + path): \(reason)")
            #expect(throws: ExitFault.self) { try overwrite(folder + path, with: [1]) }
        }
        #expect(try Set(FileManager.default.contentsOfDirectory(atPath: folder)) == ["a", "l"])
    }
}
