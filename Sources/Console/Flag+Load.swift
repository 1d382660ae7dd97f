/// The flags of load.
extension Flag {
    public static let loading: [Flag] = [
        .url, .tokenFile, .ca, .insecure, .devices, .over, .hold, .sayText, .rate, .think, .seed, .loadWorkers,
        .sources,
        .shard, .startAt, .loadOut, .loadHTML, .compareRun, .prometheus, .findLimit, .only, .log, .logLevel, .quiet,
        .color,
    ]

    public static let devices = Flag("--devices", .text("N"), "How many devices there are. Default: 1.")
    public static let over = Flag("--over", .text("TIME"), "All devices arrive within this time. Default: at once.")
    public static let hold = Flag(
        "--hold", .text("TIME"), "How long the run goes on once all have arrived. Default: 60s.")
    public static let sayText = Flag(
        "--text", .text("TEXT"), "What devices say beside what their rules say; a template.")
    public static let rate = Flag(
        "--rate", .text("N/s"), "All devices together say --text so often, whatever they hear.")
    public static let think = Flag(
        "--think", .text("TIME"),
        "Each device says --text, waits for the reply, then so long, such as 1s..4s. Default: 0s.")
    public static let loadWorkers = Flag(
        "--workers", .text("N"),
        "How many processes simulate. Default: a core each, or more where descriptors demand it.")
    public static let sources = Flag(
        "--sources", .text("ADDRESS,…"), "The local addresses that connections go out from.")
    public static let shard = Flag("--shard", .text("I/N"), "Do the I-th of N parts of the run, for several machines.")
    public static let startAt = Flag("--start-at", .text("TIME"), "Start at this moment, such as 2026-03-01T10:00:00Z.")
    public static let loadOut = Flag("--out", .text("FILE"), "Write what was measured there, as run.json.")
    public static let seed = Flag("--seed", .text("N"), "What random choices are drawn from. Default: 1.")
    public static let part = Flag("--part", .text("I/N"), "The worker's part.")
    public static let runID = Flag("--run", .text("ID"), "The run's id.")
    public static let loadHTML = Flag("--html", .text("FILE"), "Write a report there, as one HTML page.")
    public static let compareRun = Flag(
        "--compare", .text("RUN.json"), "Show what changed since that run, with its noise.")
    public static let prometheus = Flag(
        "--prometheus", .text("ADDRESS"), "Serve /metrics there while it runs, such as :9464.")
    public static let findLimit = Flag("--find-limit", .none, "Raise the rate until a threshold breaks, and say which.")
    public static let only = Flag("--only", .text("N"), "Simulate the N-th device alone, and show all that it does.")
    public static let histogramLog = Flag(
        "--hlog", .text("FILE"), "Write each second's histograms there, in HdrHistogram's log format.")
}
