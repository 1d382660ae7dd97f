import Testing
import Time

@testable import Bot

@Suite("What is kept about a server is for that server")
struct KeptPlaceTests {
    static let here = "wss://here.example/ws"
    static let there = "wss://there.example/ws"
    static let rules =
        #""vars": { "n": 0 }, "rules": [{ "id": "m", "on": "message", "do": [{ "set": { "n": { "add": 1 } } }, { "reply": "re {{text}}" }] }]"#

    /// Rows of a store, with a driver that puts them where they belong.
    struct Shelf {
        var rows: [String: KeptPlace.Row] = [:]
        var wall = Stage.noon

        mutating func keep(_ kept: [String: [UInt8]], at place: KeptPlace) {
            for (key, value) in kept { put(place.key(of: key), value) }
        }

        mutating func put(_ key: String, _ value: [UInt8]?) {
            rows[key] = value.map { KeptPlace.Row(key: key, value: $0, time: wall) }
        }

        mutating func open(_ place: KeptPlace) -> KeptPlace.Sorted {
            let sorted = place.sort(rows.values.sorted { $0.key < $1.key }, now: wall)
            for (key, value) in sorted.changes { put(key, value) }
            return sorted
        }
    }

    /// A bot that has two replies to deliver and an open clarify, at that server.
    private func left(at place: KeptPlace) throws -> Shelf {
        var stage = try Stage(Self.rules, keeps: true)
        stage.begin()
        stage.hear("old")
        stage.receive(OtherPromptsTests.clarify)
        stage.hear("held")
        var shelf = Shelf()
        _ = shelf.open(place)
        shelf.keep(stage.kept, at: place)
        return shelf
    }

    private func next(_ sorted: KeptPlace.Sorted) throws -> Stage {
        var next = try Stage(
            Self.rules, keeps: true, kept: Dictionary(sorted.own.map { ($0.key, $0.value) }) { first, _ in first })
        next.begin0()
        return next
    }

    @Test("at the same server the bot goes on: what was not delivered goes again, an open clarify holds replies")
    func same() throws {
        let place = KeptPlace(server: Self.here)
        var shelf = try left(at: place)
        let sorted = shelf.open(place)
        #expect(sorted.remainders == [])
        var stage = try next(sorted)
        #expect(stage.bot.heldBack(now: stage.now)?.texts == ["re old", "re held"])
        stage.hear("old")
        #expect(stage.bot.variable("n") == .number(2))
        stage.receive(#"{"t":"prompt_done","id":"c1","option_id":"c0"}"#)
        #expect(stage.texts() == ["re old", "re held"])
    }

    @Test("at another server nothing is held and nothing goes that was for the first; variables go on")
    func other() throws {
        var shelf = try left(at: KeptPlace(server: Self.here))
        let sorted = shelf.open(KeptPlace(server: Self.there))
        #expect(sorted.remainders == [.init(server: Self.here, undelivered: 2, isGone: false)])
        var stage = try next(sorted)
        #expect(stage.frames() == [])
        stage.hear("new")
        #expect(stage.texts() == ["re new"])
        #expect(stage.bot.variable("n") == .number(3))
        stage.advance(.seconds(90))
        #expect(stage.texts() == [])
    }

    @Test("back at the first server it goes on where it was")
    func back() throws {
        let here = KeptPlace(server: Self.here)
        let there = KeptPlace(server: Self.there)
        var shelf = try left(at: here)
        var stage = try next(shelf.open(there))
        stage.hear("new")
        stage.acknowledge()
        shelf.keep(stage.kept, at: there)
        let sorted = shelf.open(here)
        #expect(sorted.remainders == [])
        let again = try next(sorted)
        #expect(again.bot.heldBack(now: again.now)?.texts == ["re old", "re held"])
        #expect(again.bot.variable("n") == .number(3))
    }

    @Test("an embedded gateway is gone with its process: the next one begins with nothing of it")
    func embedded() throws {
        let place = KeptPlace(server: nil)
        var shelf = try left(at: place)
        let sorted = shelf.open(place)
        #expect(sorted.remainders == [.init(server: nil, undelivered: 2, isGone: true)])
        #expect(!shelf.rows.keys.contains { $0.hasPrefix("server/") })
        var stage = try next(sorted)
        stage.hear("old")
        #expect(stage.texts() == ["re old"])
        #expect(stage.bot.heldBack(now: stage.now) == nil)
    }

    @Test("a server that was not connected to for a month is forgotten")
    func forgotten() throws {
        var shelf = try left(at: KeptPlace(server: Self.here))
        let there = KeptPlace(server: Self.there)
        shelf.wall = Stage.noon + .seconds(30 * 86_400)
        #expect(shelf.open(there).remainders.map(\.isGone) == [false])
        shelf.wall = shelf.wall + .milliseconds(1)
        #expect(shelf.open(there).remainders == [.init(server: Self.here, undelivered: 2, isGone: true)])
        #expect(shelf.open(there).remainders == [])
        #expect(try next(shelf.open(KeptPlace(server: Self.here))).bot.status.openPrompts == 0)
    }

    @Test("rows of a version that did not tell servers apart belong to the server of the next start")
    func adopted() throws {
        var shelf = Shelf()
        for (key, row) in try left(at: KeptPlace(server: Self.here)).rows {
            guard let place = KeptPlace.split(key) else {
                shelf.put(key, row.value)
                continue
            }
            if let bare = place.key { shelf.put(bare, row.value) }
        }
        let stage = try next(shelf.open(KeptPlace(server: Self.there)))
        #expect(stage.bot.heldBack(now: stage.now)?.texts == ["re old", "re held"])
        #expect(
            !shelf.rows.keys.contains { $0.hasPrefix("outbox") || $0.hasPrefix("prompt") || $0.hasPrefix("handled") })
        #expect(shelf.open(KeptPlace(server: Self.here)).own.map(\.key) == ["memory"])
    }

    @Test("the pause of approvals holds at every server")
    func pause() {
        #expect(KeptPlace(server: Self.here).key(of: KeptPause.key) == KeptPause.key)
        #expect(KeptPlace(server: Self.here).key(of: "timer/r/0") == "timer/r/0")
        #expect(KeptPlace(server: Self.here).key(of: "outbox/1") != KeptPlace(server: Self.there).key(of: "outbox/1"))
    }

    @Test("rows that make no sense are no row of any server")
    func odd() {
        let keys = ["server/", "server//", "server/x/", "server/x/outbox/", "outbox", "", "/"]
        let rows = keys.map { KeptPlace.Row(key: $0, value: [], time: Stage.noon) }
        for server in [Self.here, nil] {
            let sorted = KeptPlace(server: server).sort(rows, now: Stage.noon)
            #expect(sorted.own.map(\.key) == ["outbox", "", "/"])
        }
    }
}
