import Glibc
import Rules
import Time

// Rules against texts: from 10 to 10,000 rules, 80 % literal and 20 % regex with captures, on 20,000 distinct texts,
// once with a program that has seen none of them and once more. The rule file is read as from a disk: that a regex
// needs literals, and which, is for the product to find. Then texts that are made to be slow.

extension Benchmark {
    static let rules = measuring(
        "rules", arguments: "[--python FILE] [TEXTS]",
        about: "matches texts against 10 to 10,000 rules beside a loop of RE2 and rivescript; texts made to be slow"
    ) { arguments, report in
        var rest = arguments
        var python = "python3"
        if let flag = rest.firstIndex(of: "--python"), flag + 1 < rest.count {
            python = rest[flag + 1]
            rest.removeSubrange(flag...flag + 1)
        }
        let count = rest.first.flatMap(Int.init) ?? 20_000
        for rules in [10, 100, 1000, 10_000] {
            try matching(rules, texts: count, python: python, into: &report)
        }
        grown(&report)
        try adversaries(&report)
    }

    /// What the slow contenders may take for their part of the texts, in about as many microseconds.
    private static let patience = 3e6

    private static func matching(_ rules: Int, texts count: Int, python: String, into report: inout Report) throws {
        let workload = RuleWorkload(rules: rules, texts: count, seed: 1)
        let bytes = workload.bytes
        let before = allocated()
        let reading = RuleFile.read(bytes: bytes, path: "bench.json", options: .init(lints: false))
        guard let file = reading.file else { throw BenchmarkFault("the workload's rule file has faults") }
        let afterReading = allocated()
        var subject: RuleSubject?
        var fault: (any Error)?
        let compile = microseconds(CLOCK_THREAD_CPUTIME_ID) {
            do { subject = try RuleSubject(file) } catch { fault = error }
        }
        guard let subject else { throw fault ?? BenchmarkFault("no program") }
        let memory = allocated() - afterReading
        let name = "\(rules) rules"
        report.add("\(name), cold", "talaria", subject.times(of: workload.texts), unit: "us")
        report.add("\(name), warm", "talaria", subject.times(of: workload.texts), unit: "us")
        let loop = RE2Loop(workload)
        guard loop.count == rules else { throw BenchmarkFault("RE2 does not take all patterns of the workload") }
        let share = workload.texts.prefix(max(200, Int(patience / Double(rules))))
        report.add("\(name), cold", "RE2 loop", loop.times(of: share), unit: "us")
        report.add("\(name), warm", "RE2 loop", loop.times(of: share), unit: "us")
        do {
            let few = workload.texts.prefix(max(40, Int(patience / 30 / Double(rules))))
            report.add(
                "\(name), warm", "rivescript", try RiveScript.times(of: few, workload, python: python), unit: "us")
        } catch {
            if rules == 10 { report.remark("rivescript is left out: \(error)") }
        }
        guard rules == 10_000 else { return }
        report.add("\(name), compile", "talaria", compile / 1000, unit: "ms")
        report.add("\(name), memory of the program", "talaria", memory / 1e6, unit: "MB")
        report.add("\(name), memory of file and program", "talaria", (allocated() - before) / 1e6, unit: "MB")
        let reread = microseconds(CLOCK_THREAD_CPUTIME_ID) {
            consume(RuleFile.read(bytes: bytes, path: "bench.json").diagnostics.count)
        }
        report.add("\(name), read, check and lint", "talaria", reread / 1000, unit: "ms")
        report.expect(.atMost(what: "\(name), cold", who: "talaria", 10))
        report.expect(.atMost(what: "\(name), warm", who: "talaria", 4))
        report.expect(.atMost(what: "\(name), compile", who: "talaria", 500))
        report.expect(.atMost(what: "\(name), memory of the program", who: "talaria", 60))
    }

    /// How much more 10,000 rules cost than 10.
    private static func grown(_ report: inout Report) {
        for state in ["cold", "warm"] {
            func median(_ rules: Int) -> Double {
                report.figures.first { $0.what == "\(rules) rules, \(state)" && $0.who == "talaria" }?.samples.median
                    ?? .nan
            }
            report.add("10,000 rules over 10, \(state)", "talaria", median(10_000) / median(10), unit: "x")
            report.expect(.atMost(what: "10,000 rules over 10, \(state)", who: "talaria", 12))
        }
    }

    // MARK: Texts made to be slow

    /// Patterns that backtracking takes exponential or quadratic time for.
    private static let nested = [
        "(a+)+$", "(a*)*b", "(a|aa)+$", "(x+x+)+y", "^(\\w+\\s?)*$", "(.*a){12}", "(?:a?){20}a{20}", "([a-z]+)*!",
    ]

    private static func adversaries(_ report: inout Report) throws {
        let lengths = [4000, 8000, 16_000]
        var worst = (ratio: 0.0, pattern: "")
        for pattern in nested {
            let subject = try RuleSubject(file(pattern))
            let texts = lengths.map { length in
                ["a", "x", "aab ", "a "].map { piece in
                    String(String(repeating: piece, count: length / piece.count).prefix(length - 1)) + "?"
                }
            }
            // In turn, so that what the machine does meanwhile meets all lengths alike; the least is what it takes.
            var times = [Double](repeating: .infinity, count: lengths.count)
            for _ in 0..<51 {
                for (index, texts) in texts.enumerated() {
                    let time = microseconds { for text in texts { consume(subject.match(text)) } }
                    times[index] = min(times[index], time)
                }
            }
            for (short, long) in zip(times, times.dropFirst()) where long / short > worst.ratio {
                worst = (long / short, pattern)
            }
            report.add("16,000 characters, \(pattern)", "talaria", (times.last ?? .nan) / 4, unit: "us")
        }
        report.add("twice the text, at worst", "talaria", worst.ratio, unit: "x")
        report.remark("the worst of twice the text is \(worst.pattern)")
        report.expect(.atMost(what: "twice the text, at worst", who: "talaria", 2.5))
    }

    private static func file(_ pattern: String) -> BotFile {
        let place = Place(line: 1, column: 1)
        var file = BotFile(path: "bench.json", name: "bench")
        var rule = Rule(id: "slow", place: place, triggers: [.message])
        let matcher = TextMatcher(tests: [TextTest(.regex([pattern]), place: place)], place: place)
        rule.condition = Condition(.text(.text, matcher), place: place)
        file.rules = [rule]
        return file
    }
}
