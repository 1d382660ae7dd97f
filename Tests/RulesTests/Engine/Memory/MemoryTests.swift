import Testing
import Time

@testable import Rules

@Suite("Memory")
struct MemoryTests {
    private static func bench(_ change: (inout BotFile) -> Void = { _ in }) throws -> Bench {
        try Bench([
            Rule("greet", when: .text(.contains("hi"))).with { $0.limit = Limit(count: 2, per: .seconds(60)) },
            Rule("other"),
        ]) {
            $0.states = ["asking", "waiting"]
            $0.variables = [
                Variable(name: "owner", start: .text("Ada"), place: nowhere),
                Variable(name: "n", start: .number(0), place: nowhere),
                Variable(name: "secret", start: .text(""), keep: false, place: nowhere),
                Variable(name: "on", start: .flag(false), place: nowhere),
            ]
            change(&$0)
        }
    }

    @Test("of a new bot is eight bytes, and stays so while nothing happens")
    func size() throws {
        #expect(MemoryLayout<Memory>.size == 8)
        var bench = try Self.bench()
        bench.program.set("owner", to: .text("Ada"), in: &bench.memory)
        bench.program.enter(nil, now: bench.now, in: &bench.memory)
        #expect(bench.memory.contents == nil)
    }

    @Test("copies do not share what comes later")
    func copies() throws {
        var bench = try Self.bench()
        bench.program.set("n", to: .number(1), in: &bench.memory)
        let copy = bench.memory
        bench.program.set("n", to: .number(2), in: &bench.memory)
        #expect(bench.program.value(of: "n", in: copy) == .number(1))
        #expect(bench.program.value(of: "n", in: bench.memory) == .number(2))
        #expect(bench.program.value(of: "unknown", in: copy) == nil)
    }

    @Test("changes of `set`")
    func assignments() throws {
        var bench = try Self.bench()
        func perform(_ name: String, _ change: Assignment.Change) -> Value {
            let scope = Scope(
                occurrence: .message("five"), memory: bench.memory, device: .init(id: "", name: ""), now: bench.now,
                zones: bench.zones)
            return bench.program.perform(Assignment(name: name, change: change), scope: scope, in: &bench.memory)
        }
        #expect(perform("n", .add(2)) == .number(2))
        #expect(perform("n", .add(-0.5)) == .number(1.5))
        #expect(perform("owner", .to(.lookup("text", .upper))) == .text("FIVE"))
        #expect(perform("owner", .add(1)) == .number(1))
        #expect(perform("owner", .number(7)) == .number(7))
        #expect(perform("on", .flag(true)) == .flag(true))
        #expect(bench.program.value(of: "on", in: bench.memory) == .flag(true))
    }

    @Test("a state tells when it leaves, and is gone then")
    func states() throws {
        var bench = try Self.bench()
        bench.program.enter("asking", for: .seconds(5), now: bench.now, in: &bench.memory)
        #expect(bench.memory.leavesState == bench.now.instant + .seconds(5))
        #expect(bench.program.state(of: bench.memory, now: bench.now) == "asking")
        bench.pass(.seconds(5))
        #expect(bench.program.state(of: bench.memory, now: bench.now) == nil)
        bench.program.enter("waiting", now: bench.now, in: &bench.memory)
        #expect(bench.memory.leavesState == nil)
        bench.program.enter(nil, now: bench.now, in: &bench.memory)
        #expect(bench.program.state(of: bench.memory, now: bench.now) == nil)
    }

    private static func used() throws -> Bench {
        var bench = try Self.bench()
        bench.program.set("owner", to: .text("Bob \"B\""), in: &bench.memory)
        bench.program.set("n", to: .number(2.5), in: &bench.memory)
        bench.program.set("secret", to: .text("x"), in: &bench.memory)
        bench.program.set("on", to: .flag(true), in: &bench.memory)
        bench.program.enter("asking", for: .seconds(90), now: bench.now, in: &bench.memory)
        _ = bench.fired("hi")
        bench.pass(.seconds(10))
        _ = bench.fired("hi")
        _ = bench.fired("-")
        return bench
    }

    @Test("outlives a process, by names and the wall clock")
    func coding() throws {
        var bench = try Self.used()
        let bytes = bench.memory.encoded(for: bench.program, now: bench.now)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(
            text
                == #"{"vars":{"owner":"Bob \"B\"","n":2.5,"on":true},"state":"asking","until":1772359290000,"limits":{"greet":[1772359200000,1772359210000]},"counts":{"greet":2,"other":1}}"#
        )
        // Another process, another monotonic clock, five seconds later.
        bench.now = Now(instant: Instant(nanoseconds: 77), wall: bench.now.wall + .seconds(5))
        bench.memory = try #require(Memory(decoding: bytes, for: bench.program, now: bench.now))
        #expect(bench.program.value(of: "owner", in: bench.memory) == .text("Bob \"B\""))
        #expect(bench.program.value(of: "secret", in: bench.memory) == .text(""))
        #expect(bench.memory.leavesState == bench.now.instant + .seconds(75))
        #expect(bench.fired("hi") == ["other"])
        bench.pass(.seconds(45))
        #expect(bench.fired("hi") == ["greet"])
        #expect(bench.memory.count(ofRule: 0) == 3)
    }

    @Test("an untouched memory is coded too")
    func empty() throws {
        let bench = try Self.bench()
        let bytes = bench.memory.encoded(for: bench.program, now: bench.now)
        #expect(String(decoding: bytes, as: UTF8.self) == #"{"vars":{},"limits":{},"counts":{}}"#)
        #expect(Memory(decoding: bytes, for: bench.program, now: bench.now)?.contents == nil)
    }

    @Test("names that are gone are forgotten; what is no memory is none")
    func decoding() throws {
        let bench = try Self.bench()
        func decode(_ text: String) -> Memory? {
            Memory(decoding: Array(text.utf8), for: bench.program, now: bench.now)
        }
        let odd = decode(
            #"{"vars":{"gone":1,"n":null,"on":[]},"state":"gone","limits":{"gone":[1]},"counts":{"gone":9,"other":-4},"new":{}}"#
        )
        #expect(odd?.count(ofRule: 1) == 0)
        #expect(odd?.state(at: bench.now.instant) == nil)
        for text in ["", "{", "[]", #"{"vars":3}"#, #"{"counts":{"other":"x"}}"#, "{} x"] {
            #expect(decode(text) == nil)
        }
    }

    @Test("a clock that was set back does not make a limit last longer")
    func clockSetBack() throws {
        var bench = try Self.used()
        let bytes = bench.memory.encoded(for: bench.program, now: bench.now)
        bench.now.wall = bench.now.wall - .hours(5)
        bench.memory = try #require(Memory(decoding: bytes, for: bench.program, now: bench.now))
        #expect(bench.fired("hi") == ["other"])
        bench.pass(.seconds(60))
        #expect(bench.fired("hi") == ["greet"])
    }

    @Test("goes on under changed rules, for what kept its name")
    func reload() throws {
        let old = try Self.used()
        var new = try Bench([
            Rule("other"),
            Rule("greet", when: .text(.contains("hi"))).with {
                $0.limit = Limit(count: 2, per: .seconds(60))
                $0.states = ["asking"]
            },
        ]) {
            $0.states = ["new", "asking"]
            $0.variables = [
                Variable(name: "n", start: .number(0), place: nowhere),
                Variable(name: "secret", start: .text("start"), place: nowhere),
            ]
        }
        new.now = old.now
        new.memory = new.program.adopt(old.memory, of: old.program)
        #expect(new.program.value(of: "n", in: new.memory) == .number(2.5))
        #expect(new.program.value(of: "secret", in: new.memory) == .text("x"))
        #expect(new.program.value(of: "owner", in: new.memory) == nil)
        #expect(new.program.state(of: new.memory, now: new.now) == "asking")
        #expect(new.memory.count(ofRule: 1) == 2)
        #expect(new.fired("hi") == ["other"])
        #expect(new.program.adopt(Memory(), of: old.program).contents == nil)
    }
}

extension WallTime {
    static func - (time: WallTime, interval: Interval) -> WallTime { time + (.zero - interval) }
}
