/// Every flag that is not common to commands that connect, once.
extension Flag {
    public static let noRetry = Flag(
        "--no-retry", .none,
        "End with exit code 69 when the connection cannot be made, or is lost.")
    public static let forTime = Flag(
        "--for", .text("TIME"), "Stop after this time, such as 20s; then what is under way may end, as after SIGTERM.")
    public static let agent = Flag(
        "--agent", .text("BOT.json"),
        "Whom the embedded gateway plays. Default: a built-in scene, the same as bots/agent.json.")
    public static let noApprove = Flag("--no-approve", .none, "Approve nothing, whatever the rules say.")
    public static let drain = Flag(
        "--drain", .text("TIME"), "How long a stop waits for what is under way. Default: 10s.")

    public static let record = Flag(
        "--record", .text("FILE"),
        "Record the session, a line a frame, for replay; a file that is there is gone on with.")
    public static let out = Flag("--out", .text("FILE"), "The recording; a file that is there is gone on with.")
    public static let redact = Flag("--redact", .none, "Replace all texts in the recording. Tokens are never in it.")
    public static let expectSame = Flag("--expect-same", .none, "Exit code 1 if anything would be decided differently.")
    public static let toTest = Flag("--to-test", .text("OUT.test.json"), "Write a test from the recording.")
    public static let from = Flag(
        "--from", .text("TIME"),
        "From this moment on: 2026-03-01T10:00:00Z, or the time since the beginning, such as 5m.")
    public static let to = Flag("--to", .text("TIME"), "Up to this moment.")
    public static let testName = Flag("--name", .text("NAME"), "The test's name. Default: the recording's.")

    public static let listen = Flag(
        "--listen", .text("HOST:PORT"),
        "Where to listen; port 0 takes a free one. Default: the rule file's, or 127.0.0.1:8787.")
    public static let path = Flag(
        "--path", .text("PATH"), "The path of the WebSocket endpoint. Default: the rule file's, or /ws.")
    public static let workers = Flag(
        "--workers", .text("N"), "Serve by so many processes that share the port. Default: 1, this one.")
    public static let cert = Flag("--cert", .text("FILE"), "Serve TLS with this certificate chain (PEM).")

    public static let watchTests = Flag("--watch", .none, "Run them again whenever a test file or a rule file changes.")

    public static let strict = Flag("--strict", .none, "Exit code 1 if there is so much as a lint.")
    public static let checkFormat = Flag(
        "--format", .choice(["text", "json", "sarif"]), "For a person, a program, or a code scanner. Default: text.")

    public static let text = Flag("--text", .text("TEXT"), "A message with this text comes in.")
    public static let frame = Flag("--frame", .text("JSON"), "This frame comes in.")
    public static let prompt = Flag(
        "--prompt", .text("JSON"), "This prompt comes in; its `t` and `id` may be left out.")
    public static let variable = Flag(
        "--var", .text("NAME=VALUE"), "Begin with this value of a variable. May be given several times.",
        repeats: true)
    public static let inState = Flag("--in", .text("STATE"), "Begin in this dialogue state.")

    public static let atTime = Flag("--at", .text("TIME"), "The moment, such as 2026-03-01T09:00:00Z. Default: now.")

    public static let filter = Flag("--filter", .text("TEXT"), "Run the tests whose names hold this text.")
    public static let coverage = Flag(
        "--coverage", .none, "List the rules, conditions and actions that no test reached.")
    public static let minCoverage = Flag("--min-coverage", .text("PERCENT"), "Exit code 1 if less is covered.")
    public static let junit = Flag("--junit", .text("FILE"), "Write the results as JUnit XML too.")
    public static let lcov = Flag("--lcov", .text("FILE"), "Write the coverage in the format of lcov too.")

    public static let resume = Flag(
        "--resume", .none,
        "End the pause that a mismatch caused, and note it in the log. The bot must not run meanwhile.")

    public static let checkOnly = Flag(
        "--check", .none, "Change nothing; exit code 1 and the names of the files that fmt would change.")
}
