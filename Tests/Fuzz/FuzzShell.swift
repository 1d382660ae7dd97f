import Shell

/// Any bytes are a clear line or an unclear one with a place inside it.
func fuzzShell(_ bytes: [UInt8]) {
    switch ShellLine(bytes: bytes) {
    case .clear(let commands): must(!commands.isEmpty, "a clear line has a command")
    case .unclear(let unclear):
        must(unclear.range.lowerBound >= 0 && unclear.range.upperBound <= bytes.count, "the reason is inside the line")
    }
}
