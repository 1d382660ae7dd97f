import Files
import Glibc
import JSON
import Scaffold
import Testing

@testable import Media

extension Incoming {
    /// Keeps a part of these bytes.
    fileprivate func keep(part: Int, _ bytes: [UInt8]) throws {
        var base64: [UInt8] = []
        Base64.encode(bytes.span, into: &base64)
        try keep(part: part, base64: base64.span, hasEscapes: false)
    }
}

@Suite("The inbox")
struct InboxTests {
    private let scratch = Scratch()
    private let text = MediaType.text

    private func inbox(quota: Int = 1 << 20) throws -> Inbox { try Inbox(scratch.path + "/media", quota: quota) }

    private func contents(_ path: String) -> String {
        String(decoding: (try? Folder.contents(path, atMost: 1 << 24)).flatMap { $0 } ?? [], as: UTF8.self)
    }

    private func parts(_ inbox: Inbox, _ order: [Int], _ words: [String]) throws -> Incoming {
        let incoming = inbox.begin()
        for part in order { try incoming.keep(part: part, Array(words[part].utf8)) }
        return incoming
    }

    // MARK: Parts

    @Test(
        "joins parts in their order, however they came",
        arguments: [[0, 1, 2, 3], [3, 2, 1, 0], [1, 0, 3, 2], [0, 0, 1, 2, 1, 3, 3]])
    func joins(order: [Int]) throws {
        let inbox = try inbox()
        let incoming = try parts(inbox, order, ["one ", "", "two ", "three"])
        #expect(incoming.size == 13)
        let joined = try incoming.join(count: 4)
        #expect(joined.size == 13)
        #expect(joined.type.mime == "text/plain")
        #expect(contents(joined.path) == "one two three")
        #expect(try Folder.status(joined.path).mode == 0o600)
        #expect(scratch.names("/media/.incoming").count == 1)
    }

    @Test("keeps the first of two equal parts")
    func twice() throws {
        let incoming = try inbox().begin()
        try incoming.keep(part: 0, [1])
        try incoming.keep(part: 0, [2, 2])
        #expect(try Folder.contents(try incoming.join(count: 1).path, atMost: 9) == [1])
    }

    @Test("does not join what is not whole, and takes nothing after the end")
    func incomplete() throws {
        let inbox = try inbox()
        let incoming = try parts(inbox, [0, 2], ["a", "b", "c"])
        #expect(throws: FileFault.self) { try incoming.join(count: 3) }
        #expect(throws: FileFault.self) { try incoming.join(count: 0) }
        #expect(throws: FileFault.self) { try incoming.join(count: 2) }
        try incoming.keep(part: 1, [0x62])
        #expect(contents(try incoming.join(count: 3).path) == "abc")
        #expect(throws: FileFault.self) { try incoming.join(count: 3) }
        try incoming.keep(part: 9, [1])
        #expect(incoming.size == 3)
    }

    @Test("decodes a part however long it is, with escapes or without")
    func decodes() throws {
        let bytes = (0..<400_001).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
        var base64: [UInt8] = []
        Base64.encode(bytes.span, into: &base64)
        let escaped = base64.flatMap { $0 == UInt8(ascii: "/") ? [UInt8(ascii: "\\"), $0] : [$0] }
        let incoming = try inbox().begin()
        try incoming.keep(part: 0, base64: base64.span, hasEscapes: false)
        try incoming.keep(part: 1, base64: escaped.span, hasEscapes: true)
        let joined = try incoming.join(count: 2)
        #expect(try Folder.contents(joined.path, atMost: 1 << 20) == bytes + bytes)
    }

    @Test("writes over what it kept of a part that turns out to be no base64")
    func undecodable() throws {
        let incoming = try inbox().begin()
        let good = [UInt8](repeating: UInt8(ascii: "Q"), count: 400_000)
        do {
            try incoming.keep(part: 0, base64: (good + Array("Q*==".utf8)).span, hasEscapes: false)
            Issue.record("it was kept")
        } catch {
            guard case .base64(let fault) = error else { throw error }
            #expect("\(fault)" == "a character that base64 does not have, at byte 400001")
        }
        #expect(incoming.size == 0)
        try incoming.keep(part: 0, [1, 2, 3])
        #expect(try Folder.contents(try incoming.join(count: 1).path, atMost: 1 << 20) == [1, 2, 3])
    }

    @Test("keeps no more than the quota of all transfers that are under way, whoever sends them")
    func underWay() throws {
        let inbox = try inbox(quota: 10)
        let first = try parts(inbox, [0], ["123456"])
        let second = try parts(inbox, [0], ["1234"])
        do {
            try second.keep(part: 1, [1])
            Issue.record("it was kept")
        } catch Incoming.Fault.file(let fault) {
            #expect(fault.reason == "All transfers under way are over the quota of 10 bytes")
        }
        #expect(second.size == 4)
        first.drop()
        try second.keep(part: 1, [1, 2, 3, 4, 5, 6])
        #expect(try second.join(count: 2).size == 10)
        _ = try parts(inbox, [0], ["1234567890"])
        _ = try parts(inbox, [0], ["1234567890"])
    }

    @Test("leaves nothing of a transfer that broke off")
    func dropped() throws {
        let inbox = try inbox()
        let incoming = try parts(inbox, [1], ["a", "b"])
        incoming.drop()
        _ = try parts(inbox, [0], ["a"])
        #expect(scratch.names("/media/.incoming") == [])
        try incoming.keep(part: 0, [1])
        #expect(scratch.names("/media/.incoming") == [])
    }

    @Test("clears away what an earlier process left, but for what is still needed")
    func cleared() throws {
        let inbox = try inbox()
        try scratch.write("media/.incoming/.part-x", [1])
        try scratch.write("media/.incoming/.fetch-y", [1])
        try inbox.clear { $0 == ".fetch-y" }
        #expect(scratch.names("/media/.incoming") == [".fetch-y"])
        try inbox.clear { _ in false }
        #expect(scratch.names("/media/.incoming") == [])
        #expect(try Folder.status(scratch.path + "/media/.incoming").mode == 0o700)
    }

    // MARK: Saving

    private func save(_ inbox: Inbox, _ name: String?, _ words: String, to other: String? = nil) throws -> String {
        let joined = try parts(inbox, [0], [words]).join(count: 1)
        defer { try? Folder.remove(joined.path) }
        return try inbox.save(joined.path, filename: name, id: "m1", type: joined.type, to: other)
    }

    @Test("saves a file under its safe name, and leaves nothing else")
    func saves() throws {
        let inbox = try inbox()
        let path = try save(inbox, "../report.txt", "hello")
        #expect(path == scratch.path + "/media/_report.txt")
        #expect(contents(path) == "hello")
        #expect(try Folder.status(path).mode == 0o600)
        #expect(try Folder.status(inbox.folder).mode == 0o700)
        #expect(scratch.names("/media") == [".incoming", "_report.txt"])
        #expect(scratch.names("/media/.incoming") == [])
    }

    @Test("saves one file as often as it is asked to, each time as a file of its own")
    func again() throws {
        let inbox = try inbox()
        let joined = try parts(inbox, [0], ["hello"]).join(count: 1)
        let paths = try [nil, scratch.path + "/a", scratch.path + "/b"].map {
            try inbox.save(joined.path, filename: "x.txt", id: "m1", type: joined.type, to: $0)
        }
        try Folder.remove(joined.path)
        try File.update(paths[0]).write(Array("J".utf8))
        #expect(paths.map(contents) == ["Jello", "hello", "hello"])
        #expect(scratch.names("/a") == [".talaria-received", "x.txt"])
    }

    @Test("copies a file that the cache keeps too, so that who changes it changes not what the cache gives next")
    func cached() throws {
        let inbox = try inbox()
        let fetched = try scratch.write("media/.incoming/.fetch-1", Array("kept".utf8))
        #expect(try Folder.linkIfFree(fetched, to: scratch.path + "/cache.body"))
        let path = try inbox.save(fetched, filename: "x", id: "m1", type: .text)
        try File.update(path).write(Array("X".utf8))
        #expect(contents(path) == "Xept")
        #expect(contents(scratch.path + "/cache.body") == "kept")
        #expect(scratch.names("/media") == [".incoming", "x"])
    }

    @Test("numbers names that are taken, and overwrites none")
    func collisions() throws {
        let inbox = try inbox()
        let names = try (1...3).map { try save(inbox, "a.txt", "\($0)") }
        #expect(names == ["a.txt", "a-2.txt", "a-3.txt"].map { "\(inbox.folder)/\($0)" })
        #expect(names.map(contents) == ["1", "2", "3"])
        symlink("/nonexistent", inbox.folder + "/b.txt")
        #expect(try save(inbox, "b.txt", "x") == inbox.folder + "/b-2.txt")
    }

    @Test("makes room by removing the oldest, and nothing that is hidden or no file")
    func quota() throws {
        let inbox = try inbox(quota: 10)
        try Folder.create(inbox.folder + "/folder.txt")
        try scratch.write("media/.hidden", [1])
        for (index, name) in ["a", "b", "c"].enumerated() {
            let path = try save(inbox, name, "1234")
            // One after the other, by more than the clock's grain.
            var times = [timeval(tv_sec: 1000 + index, tv_usec: 0), timeval(tv_sec: 1000 + index, tv_usec: 0)]
            utimes(path, &times)
        }
        #expect(scratch.names("/media") == [".hidden", ".incoming", "b", "c", "folder.txt"])
        _ = try save(inbox, "d", "1234567")
        #expect(scratch.names("/media") == [".hidden", ".incoming", "d", "folder.txt"])
        _ = try save(inbox, "e", "")
        #expect(scratch.names("/media") == [".hidden", ".incoming", "d", "e", "folder.txt"])
    }

    @Test("refuses a file over the quota, removes nothing for it, and leaves it to its owner")
    func overQuota() throws {
        let inbox = try inbox(quota: 4)
        _ = try save(inbox, "a", "123")
        let fetched = try scratch.write("media/.incoming/.fetch-1", Array("12345".utf8))
        #expect(throws: InboxFault(.overQuota, "5 bytes are over the quota of 4")) {
            try inbox.save(fetched, filename: "b", id: "x", type: .text)
        }
        #expect(scratch.names("/media") == [".incoming", "a"])
    }

    @Test("saves into another folder, also on another file system")
    func elsewhere() throws {
        let inbox = try inbox()
        let near = try save(inbox, "a.txt", "near", to: scratch.path + "/other/place")
        #expect(near == scratch.path + "/other/place/a.txt")
        #expect(contents(near) == "near")
        // /dev/shm is a file system of its own on Linux.
        let far = "/dev/shm/talaria-" + Randomness.name()
        defer {
            unlink(far + "/a.txt")
            unlink(far + "/.talaria-received")
            rmdir(far)
        }
        let path = try save(inbox, "a.txt", "far", to: far)
        #expect(contents(path) == "far")
        #expect(try Folder.names(far).sorted() == [".talaria-received", "a.txt"])
        #expect(scratch.names("/media/.incoming") == [])
    }

    @Test("in a folder of somebody else's, makes room among the files alone that it put there")
    func elsewhereQuota() throws {
        let other = scratch.path + "/own"
        try Folder.create(other)
        for name in ["mine.txt", ".hidden"] { try scratch.write("own/" + name, [UInt8](repeating: 1, count: 500)) }
        let inbox = try Inbox(scratch.path + "/media", quota: 100)
        func save(_ name: String) throws -> String {
            let path = try scratch.write("media/.incoming/x", [UInt8](repeating: 2, count: 60))
            return try inbox.save(path, filename: name, id: "i", type: .unknown, to: other)
        }
        #expect(try save("a.bin") == other + "/a.bin")
        utimes(other + "/a.bin", [timeval(tv_sec: 1, tv_usec: 0), timeval(tv_sec: 1, tv_usec: 0)])
        #expect(try save("mine.txt") == other + "/mine-2.txt")
        #expect(scratch.names("/own") == [".hidden", ".talaria-received", "mine-2.txt", "mine.txt"])
        try scratch.write("own/.talaria-received", Array("../media\nmine-2.txt\n".utf8))
        #expect(try save("c.bin") == other + "/c.bin")
        #expect(scratch.names("/own") == [".hidden", ".talaria-received", "c.bin", "mine.txt"])
    }

    @Test("says what it cannot do")
    func faults() throws {
        let inbox = try inbox()
        try scratch.write("file", [])
        let joined = try parts(inbox, [0], ["x"]).join(count: 1)
        let path = scratch.path + "/file"
        #expect(throws: InboxFault(.denied, "cannot create \(path): There is a file of that name")) {
            try inbox.save(joined.path, filename: "a", id: "x", type: joined.type, to: path)
        }
        #expect(throws: InboxFault.self) {
            try inbox.save(scratch.path + "/none", filename: "a", id: "x", type: joined.type)
        }
        #expect(throws: InboxFault.self) { try Inbox(path, quota: 1) }
    }
}
