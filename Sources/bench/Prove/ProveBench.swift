import Prove

// How long a test file of ten thousand tests takes, and a test that spans thirty days: all in virtual time, with reading
// and checking of both files.

extension Benchmark {
    static let prove = measuring(
        "prove", about: "ten thousand tests in virtual time; and one that spans thirty days"
    ) { arguments, report in
        report.add("10,000 tests", "talaria test", Samples(try times(7, of: tests(10_000), with: echo)), unit: "s")
        report.add(
            "30 days, a daily timer", "talaria test", Samples(try times(31, of: month, with: daily).map { $0 * 1000 }),
            unit: "ms")
        report.expect(.atMost(what: "10,000 tests", who: "talaria test", 2))
        report.expect(.atMost(what: "30 days, a daily timer", who: "talaria test", 50))
    }

    private static let echo =
        #"{ "version": 1, "name": "bot", "rules": [ { "id": "echo", "on": "message", "do": [ { "reply": "You said {{text}}" } ] } ] }"#

    private static let daily =
        #"{ "version": 1, "name": "bot", "rules": [ { "id": "daily", "on": { "at": "0 9 * * *" }, "do": [ { "reply": "Good morning" } ] } ] }"#

    /// Each test says something of its own, expects the answer, and nothing for nine seconds.
    private static func tests(_ count: Int) -> String {
        var tests: [String] = []
        for index in 0..<count {
            let text = "hi \(index)"
            tests.append(
                #"{ "name": "t\#(index)", "steps": [ "#
                    + #"{ "receive": { "t": "message", "id": "m1", "text": "\#(text)", "final": true } }, "#
                    + #"{ "expect": [ { "t": "text", "text": "You said \#(text)" } ] }, { "expect_nothing": "9s" } ] }"#
            )
        }
        return #"{ "bot": "bot.json", "tests": [ \#(tests.joined(separator: ",\n")) ] }"#
    }

    private static var month: String {
        let step = #"{ "expect": [ { "t": "text", "text": "Good morning" } ], "within": "24h" }"#
        let steps = Array(repeating: step, count: 30).joined(separator: ", ")
        return #"{ "bot": "bot.json", "tests": [ { "name": "a month", "steps": [ \#(steps) ] } ] }"#
    }

    /// Seconds that a run takes, so many times.
    private static func times(_ rounds: Int, of tests: String, with bot: String) throws -> [Double] {
        let (tests, bot) = (Array(tests.utf8), Array(bot.utf8))
        var times: [Double] = []
        for round in 0...rounds {
            let surroundings = Surroundings(read: { _ in .success(bot) })
            var result: FileResult?
            let took = try ContinuousClock().measure {
                result = try TestSuite(surroundings).run(bytes: tests, path: "bot.test.json")
            }
            guard let result, result.failed == 0 else { throw BenchmarkFault("a test failed") }
            // The first one warms up.
            if round > 0 { times.append(Double(took.components.attoseconds) / 1e18 + Double(took.components.seconds)) }
        }
        return times
    }
}
