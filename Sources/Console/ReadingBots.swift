import Drive

/// Reads all rule files, and reports the faults of all before it gives up.
public func readAll(_ paths: [String], paint: Paint) throws(ExitFault) -> [BotSource] {
    var sources: [BotSource] = []
    var failures: [ExitFault] = []
    for path in paths {
        do throws(ExitFault) { sources.append(try BotSource(path: path, paint: paint)) } catch {
            failures.append(error)
        }
    }
    // 65 goes before 66 where both apply.
    if let first = failures.first(where: { $0.code == .badFile }) ?? failures.first {
        for failure in failures where failure.message != first.message { Terminal.complain(failure) }
        throw first
    }
    var seen: Set<String> = []
    for source in sources where !seen.insert(source.file.name).inserted {
        throw ExitFault(
            .usage, "two bots have the name \(source.file.name)",
            hint: "each needs a name of its own: it names the state folder")
    }
    return sources
}
