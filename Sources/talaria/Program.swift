import Console

/// The program: its version and its commands.
let program: CommandLineProgram = .init(
    version: "0.1.0",
    commands: [
        .run, .serve, .check, .test, .why, .record, .replay, .chat, .load, .report, .fmt, .audit, .doctor, .completions,
    ], hidden: [.loadWorker])
