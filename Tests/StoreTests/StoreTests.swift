import CSQLite
import Files
import Scaffold
import Synchronization
import Testing
import Time

@testable import Store

@Suite("The store")
struct StoreTests {
    private let scratch = Scratch()
    private var path: String { scratch.path + "/talaria.db" }

    private func fault(opening path: String) -> StateFault? {
        do {
            _ = try Store.open(path)
            return nil
        } catch { return error }
    }

    private func time(_ seconds: Int64) -> WallTime { WallTime(milliseconds: seconds * 1000) }

    private func commit(_ store: Store, bot: String = "b", _ changes: [Store.Change], at seconds: Int64 = 0) async
        -> StateFault?
    {
        await withCheckedContinuation { done in
            store.commit(bot: bot, changes, at: time(seconds)) { done.resume(returning: $0) }
        }
    }

    private func flush(_ store: Store) async -> StateFault? {
        await withCheckedContinuation { done in store.flush { done.resume(returning: $0) } }
    }

    private func keys(_ store: Store, _ bot: String = "b") throws -> [String] { try store.load(bot: bot).map(\.key) }

    @Test("gives back what was kept, also after it was closed and opened again")
    func keeps() async throws {
        do {
            let store = try Store.open(path)
            let changes = [
                Store.Change(key: "var/owner", value: Array("Ada".utf8)), Store.Change(key: "empty", value: []),
            ]
            #expect(await commit(store, changes, at: 7) == nil)
            store.close()
        }
        let store = try Store.open(path)
        let empty = Store.Entry(key: "empty", value: [], time: time(7))
        #expect(
            try store.load(bot: "b") == [empty, Store.Entry(key: "var/owner", value: Array("Ada".utf8), time: time(7))])
        #expect(try store.load(bot: "other") == [])
    }

    @Test("replaces a value, and removes one")
    func replaces() async throws {
        let store = try Store.open(path)
        #expect(await commit(store, [.init(key: "a", value: [1]), .init(key: "b", value: [2])]) == nil)
        #expect(await commit(store, [.init(key: "a", value: [3]), .init(key: "b", value: nil)], at: 1) == nil)
        #expect(try store.load(bot: "b") == [Store.Entry(key: "a", value: [3], time: time(1))])
    }

    @Test("keeps any key and any bytes as they are")
    func anyBytes() async throws {
        let store = try Store.open(path)
        let keys = ["", "a\u{0}b", "'; DROP TABLE kept; --", "ключ", "👩‍🚀"]
        let value = (0...255).map { UInt8($0) }
        #expect(await commit(store, keys.map { .init(key: $0, value: value) }) == nil)
        let kept = try store.load(bot: "b")
        #expect(Set(kept.map(\.key)) == Set(keys))
        #expect(kept.allSatisfy { $0.value == value })
    }

    @Test("keeps bots apart")
    func bots() async throws {
        let store = try Store.open(path)
        #expect(await commit(store, bot: "one", [.init(key: "k", value: [1])]) == nil)
        #expect(await commit(store, bot: "two", [.init(key: "k", value: [2])]) == nil)
        #expect(try store.load(bot: "one").map(\.value) == [[1]])
        #expect(try store.load(bot: "two").map(\.value) == [[2]])
    }

    @Test("applies a bot's changes in their order, however they are batched")
    func order() async throws {
        let store = try Store.open(path)
        for number in 0..<500 { store.commit(bot: "b", [.init(key: "k", value: [UInt8(number % 256)])], at: time(0)) }
        #expect(await flush(store) == nil)
        #expect(try store.load(bot: "b").map(\.value) == [[243]])
    }

    @Test("forgets what is old, and what is too much, and only that")
    func prunes() async throws {
        let store = try Store.open(path)
        for number in 1...9 {
            #expect(await commit(store, [.init(key: "handled/\(number)", value: [])], at: Int64(number)) == nil)
        }
        #expect(await commit(store, [.init(key: "handlee", value: []), .init(key: "handled", value: [])]) == nil)
        let fault = await withCheckedContinuation { done in
            store.prune(bot: "b", prefix: "handled/", olderThan: time(4), keeping: 100) { done.resume(returning: $0) }
        }
        #expect(fault == nil)
        let later = (4...9).map { "handled/\($0)" }
        #expect(try keys(store) == ["handled"] + later + ["handlee"])
        store.prune(bot: "b", prefix: "handled/", olderThan: time(0), keeping: 2)
        #expect(await flush(store) == nil)
        #expect(try keys(store) == ["handled", "handled/8", "handled/9", "handlee"])
    }

    @Test("has mode 0600, with the files beside it")
    func mode() async throws {
        let store = try Store.open(path)
        #expect(await commit(store, [.init(key: "a", value: [1])]) == nil)
        for name in try Folder.names(scratch.path) {
            #expect(try Folder.status(scratch.path + "/" + name).mode == 0o600)
        }
        _ = store
    }

    @Test("refuses a file that is no database, and leaves it")
    func noDatabase() throws {
        let text = String(repeating: "This is a letter to a friend. ", count: 100)
        try scratch.write("talaria.db", text)
        #expect(
            fault(opening: path)
                == StateFault(.unreadable, "\(path) is not a database; move it away to begin anew"))
        #expect(scratch.text("talaria.db") == text)
    }

    @Test("refuses a database whose pages are damaged")
    func damaged() async throws {
        do {
            let store = try Store.open(path)
            let value = [UInt8](repeating: 7, count: 900)
            #expect(await commit(store, (0..<100).map { .init(key: "k\($0)", value: value) }) == nil)
            store.close()
        }
        do {
            let file = try File.update(path)
            let size = try file.status().size
            try file.write([UInt8](repeating: 0xAA, count: size / 2), at: size / 4)
        }
        #expect(fault(opening: path)?.code == .unreadable)
    }

    @Test("refuses a database of a later version, and leaves it")
    func newer() async throws {
        try Store.open(path).close()
        var handle: OpaquePointer?
        #expect(sqlite3_open(path, &handle) == SQLITE_OK)
        #expect(sqlite3_exec(handle, "PRAGMA user_version = 9", nil, nil, nil) == SQLITE_OK)
        sqlite3_close(handle)
        #expect(fault(opening: path) == StateFault(.newer, "\(path) was written by a later version of talaria"))
    }

    @Test("cannot be a folder")
    func folder() throws {
        try Folder.create(path)
        #expect(fault(opening: path)?.code == .denied)
    }

    @Test("on a full disk says so, keeps what it had, holds what is new, and writes it when there is room")
    func full() async throws {
        let store = try Store.open(path, pages: 12)
        #expect(await commit(store, [.init(key: "old", value: [1])]) == nil)
        let big = [UInt8](repeating: 5, count: 100_000)
        let fault = await commit(store, [.init(key: "big", value: big), .init(key: "old", value: [2])])
        #expect(fault == StateFault(.full, "\(path) cannot grow: the disk is full"))
        #expect(try store.load(bot: "b").map(\.value) == [[1]])
        #expect(await commit(store, [.init(key: "old", value: [3])])?.code == .full)
        try store.setPages(1000)
        #expect(await flush(store) == nil)
        #expect(try store.load(bot: "b").map(\.value) == [big, [3]])
    }

    @Test("refuses a value that is too large, and nothing else suffers")
    func tooLarge() async throws {
        let store = try Store.open(path)
        let large = [UInt8](repeating: 0, count: Store.largest)
        #expect(await commit(store, [.init(key: "big", value: large)])?.code == .unsound)
        #expect(await commit(store, [.init(key: "small", value: [1])]) == nil)
        #expect(try keys(store) == ["small"])
    }

    @Test("once closed says so")
    func closed() async throws {
        let store = try Store.open(path)
        store.close()
        #expect(await commit(store, [.init(key: "a", value: [1])]) == StateFault(.closed, "the store is closed"))
        #expect(throws: StateFault.self) { try store.load(bot: "b") }
    }

    @Test("writes what was handed over before it is closed")
    func closes() throws {
        let answers = Mutex(0)
        let store = try Store.open(path)
        for number in 0..<50 {
            store.commit(bot: "b", [.init(key: "\(number)", value: [])], at: time(0)) { fault in
                answers.withLock { $0 += fault == nil ? 1 : 0 }
            }
        }
        store.close()
        #expect(answers.withLock { $0 } == 50)
        #expect(try Store.open(path).load(bot: "b").count == 50)
    }
}
