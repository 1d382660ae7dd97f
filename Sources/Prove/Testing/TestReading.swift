import JSON
import Rules
import Time

// text -> located tree -> checked shape -> tests. Every fault is told in one go, as for rule files.

/// Reads one test file.
struct TestReader {
    private let source: SourceText
    private var matchers: MatcherReader
    private(set) var diagnostics: [Diagnostic] = []

    /// - Returns: nil if there was an error.
    static func read(bytes: [UInt8], path: String) -> (file: TestFile?, diagnostics: [Diagnostic], source: SourceText) {
        let source = SourceText(path: path, bytes: bytes)
        var reader = TestReader(source: source)
        let file = reader.read()
        let diagnostics = (reader.diagnostics + reader.matchers.diagnostics).inFileOrder
        return (diagnostics.hasErrors ? nil : file, diagnostics, source)
    }

    private init(source: SourceText) {
        self.source = source
        matchers = MatcherReader(source: source)
    }

    private mutating func read() -> TestFile? {
        diagnostics = source.diagnostics(against: TestLanguage.declaration)
        guard let root = source.tree.root, let bot = root["bot"], let path = bot.text else { return nil }
        let start = root["start"]?.text.flatMap { WallTime(iso8601: $0) } ?? Self.usualStart
        let seed = root["seed"]?.count ?? 1
        var tests: [TestCase] = []
        var names: [String: Range<Int>] = [:]
        for node in root["tests"]?.elements ?? [] {
            guard let test = test(node, start: start, seed: seed) else { continue }
            if let range = node["name"]?.range {
                if let first = names[test.name] { reportSame(test.name, range, first: first) }
                names[test.name] = names[test.name] ?? range
            }
            tests.append(test)
        }
        return TestFile(path: source.path, bot: path, botRange: bot.range, tests: tests, source: source)
    }

    static let usualStart = WallTime(milliseconds: 1_767_225_600_000)  // 2026-01-01T00:00:00Z

    private mutating func reportSame(_ name: String, _ range: Range<Int>, first: Range<Int>) {
        diagnostics.append(
            Diagnostic(
                .duplicateRule, range: range, message: "two tests are called \(quoted(name))",
                hint: "reports and --filter tell tests apart by their names",
                related: [.init(range: first, message: "the first stands here")]))
    }

    private mutating func test(_ node: Node, start: WallTime, seed: Int) -> TestCase? {
        guard let name = node["name"]?.text else { return nil }
        var steps: [Step] = []
        for node in node["steps"]?.elements ?? [] {
            if let step = step(node) { steps.append(step) }
        }
        return TestCase(
            name: name, place: source.place(of: node),
            start: node["start"]?.text.flatMap { WallTime(iso8601: $0) } ?? start,
            seed: UInt64(max(0, node["seed"]?.count ?? seed)), isLoose: node["loose"]?.flag ?? false, steps: steps)
    }

    private mutating func step(_ node: Node) -> Step? {
        guard let member = node.members.first(where: { TestLanguage.kinds.contains($0.key) }) else { return nil }
        checkWithin(node, beside: member)
        guard let action = action(member, in: node) else { return nil }
        return Step(action: action, name: member.key, place: source.place(of: member.keyRange.lowerBound))
    }

    private mutating func checkWithin(_ node: Node, beside member: Member) {
        guard member.key != "expect", let within = node.member("within") else { return }
        diagnostics.append(
            Diagnostic(
                .keysTogether, range: within.keyRange,
                message: "\"within\" is for \"expect\", and this is \(quoted(member.key))",
                related: [.init(range: member.keyRange, message: "\(quoted(member.key)) stands here")]))
    }

    private mutating func action(_ member: Member, in node: Node) -> Step.Action? {
        let value = member.value
        switch member.key {
        case "receive": return .receive(value.text.map { Array($0.utf8) } ?? json(value))
        case "expect":
            let within = node["within"]?.text.flatMap { Interval(parsing: $0) } ?? .seconds(60)
            return .expect(frames(value), within: within)
        case "expect_nothing": return value.text.flatMap { Interval(parsing: $0) }.map { .expectNothing($0) }
        case "advance": return value.text.flatMap { Interval(parsing: $0) }.map { .advance($0) }
        case "vars": return .variables(variables(value))
        case "state": return .state(value.text)
        case "fetch": return .fetch(value.members.compactMap { answer($0) })
        case "ai":
            if let error = value["error"]?.text { return .ai(.failure(error)) }
            return .ai(.pieces(value.elements.compactMap(\.text)))
        case "disconnect": return value.count.flatMap { UInt16(exactly: $0) }.map { .disconnect($0) }
        case "reconnect": return .reconnect
        default: return nil
        }
    }

    private func json(_ node: Node) -> [UInt8] {
        var writer = JSONWriter()
        writer.node(node, in: source.bytes)
        return writer.bytes
    }

    private func answer(_ member: Member) -> (url: String, answer: ScriptedAnswer)? {
        let node = member.value
        let status = node["status"]?.count ?? 200
        let type = node["type"]?.text
        if let error = node["error"]?.text { return (member.key, .failure(error)) }
        if let size = node["size"]?.count { return (member.key, .zeros(size, status: status, type: type)) }
        if let file = node["file"]?.text { return (member.key, .file(file, status: status, type: type)) }
        return (member.key, .text(node["text"]?.text ?? "", status: status, type: type))
    }

    private mutating func variables(_ node: Node) -> [(name: String, value: ExpectedValue, place: Place)] {
        var values: [(name: String, value: ExpectedValue, place: Place)] = []
        for member in node.members {
            values.append((member.key, expected(member.value), source.place(of: member.keyRange.lowerBound)))
        }
        return values
    }

    // MARK: Expected frames

    private mutating func frames(_ node: Node) -> [ExpectedFrame] {
        var frames: [ExpectedFrame] = []
        for element in node.elements {
            guard case .object = element.kind else { continue }
            let text = String(decoding: json(element), as: UTF8.self)
            var frame = ExpectedFrame(value: members(element), place: source.place(of: element), text: text)
            frame.type = element["t"].flatMap { node in node.text.map { ($0, node.range) } }
            frame.keys = element.members.filter { !$0.value.isNull }.map { ($0.key, $0.keyRange) }
            frame.words = element.members.flatMap { member in
                words(of: member.value).map { (member.key, $0.text, $0.range) }
            }
            frames.append(frame)
        }
        return frames
    }

    /// A text, or those of a matcher that names whole texts, whose case does not count.
    private func words(of node: Node) -> [(text: String, range: Range<Int>)] {
        if let text = node.text { return [(text, node.range)] }
        let nodes = (node["equals"].map { [$0] } ?? []) + (node["any_of"]?.elements ?? [])
        return nodes.compactMap { node in node.text.map { ($0.lowercased(), node.range) } }
    }

    private mutating func members(_ node: Node) -> ExpectedValue {
        var members: [(key: String, value: ExpectedValue)] = []
        for member in node.members { members.append((member.key, expected(member.value))) }
        return .object(members)
    }

    private mutating func expected(_ node: Node) -> ExpectedValue {
        switch node.kind {
        case .string(let text): return .text(text)
        case .number(let number): return .number(number)
        case .bool(let flag): return .flag(flag)
        case .null: return .nothing
        case .array(let nodes):
            var values: [ExpectedValue] = []
            for node in nodes { values.append(expected(node)) }
            return .array(values)
        case .object:
            guard MatcherReader.isMatcher(node) else { return members(node) }
            var checker = ShapeChecker(TestLanguage.matcher, source: source)
            checker.check(node)
            diagnostics += checker.diagnostics
            guard !checker.diagnostics.hasErrors, let test = test(of: node) else { return .nothing }
            return .test(test)
        }
    }

    private mutating func test(of node: Node) -> ValueTest? {
        guard let matcher = matchers.value(node) else { return nil }
        do throws(CompileFault) {
            return try ValueTest(matcher)
        } catch {
            diagnostics.append(Diagnostic(.badRegex, range: node.range, message: error.message))
            return nil
        }
    }
}
