import Glibc
import Scaffold
import Testing

@testable import Files

@Suite("A file")
struct FileTests {
    private let scratch = Scratch()
    private var path: String { scratch.path + "/file" }

    private func code(_ body: () throws -> Void) -> FileFault.Code? {
        do {
            try body()
            return nil
        } catch { return (error as? FileFault)?.code }
    }

    private func contents() throws -> [UInt8]? { try Folder.contents(path, atMost: 1 << 20) }

    @Test("is created with mode 0600, and never over another one")
    func created() throws {
        do {
            let file = try File.create(path)
            #expect(try file.status().mode == 0o600)
        }
        #expect(code { _ = try File.create(path) } == .exists)
    }

    @Test("is not created or opened for writing through a symbolic link")
    func symbolicLink() throws {
        symlink(scratch.path + "/elsewhere", path)
        #expect(code { _ = try File.create(path) } == .exists)
        #expect(code { _ = try File.update(path) } == .system)
        #expect(code { _ = try Folder.status(scratch.path + "/elsewhere") } == .missing)
    }

    @Test("is read where it is asked to be, and no further than it goes")
    func reads() throws {
        let file = try File.create(path)
        try file.write([1, 2, 3, 4, 5])
        var bytes: [UInt8] = [9]
        #expect(try file.read(3, at: 1, appendTo: &bytes) == 3)
        #expect(bytes == [9, 2, 3, 4])
        #expect(try file.read(10, at: 4, appendTo: &bytes) == 1)
        #expect(try file.read(10, at: 5, appendTo: &bytes) == 0)
        #expect(try file.read(10, at: -1, appendTo: &bytes) == 0)
        #expect(try file.read(0, at: 0, appendTo: &bytes) == 0)
        #expect(bytes == [9, 2, 3, 4, 5])
    }

    @Test("is written at its position, or at a place, and cut")
    func writes() throws {
        let file = try File.create(path)
        try file.write([1, 2, 3].span)
        try file.write([7, 8], at: 1)
        try file.write([4])
        #expect(try contents() == [1, 7, 8, 4])
        try file.truncate(to: 2)
        try file.write([5])
        #expect(try contents() == [1, 7, 5])
        try file.sync()
        #expect(try file.seekToEnd() == 3)
    }

    @Test("takes over a range of another, however long, and says when that one is too short")
    func appends() throws {
        let bytes = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let source = try File.create(scratch.path + "/source")
        try source.write(bytes)
        let file = try File.create(path)
        try file.append(5..<600_000, of: source)
        #expect(try contents() == Array(bytes[5..<600_000]))
        #expect(code { try file.append(0..<700_001, of: source) } == .short)
    }

    @Test("is locked by one at a time")
    func locks() throws {
        let first = try File.update(path)
        let second = try File.update(path)
        #expect(try first.lock())
        #expect(try !second.lock())
        #expect(try first.lock())
    }

    @Test("that is a folder or a pipe is not read")
    func notRegular() throws {
        #expect(code { _ = try File.read(scratch.path) } == .irregular)
        mkfifo(path, 0o600)
        #expect(code { _ = try File.read(path) } == .irregular)
    }

    @Test("that is not there is missing, and the text says what was tried")
    func missing() {
        do {
            _ = try File.read(path)
            Issue.record("it was opened")
        } catch {
            #expect(error.description == "cannot open \(path): No such file or directory")
            #expect(error.code == .missing)
        }
    }

    @Test(
        "faults are sorted by what can be done about them",
        arguments: [
            (ENOENT, FileFault.Code.missing), (ENOTDIR, .missing), (EACCES, .denied), (EROFS, .denied),
            (EEXIST, .exists),
            (ENOSPC, .full), (EDQUOT, .full), (EMFILE, .exhausted), (EIO, .system),
        ])
    func codes(number: Int32, code: FileFault.Code) { #expect(FileFault("do", "x", errno: number).code == code) }
}
