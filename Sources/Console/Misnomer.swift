// Names that people bring along from other programs, and what the same thing is called here. A name is looked up only where
// a command has no flag of that name, so any of them may become a flag.

/// Names for one thing that is called differently here.
struct Misnomer {
    /// A flag that means it, and how to write that; nil: as its declaration says.
    typealias Meaning = (flag: Flag, shown: String?)

    let names: [String]
    /// The first that the command has is told.
    let meanings: [Meaning]
    /// What is told where the command has none of them; `COMMAND` stands for its usage. Nil: nothing.
    let otherwise: String?

    init(_ names: [String], _ meanings: [Meaning] = [], otherwise: String? = nil) {
        self.names = names
        self.meanings = meanings
        self.otherwise = otherwise
    }

    /// What a name that the command does not have is called there.
    static func hint(for name: String, in command: Command) -> String? {
        let own = command.allFlags()
        for misnomer in all where misnomer.names.contains(name) {
            for meaning in misnomer.meanings {
                guard let flag = own.first(where: { $0 == meaning.flag }) else { continue }
                return "use \(meaning.shown ?? flag.usage)"
            }
            if let words = misnomer.otherwise { return words.replacing("COMMAND", with: command.usage) }
        }
        return nil
    }

    /// Flags that would have a secret in the list of processes.
    static let secrets = [
        "--token", "--auth", "--auth-token", "--bearer", "--api-key", "--apikey", "--key-value", "--password", "--pass",
        "--secret",
    ]

    /// How a command is given its token.
    static func hintForToken(in command: Command) -> String {
        let own = command.allFlags()
        if own.contains(.tokenFile) { return "--token-file FILE, or the variable TALARIA_TOKEN" }
        if own.contains(.listen) {
            return
                #"the rule file names where they are: "server": { "tokens": [{ "env": "NAME" }, { "file": "PATH" }] }"#
        }
        return "\(command.name) connects to nothing, and needs none"
    }

    static let all: [Misnomer] = [
        Misnomer(
            ["--port", "--host", "--hostname", "--bind", "--address", "--addr", "--interface", "-p", "-H"],
            [(.listen, nil), (.url, "--url ws://HOST:PORT/ws")]),
        Misnomer(["--server", "--endpoint", "--uri", "--gateway", "--connect", "-u"], [(.url, nil), (.listen, nil)]),
        Misnomer(["--listen"], [(.url, "--url URL to connect; talaria serve listens")]),
        Misnomer(["--output", "--out", "--outfile", "--out-file", "-o"], [(.out, nil), (.toTest, nil)]),
        Misnomer(
            ["--output", "--out", "--outfile", "--out-file", "-o", "--log-file", "--logfile"],
            otherwise: "results go to standard output (> FILE), logs to standard error (2> FILE)"),
        Misnomer(
            ["--verbose", "--debug", "--trace", "-v", "-vv", "-d"], [(.logLevel, "--log-level debug")],
            otherwise: "it says all that it knows; talaria --version prints the version"),
        Misnomer(["--version", "-V"], otherwise: "talaria --version prints it"),
        Misnomer(["--silent", "--no-log", "-q", "-s"], [(.quiet, nil)]),
        Misnomer(["--json"], [(.format, "--format json"), (.log, "--log json")]),
        Misnomer(["--log-format"], [(.log, nil)]),
        Misnomer(["--loglevel", "--level"], [(.logLevel, nil)]),
        Misnomer(["--no-color", "--no-colour", "--colour", "--plain"], [(.color, "--color never")]),
        Misnomer(["--timeout", "--duration", "--time", "-t"], [(.forTime, nil), (.hold, nil), (.atTime, nil)]),
        Misnomer(["--reload", "--hot-reload", "-w"], [(.watch, nil)]),
        Misnomer(["--check"], [(.strict, nil)]),
        Misnomer(["--users", "--clients", "--connections", "--concurrency", "--count", "-n", "-c"], [(.devices, nil)]),
        Misnomer(["--threads", "--processes", "--jobs", "-j"], [(.workers, nil)]),
        Misnomer(["--ramp", "--ramp-up", "--rampup"], [(.over, nil)]),
        Misnomer(["--rps", "--qps"], [(.rate, nil)]),
        Misnomer(["--message", "--msg", "--input", "-m", "-i"], [(.text, nil)]),
        Misnomer(["--grep", "--match"], [(.filter, nil)]),
        Misnomer(["--ca-file", "--cafile", "--ca-cert", "--cacert"], [(.ca, nil)]),
        Misnomer(["--certificate", "--tls-cert", "--ssl-cert", "--client-cert"], [(.cert, nil)]),
        Misnomer(["--tls-key", "--ssl-key", "--private-key"], [(.key, nil)]),
        Misnomer(["--no-verify", "--skip-verify", "--no-tls-verify", "-k"], [(.insecure, nil)]),
        Misnomer(["--state-dir", "--data-dir", "--data"], [(.state, nil)]),
        Misnomer(
            ["--config", "--configuration", "--conf", "--file", "--bot", "--rules", "--script", "-c", "-f"],
            otherwise: "files stand without a flag: COMMAND"),
        Misnomer(
            ["--dry-run", "-n"], [(.checkOnly, nil)],
            otherwise: "talaria check reads files and runs nothing; talaria why shows what rules would do"),
        Misnomer(
            ["--daemon", "--detach", "--background", "-d"],
            otherwise: "it stays in the foreground; a service manager keeps it running (docs/running.md)"),
        Misnomer(["--header", "--headers"], otherwise: #""headers" in the "server" of the rule file"#),
    ]
}
