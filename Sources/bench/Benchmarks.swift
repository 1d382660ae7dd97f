/// What `bench` can do: a line for each, and a file of its own.
let benchmarks: [Benchmark] = [
    .histogram,
    .json,
    .media,
    .net,
    .prove,
    .rules,
    .reload,
    .start,
    .streams,
    Benchmark(
        name: "echo-client", usage: "echo-client URL",
        about: "echoes every message of an Autobahn fuzzing server's cases",
        run: EchoClient.run),
    Benchmark(
        name: "echo-server", usage: "echo-server PORT [CERTIFICATE KEY]",
        about: "echoes every message that comes; port 0 takes a free one",
        run: EchoServer.run),
    Benchmark(
        name: "net-client", usage: "net-client echo|idle URL CONNECTIONS ...",
        about: "the client that net starts",
        run: NetClient.run),
]
