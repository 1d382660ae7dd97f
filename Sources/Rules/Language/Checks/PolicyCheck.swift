// A policy that approves is attacked before it is used.

extension BotReader {
    /// Tries the known bypasses on each rule that approves commands.
    mutating func checkBypasses() {
        for index in file.rules.indices {
            guard let bypass = Bypass.firstApproved(rule: index, in: file) else { continue }
            let when = ruleNodes[index]["when"]
            let node = when?.commandMember ?? ruleNodes[index].member("when")
            report(
                .bypass, node?.keyRange ?? idRange(of: index),
                "the rule \(quoted(file.rules[index].id)) would approve \(quoted(bypass.line))",
                hint:
                    "\(bypass.shape.rawValue): \(bypass.shape.why); narrow the patterns, or deny it with a rule of its own"
            )
        }
    }
}

extension Node {
    /// The first `command` condition at the top, or inside of `all` there.
    fileprivate var commandMember: Member? {
        member("command") ?? self["all"]?.elements.lazy.compactMap(\.commandMember).first
    }
}
