import CRE2
import Foundation

/// Each rule a pattern of RE2, tried in turn: the plain way, by the same library.
final class RE2Loop {
    private let patterns: [OpaquePointer]

    init(_ workload: RuleWorkload) {
        patterns = workload.entries.compactMap { entry in
            let pattern = Array(entry.pattern.utf8CString.dropLast())
            let regex = cre2_new(pattern, pattern.count, true, 1 << 20)
            if cre2_error(regex) != 0 {
                cre2_free(regex)
                return nil
            }
            return regex
        }
    }

    deinit { for pattern in patterns { cre2_free(pattern) } }

    var count: Int { patterns.count }

    /// The first that matches, with its groups.
    func match(_ text: String) -> Int? {
        var text = text
        return text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { bytes in
                for (number, pattern) in patterns.enumerated() {
                    guard cre2_match(pattern, bytes.baseAddress, bytes.count, nil, 0) else { continue }
                    var ranges = [cre2_range](repeating: cre2_range(), count: 1 + Int(cre2_group_count(pattern)))
                    _ = cre2_match(pattern, bytes.baseAddress, bytes.count, &ranges, Int32(ranges.count))
                    consume(ranges)
                    return number
                }
                return nil
            }
        }
    }

    func times(of texts: some Sequence<String>) -> Samples {
        Samples(texts.map { text in microseconds { consume(match(text)) } })
    }
}

/// PyPI's rivescript, in a process of its own.
enum RiveScript {
    /// Reads triggers, an empty line, then texts; prints the microseconds that each text took.
    private static let program = """
        import sys, time
        from rivescript import RiveScript
        bot = RiveScript(utf8=True)
        lines = sys.stdin.read().split("\\n")
        middle = lines.index("")
        code = []
        for number, trigger in enumerate(lines[:middle]):
            code += ["+ " + trigger, "- Answer %d" % number, ""]
        bot.stream("\\n".join(code))
        bot.sort_replies()
        for text in lines[middle + 1:]:
            if text:
                start = time.thread_time_ns()
                bot.reply("someone", text)
                print((time.thread_time_ns() - start) / 1000)
        """

    /// - Throws: why it cannot run, such as that it is not installed.
    static func times(of texts: some Sequence<String>, _ workload: RuleWorkload, python: String) throws -> Samples {
        var seen: Set<String> = []
        let triggers = workload.entries.map(\.trigger).filter { seen.insert($0).inserted }
        let file = NSTemporaryDirectory() + "/talaria-rivescript-\(getpid())"
        let input = (triggers + [""] + texts).joined(separator: "\n")
        try Data(input.utf8).write(to: URL(fileURLWithPath: file))
        defer { try? FileManager.default.removeItem(atPath: file) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [python, "-c", program]
        process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: file))
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let printed = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let times = printed.split(separator: "\n").compactMap { Double($0) }
        guard process.terminationStatus == 0, !times.isEmpty else {
            throw BenchmarkFault("\(python) has no rivescript: pip install rivescript, then --python FILE")
        }
        return Samples(times)
    }
}
