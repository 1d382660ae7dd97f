import Glibc

/// One thing that `bench NAME` does.
struct Benchmark: Sendable {
    var name: String
    /// Name and arguments, for the list.
    var usage: String
    var about: String
    /// Takes the arguments behind the name, gives the exit code.
    var run: @Sendable ([String]) -> Int32
}

/// A benchmark cannot be run as asked.
struct BenchmarkFault: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

extension Benchmark {
    /// A benchmark that fills a report. `--json` prints one JSON object a figure instead of the table; `--strict` gives exit
    /// code 1 where an expectation is not met. `measure` gets the other arguments.
    static func measuring(
        _ name: String, arguments: String = "", about: String,
        _ measure: @escaping @Sendable ([String], inout Report) throws -> Void
    ) -> Benchmark {
        let usage = [name, arguments, "[--json] [--strict]"].filter { !$0.isEmpty }.joined(separator: " ")
        return Benchmark(name: name, usage: usage, about: about) { arguments in
            var report = Report(name)
            do {
                try measure(arguments.filter { $0 != "--json" && $0 != "--strict" }, &report)
            } catch {
                let line = Array("bench \(name): \(error)\n".utf8)
                write(STDERR_FILENO, line, line.count)
                return 70
            }
            print(arguments.contains("--json") ? report.json() : report.table(), terminator: "")
            return arguments.contains("--strict") && !report.meetsExpectations ? 1 : 0
        }
    }
}
