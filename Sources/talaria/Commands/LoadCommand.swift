import Console
import Drive
import Load

extension Command {
    static let load = Command(
        "load", operands: "BOT.json|PLAN.load.json", summary: "simulate many devices",
        details: """
            Every device is a whole device that plays the rule file. A load plan, NAME.load.json, says how many there are,
            when they come, what they say and what must hold; for a rule file alone, flags say it, and flags go before the
            plan. What the run takes of this machine is printed first, and held against its limits.

            Exit codes: 0 all thresholds hold (with --shard: the part is done), 1 one does not, or no device ever became
            ready, 65 a fault in a file, 66 no such file, 73 a file cannot be written, 75 this machine was the bottleneck
            and the figures prove nothing, 78 the machine or the configuration cannot do it.
            """,
        flags: Flag.loading, atLeast: 1, atMost: 1
    ) { (arguments) throws(ExitFault) in
        let flags = LoadFlags { arguments[Flag($0, .none, "")] }
        let journal = arguments.journal()
        defer { journal.finish() }
        let setup = try LoadSetup(
            try flags.cast(path: arguments.operands[0], paint: arguments.paint),
            try flags.settings(version: program.version, journal: journal))
        let outlets = try flags.outlets()
        if !arguments.has(.quiet) { Terminal.complain(setup.text) }
        let loop = try newLoop()
        let screen = Screen(
            size: { Terminal.size(2) }, hasColor: Terminal.hasColor(2, mode: arguments[.color]),
            isQuiet: arguments.has(.quiet) || arguments.has(.only))
        let run = try LoadRun(
            setup, words: Array(CommandLine.arguments.dropFirst(2)), outlets: outlets, screen: screen, loop: loop)
        try run.begin()
        defer { run.clearScreen() }
        if let stopped = try live(
            loop, for: nil, journal: journal, clear: { run.clearScreen() }, drain: { run.stop() })
        {
            return stopped
        }
        let (text, code) = try run.finish(colour: Terminal.hasColor(1, mode: arguments[.color]))
        Terminal.show(text)
        return code
    }

    /// One worker process of a run; nobody calls it by hand.
    static let loadWorker = Command(
        "load-worker", operands: "BOT.json|PLAN.load.json", summary: "a worker of load",
        flags: Flag.loading + [.part, .runID],
        atLeast: 1, atMost: 1
    ) { (arguments) throws(ExitFault) in
        let flags = LoadFlags { arguments[Flag($0, .none, "")] }
        let setup = try LoadSetup(
            try flags.cast(path: arguments.operands[0], paint: arguments.paint),
            try flags.settings(version: program.version, journal: nil), worker: try flags.worker())
        return WorkerRole(setup, loop: try newLoop()).run()
    }
}
