import Files
import Scaffold
import Testing

@testable import Store

@Suite("A state folder")
struct StateFolderTests {
    private let scratch = Scratch()

    private func fault(_ path: String) -> StateFault? {
        do {
            _ = try StateFolder.open(path)
            return nil
        } catch { return error }
    }

    @Test("is made with mode 0700, with the folders above it, and its files have 0600")
    func modes() throws {
        let folder = try StateFolder.open(scratch.path + "/a/b/state")
        #expect(try Folder.status(folder.path).mode == 0o700)
        #expect(try Folder.status(scratch.path + "/a").mode == 0o700)
        for name in ["device.id", "lock"] { #expect(try Folder.status(folder.path(of: name)).mode == 0o600) }
    }

    @Test("that others may enter is closed to them")
    func tightened() throws {
        let path = scratch.path + "/state"
        try Folder.create(path)
        try Folder.setMode(path, 0o755)
        _ = try StateFolder.open(path)
        #expect(try Folder.status(path).mode == 0o700)
    }

    @Test("is held by one at a time, and is free again when that one has ended")
    func locked() throws {
        let path = scratch.path + "/state"
        do {
            let held = try StateFolder.open(path)
            let fault = try #require(self.fault(path))
            #expect(fault.code == .locked)
            let pid = scratch.text("state/lock").split(separator: "\n").first ?? ""
            #expect(
                fault.text
                    == "the state folder \(path) is in use by another process (\(pid)); give this one its own with --state"
            )
            _ = held.path
        }
        #expect(fault(path) == nil)
    }

    @Test("keeps one device id, a UUID")
    func deviceID() throws {
        let path = scratch.path + "/state"
        let first = try StateFolder.open(path).deviceID
        #expect(StateFolder.isUUID(first))
        #expect(try StateFolder.open(path).deviceID == first)
        #expect(try StateFolder.open(scratch.path + "/other").deviceID != first)
    }

    @Test(
        "whose device.id holds something else says so, and leaves it",
        arguments: ["not an id\n", "", String(repeating: "a", count: 5000)])
    func badID(_ text: String) throws {
        let path = scratch.path + "/state"
        try Folder.create(path)
        try scratch.write("state/device.id", text)
        let fault = try #require(self.fault(path))
        #expect(fault.code == .unreadable)
        #expect(fault.text == "\(path)/device.id does not hold a UUID; remove it to get a new device id")
        #expect(scratch.text("state/device.id") == text)
    }

    @Test("cannot be where a file is")
    func file() throws {
        try scratch.write("state", "x")
        let fault = try #require(self.fault(scratch.path + "/state"))
        #expect(fault.code == .denied)
        #expect(fault.text == "cannot create \(scratch.path)/state: There is a file of that name")
    }

    @Test(
        "knows a UUID from what looks like one",
        arguments: [
            ("b8f0a4de-0b0c-4c1e-9d3f-0123456789ab", true), ("B8F0A4DE-0B0C-4C1E-9D3F-0123456789AB", true), ("", false),
            ("b8f0a4de0b0c4c1e9d3f0123456789ab", false), ("g8f0a4de-0b0c-4c1e-9d3f-0123456789ab", false),
            ("b8f0a4de-0b0c-4c1e-9d3f-0123456789abc", false), ("-b8f0a4de-0b0c-4c1e-9d3f-0123456789a", false),
        ])
    func uuid(text: String, isOne: Bool) { #expect(StateFolder.isUUID(text) == isOne) }
}
