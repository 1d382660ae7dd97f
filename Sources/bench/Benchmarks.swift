/// What `bench` can do: a line for each, and a file of its own.
let benchmarks: [Benchmark] = [
    .json,
    Benchmark(
        name: "echo-client", usage: "echo-client URL",
        about: "echoes every message of an Autobahn fuzzing server's cases",
        run: EchoClient.run),
    Benchmark(
        name: "echo-server", usage: "echo-server PORT",
        about: "echoes every message that comes; port 0 takes a free one",
        run: EchoServer.run),
]
