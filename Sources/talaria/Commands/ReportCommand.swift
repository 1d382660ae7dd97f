import Console
import Drive
import Load

extension Command {
    static let report = Command(
        "report", operands: "RUN.json...", summary: "merge load runs, judge and print them",
        details: """
            Merges what `load --out` wrote, exactly: the report of ten shards is the report of one run that measured
            the same. The thresholds of the runs are judged on the sum; a shard that is missing is a threshold not
            met. A run that is there already, and one of another plan, are refused. A change is shown with its noise: how
            far it may lie off by chance.

            Exit codes: 0 all thresholds hold, 1 one does not or no device ever became ready, 65 a file is no run.json or
            does not fit the others, 66 no such file, 73 a file cannot be written, 75 the generator was the bottleneck.
            """,
        flags: [.loadHTML, .compareRun, .loadOut, .histogramLog, .format, .color], atLeast: 1
    ) { (arguments) throws(ExitFault) in
        var outlets = Outlets()
        outlets.record = arguments[.loadOut]
        outlets.page = arguments[.loadHTML]
        outlets.log = arguments[.histogramLog]
        outlets.compare = arguments[.compareRun]
        let (text, code) = try outlets.report(
            arguments.operands, asJSON: arguments[.format] == "json",
            colour: Terminal.hasColor(1, mode: arguments[.color]))
        Terminal.show(text)
        return code
    }
}
