/// One thing that `bench NAME` does.
struct Benchmark: Sendable {
    var name: String
    /// Name and arguments, for the list.
    var usage: String
    var about: String
    /// Takes the arguments behind the name, gives the exit code.
    var run: @Sendable ([String]) -> Int32
}

let benchmarks: [Benchmark] = [
    Benchmark(
        name: "echo-client", usage: "echo-client URL",
        about: "echoes every message of an Autobahn fuzzing server's cases",
        run: EchoClient.run),
    Benchmark(
        name: "echo-server", usage: "echo-server PORT",
        about: "echoes every message that comes; port 0 takes a free one",
        run: EchoServer.run),
]
