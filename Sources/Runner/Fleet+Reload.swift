import Drive

extension Fleet {
    /// Reads all rule files anew and goes on with them: timers, limits, states and variables of rules that kept their id
    /// stay. A file with a fault in it leaves its bot's old rules running, and the log says why.
    ///
    /// - Parameter paths: of rule files: only their bots; nil: all.
    public func reload(_ paths: Set<String>? = nil) {
        for member in members where member.outcome == nil && paths?.contains(member.source.file.path) ?? true {
            do throws(ExitFault) {
                let source = try BotSource(path: member.source.file.path, paint: Paint(isOn: journal.style.hasColor))
                guard source.file.name == member.name else {
                    throw ExitFault(
                        .badFile, "its name is now \(source.file.name): a bot cannot change its name while it runs")
                }
                let blueprint = try source.blueprint(tracing: tracing, keeps: true, retries: settings.retries)
                member.source = source
                member.driven.reload(blueprint)
                journal.log(
                    .info,
                    "\(source.file.path) is read anew: \(source.file.rules.count) rule\(source.file.rules.count == 1 ? "" : "s")",
                    bot: member.name,
                    at: loop.now.wall)
            } catch {
                journal.log(
                    .error, "\(member.source.file.path) is not taken; the old rules go on", bot: member.name,
                    at: loop.now.wall)
                journal.block(.error, error.message, bot: member.name, at: loop.now.wall)
            }
        }
    }
}
