import Random
import Rules
import Time

/// Any bytes are a rule file or faults with places inside them, each of which can be printed. A rule file compiles,
/// lays out as itself, and decides the same with a trace as without.
func fuzzRules(_ bytes: [UInt8]) {
    let reading = RuleFile.read(bytes: bytes, path: "fuzz.json")
    for diagnostic in reading.diagnostics {
        must(
            diagnostic.range.lowerBound >= 0 && diagnostic.range.upperBound <= bytes.count, "a fault is inside the file"
        )
    }
    must(reading.file != nil || reading.diagnostics.hasErrors, "a file that is not taken has a fault")
    let printed = DiagnosticPrinter(source: reading.source, colour: true).text(of: reading.diagnostics)
    must(reading.diagnostics.isEmpty == printed.isEmpty, "every fault is printed")
    if let once = Formatter.format(reading.source) {
        let again = RuleFile.read(bytes: once, path: "fuzz.json")
        must(Formatter.format(again.source) == once, "a file that is laid out stays as it is")
        must((again.file == nil) == (reading.file == nil), "laying out changes no meaning")
    }
    guard let file = reading.file else { return }
    guard let program = try? Program(file) else { return must(false, "a checked file compiles") }
    let now = Now(instant: .zero, wall: WallTime(milliseconds: 1_700_000_000_000))
    for trigger in Trigger.allCases {
        var occurrence = Occurrence(trigger)
        occurrence.text = "hello /pic http://x.org ls -l"
        var (plain, traced) = (Memory(), Memory())
        var (a, b) = (SplitMix(seed: 1), SplitMix(seed: 1))
        var none: Trace?
        var trace: Trace? = Trace()
        let first = program.match(occurrence, memory: &plain, now: now, zones: ZoneTable(), random: &a, trace: &none)
        let second = program.match(occurrence, memory: &traced, now: now, zones: ZoneTable(), random: &b, trace: &trace)
        must(first.firings.map(\.rule) == second.firings.map(\.rule), "a trace changes nothing")
    }
}
