import Random
import Testing
import Time

@testable import Load

@Suite("When things are due")
struct AgendaTests {
    private func all(_ arrivals: Arrivals, devices: Int, part: Part = .whole, seed: UInt64 = 1) -> [Interval] {
        var times = ArrivalTimes(arrivals, devices: devices, part: part, seed: seed)
        var due: [Interval] = []
        while let next = times.next {
            due.append(next)
            times.advance()
        }
        return due
    }

    private func arrivals(_ stages: Arrivals.Stage..., spread: Spread = .even) -> Arrivals {
        var arrivals = Arrivals()
        arrivals.stages = stages
        arrivals.spread = spread
        return arrivals
    }

    @Test("devices arrive evenly, stage by stage")
    func even() {
        let plan = arrivals(
            .init(devices: 2, pace: .over(.seconds(1))), .init(devices: 0, pace: .over(.seconds(3))),
            .init(devices: nil, pace: .rate(Rate(count: 4)!)))
        #expect(all(plan, devices: 6).map(\.milliseconds) == [0, 500, 4000, 4250, 4500, 4750])
    }

    @Test("the parts of a run together are the whole")
    func parts() {
        let plan = arrivals(.init(devices: 7, pace: .over(.seconds(2))), .init(devices: nil, pace: .over(.seconds(1))))
        let parts = (0..<3).flatMap { all(plan, devices: 20, part: Part(index: $0, count: 3)) }
        #expect(parts.sorted() == all(plan, devices: 20))
        #expect((0..<3).map { Part(index: $0, count: 3).share(of: 20) } == [7, 7, 6])
        #expect(Part(index: 1, count: 3).part(1, of: 2) == Part(index: 4, count: 6))
    }

    @Test("Poisson arrivals are in order, within their time, and the same for the same seed")
    func poisson() {
        let plan = arrivals(.init(devices: nil, pace: .over(.seconds(10))), spread: .poisson)
        let due = all(plan, devices: 1000)
        #expect(due.count == 1000)
        #expect(due == due.sorted())
        #expect(due.allSatisfy { $0 >= .zero && $0 <= .seconds(10) })
        #expect(due == all(plan, devices: 1000))
        #expect(due != all(plan, devices: 1000, seed: 2))
        // The gaps of a Poisson process vary as much as they are long.
        let gaps = zip(due.dropFirst(), due).map { Double(($0 - $1).nanoseconds) }
        let mean = gaps.reduce(0, +) / Double(gaps.count)
        let variance = gaps.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(gaps.count)
        #expect((0.7...1.3).contains(variance.squareRoot() / mean))
    }

    @Test("what shards say together is as even as what one says")
    func sends() throws {
        let rate = try #require(Rate(count: 10))
        var due: [Int64] = []
        for index in 0..<4 {
            var times = SendTimes(spread: .even, part: Part(index: index, count: 4), seed: 1)
            times.begin(rate, at: .seconds(1))
            for _ in 0..<3 {
                due.append(try #require(times.next).milliseconds)
                times.advance()
            }
        }
        #expect(due.sorted() == (0..<12).map { 1000 + 100 * $0 })
    }

    @Test("a rate that ends says no more")
    func ends() throws {
        var times = SendTimes(spread: .even, part: .whole, seed: 1)
        #expect(times.next == nil)
        let rate: Rate = try #require(Rate(count: 10))
        times.begin(rate, at: .zero)
        #expect(times.next == .zero)
        times.begin(nil, at: .zero)
        #expect(times.next == nil)
    }

    @Test("reminders come in the order of time")
    func reminders() {
        var reminders = Reminders()
        var random = SplitMix(seed: 5)
        let due = (0..<500).map { _ in Int64(random.next() % 1000) }
        for (device, time) in due.enumerated() { reminders.add(device, at: Interval(nanoseconds: time)) }
        #expect(reminders.pop(upTo: Interval(nanoseconds: -1)) == nil)
        var seen: [Int64] = []
        while let (device, time) = reminders.pop(upTo: .seconds(1)) {
            #expect(due[device] == time.nanoseconds)
            seen.append(time.nanoseconds)
        }
        #expect(seen == due.sorted())
        #expect(reminders.next == nil)
    }

    @Test("a run's course is arriving and then its stages")
    func course() {
        var plan = LoadPlan(path: "p", bots: [])
        plan.devices = 10
        plan.arrivals.stages = [.init(devices: nil, pace: .over(.seconds(5)))]
        plan.stages = [Stage(lasts: .seconds(1)), Stage(lasts: .seconds(2), drill: Drill(.halfOpen))]
        var course = Course(plan)
        #expect(course.legs.map(\.name) == ["arrive", "stage 1", "half_open"])
        #expect(course.legs.map(\.ends) == [.seconds(5), .seconds(6), .seconds(8)])
        #expect(course.next == .seconds(5))
        for _ in 0..<3 { course.advance() }
        #expect(course.current == nil)
    }
}
