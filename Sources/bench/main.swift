import Glibc

// Benchmarks, and what else measures or proves the parts against the world. `Benchmarks.swift` lists them.

let arguments = CommandLine.arguments.dropFirst()
guard let name = arguments.first, let benchmark = benchmarks.first(where: { $0.name == name }) else {
    print("usage: bench NAME [ARGUMENTS]\n")
    let width = benchmarks.map(\.usage.count).max() ?? 0
    for benchmark in benchmarks {
        let gap = String(repeating: " ", count: width - benchmark.usage.count + 3)
        print("  " + benchmark.usage + gap + benchmark.about)
    }
    exit(64)
}
exit(benchmark.run(Array(arguments.dropFirst())))
