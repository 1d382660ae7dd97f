import JSON

// Variables, lists and sets of commands: what rules refer to by name.

extension BotReader {
    mutating func readNames(_ root: Node) {
        for member in root["lists"]?.members ?? [] where lists[member.key] == nil {
            lists[member.key] = member.value.elements.filter { $0.text != nil }
        }
        for member in root["vars"]?.members ?? [] { readVariable(member) }
        if file.role == .device {
            for member in root["commands"]?.members ?? [] { readCommandSet(member) }
        }
        for node in root["rules"]?.elements ?? [] { findVariables(in: node) }
    }

    private mutating func readVariable(_ member: Member) {
        let start = member.value["start"] ?? member.value
        guard let value = value(of: start), !file.variables.contains(where: { $0.name == member.key }) else { return }
        let keep = member.value["keep"]?.flag ?? true
        file.variables.append(
            Variable(name: member.key, start: value, keep: keep, place: source.place(of: member.keyRange.lowerBound)))
    }

    private func value(of node: Node) -> Value? {
        switch node.kind {
        case .string(let text): .text(text)
        case .number(let number): .number(number)
        case .bool(let flag): .flag(flag)
        default: nil
        }
    }

    /// Variables that no `vars` declares: a `set` that names one makes it, empty at first.
    private mutating func findVariables(in rule: Node) {
        var pending = rule["do"]?.elements ?? []
        while let action = pending.popLast() {
            pending += action["ask_ai"]?["on_error"]?.elements ?? []
            for member in action["set"]?.members ?? [] where !file.variables.contains(where: { $0.name == member.key })
            {
                let start: Value =
                    switch member.value.kind {
                    case .number, .object: .number(0)
                    case .bool: .flag(false)
                    default: .text("")
                    }
                file.variables.append(
                    Variable(name: member.key, start: start, place: source.place(of: member.keyRange.lowerBound)))
            }
        }
    }

    // MARK: Uses

    /// The texts of a list, of a `{ "list": NAME }`, or a single text.
    mutating func texts(_ node: Node) -> [String] { textNodes(node).compactMap(\.text) }

    mutating func textNodes(_ node: Node) -> [Node] {
        if node.text != nil { return [node] }
        guard let reference = node["list"] else { return node.elements.filter { $0.text != nil } }
        guard let name = reference.text else { return [] }
        usedLists.insert(name)
        if let texts = lists[name] { return texts }
        let near = Spelling.nearest(to: name, in: lists.keys.sorted()).map { "did you mean \(quoted($0))?" }
        report(
            .unknownList, reference.range, "there is no list \(quoted(name))",
            hint: near
                ?? (lists.isEmpty
                    ? "declare it in \"lists\"" : listed("the list", lists.keys.sorted().map(quoted)))
        )
        return []
    }

    /// Names in templates, once every variable is known.
    mutating func checkNames() {
        let variables = Set(file.variables.map(\.name))
        for lookup in lookups where lookup.scope.isKnown {
            let known = names(known: lookup.scope)
            if known.contains(lookup.name) || variables.contains(lookup.name) { continue }
            let near = Spelling.nearest(to: lookup.name, in: known.union(variables).sorted())
            report(
                .unknownName, lookup.range, "nothing here is named \(quoted(lookup.name))",
                hint: near.map { "did you mean {{\($0)}}?" } ?? hint(for: lookup))
        }
    }

    func names(known scope: RuleScope) -> Set<String> {
        var names: Set = ["bot.name", "count", "now"]
        names.formUnion(["id", "name", "platform", "app_version", "index"].map { "device." + $0 })
        names.formUnion(scope.groups)
        names.formUnion(scope.fields.map(\.rawValue))
        if scope.hasFrame { names.insert("event.id") }
        if scope.triggers.contains(.error) { names.insert("message") }
        if scope.isOnError { names.insert("error") }
        return names
    }

    private func hint(for lookup: NamedLookup) -> String {
        if lookup.scope.negatedGroups.contains(lookup.name) {
            return "a group inside of \"not\" takes no part in a match"
        }
        if EventField(rawValue: lookup.name) != nil || lookup.name == "event.id" {
            let triggers = lookup.scope.triggers.map { quoted($0.rawValue) }
            return "an event of \(choice(of: triggers)) has no such field"
        }
        if let dot = lookup.name.lastIndex(of: "."), dot != lookup.name.startIndex {
            let (name, filter) = (lookup.name[..<dot], lookup.name[lookup.name.index(after: dot)...])
            if TemplateParser.filters.contains(String(filter)), filter != "format" {
                return "a filter stands behind |: {{\(name) | \(filter)}}"
            }
        }
        return listed("the name", shownNames(lookup.scope))
    }

    /// The rule's own names first: the event's fields, groups, variables; a few of each, since a hint is no manual.
    private func shownNames(_ scope: RuleScope) -> [String] {
        let fields = EventField.allCases.filter { scope.fields.contains($0) }.map(\.rawValue)
        let own = [fields, scope.groups.sorted(), file.variables.map(\.name)].flatMap { names in
            names.count > 6 ? names.prefix(6) + ["..."] : names[...]
        }
        return own + (scope.hasFrame ? ["event.id"] : []) + ["device.*", "bot.name", "count", "now"]
    }
}
