import JSON

// Compares a located tree with a declaration. It never stops at a fault: what it cannot make sense of it passes over,
// and goes on beside it.

/// Finds every difference between a file and what its declaration allows.
public struct ShapeChecker {
    public private(set) var diagnostics: [Diagnostic] = []

    private(set) var source: SourceText
    let role: Role?
    private let definitions: [String: Shape]
    private(set) var remedies: [Remedy]
    private let root: Shape
    var enclosing: [(spot: Spot, shape: ObjectShape)] = []

    /// - Parameter role: whose keys and words are allowed; nil where the declaration knows no roles.
    public init(_ declaration: Declaration, role: Role? = nil, source: SourceText) {
        self.source = source
        self.role = role
        root = declaration.root
        remedies = declaration.remedies
        definitions = Dictionary(declaration.definitions.map { ($0.name, $0.shape) }) { first, _ in first }
    }

    public mutating func check(_ node: Node) {
        check(node, root, as: .file)
    }

    /// Begins anew with a text that is only tried: nothing is advised about it.
    mutating func begin(_ source: SourceText) {
        self.source = source
        diagnostics = []
        remedies = []
    }

    /// What messages call a value; made into words only when there is something to say.
    enum Spot {
        case file
        case value(of: String)
        /// Its key is the author's own.
        case entry(of: String)
        case element(of: String)

        var text: String {
            switch self {
            case .file: "the file"
            case .value(let key), .entry(let key): quoted(key)
            case .element(let key): "an element of \(quoted(key))"
            }
        }

        /// What its elements are called.
        var inside: Spot {
            switch self {
            case .file: .element(of: "the file")
            case .value(let key), .entry(let key), .element(let key): .element(of: key)
            }
        }

        /// The declared key whose value it is.
        var key: String? {
            if case .value(let key) = self { key } else { nil }
        }

        /// The declared key that a word stands at, alone or in a list.
        var word: String? {
            if case .element(let key) = self { key } else { key }
        }
    }

    mutating func check(_ node: Node, _ shape: Shape, as place: Spot) {
        switch (resolve(shape), node.kind) {
        case (.anything, _), (.anyObject, .object), (.flag, .bool), (.null, .null): break
        case (.text(let form), .string(let text)): check(text, form, at: node)
        case (.words(let words), .string(let text)): check(text, words, at: node, as: place)
        case (.number(let form), .number(let number)): check(number, form, at: node, as: place)
        case (.array(let element, let least), .array(let nodes)):
            if nodes.count < least {
                report(.empty, node.range, "\(place.text) is empty", hint: "put something in, or take it away")
            }
            let inside = place.inside
            for node in nodes { check(node, element, as: inside) }
        case (.map(let form, let value), .object(let members)):
            for member in members {
                if let fault = form.check(member.key) { report(fault, text: member.keyRange) }
                check(member.value, value, as: .entry(of: member.key))
            }
        case (.object(let object), .object(let members)):
            enclosing.append((place, object))
            check(members, object, at: node)
            enclosing.removeLast()
        case (.either(let shapes), _):
            if let match = shapes.first(where: { accepts(resolve($0), node.kind) }) {
                check(node, match, as: place)
            } else {
                reportType(of: node, shape, as: place)
            }
        case (let expected, _): reportType(of: node, expected, as: place)
        }
    }

    func resolve(_ shape: Shape) -> Shape {
        guard case .named(let name) = shape else { return shape }
        return definitions[name] ?? .anything
    }

    func accepts(_ shape: Shape, _ kind: Node.Kind) -> Bool {
        switch (shape, kind) {
        case (.text, .string), (.words, .string), (.number, .number), (.flag, .bool), (.null, .null), (.array, .array),
            (.map, .object), (.object, .object), (.anyObject, .object), (.anything, _):
            true
        case (.either(let shapes), _): shapes.contains { accepts(resolve($0), kind) }
        default: false
        }
    }

    // MARK: Single values

    private mutating func check(_ text: String, _ form: TextForm, at node: Node) {
        if let fault = form.check(text) { report(fault, text: node.range) }
    }

    private mutating func check(_ text: String, _ words: [Choice], at node: Node, as place: Spot) {
        if let word = words.first(where: { $0.text == text }) {
            guard let other = word.role, let role, other != role else { return }
            guard !words.contains(where: { $0.text == text && $0.role == role }) else { return }
            report(
                .wrongRole, node.range, "\(quoted(text)) is for the role \(other), and this is a \(role)",
                hint: place.word.flatMap { remedy(forWord: text, of: $0)?.hint() })
            return
        }
        let known = words.filter { $0.role == nil || role == nil || $0.role == role }.map(\.text)
        let hint =
            place.word.flatMap { remedy(forWord: text, of: $0)?.hint() }
            ?? Spelling.nearest(to: text, in: known).map { "did you mean \(quoted($0))?" }
            ?? "it is one of " + choice(of: known.map(quoted))
        report(.unknownWord, node.range, "\(place.text) cannot be \(quoted(text))", hint: hint)
    }

    private mutating func check(_ number: Double, _ form: NumberForm, at node: Node, as place: Spot) {
        if form.whole, number != number.rounded(.towardZero) {
            report(.outOfRange, node.range, "\(place.text) must be a whole number")
        } else if !form.range.contains(number) {
            let least = numberText(form.range.lowerBound)
            let most = numberText(form.range.upperBound)
            let message =
                number < form.range.lowerBound
                ? "\(place.text) is too small: it must be at least \(least)"
                : "\(place.text) is too large: it must be at most \(most)"
            report(.outOfRange, node.range, message)
        }
    }

    // MARK: Objects

    private mutating func check(_ members: [Member], _ object: ObjectShape, at node: Node) {
        // Few of them: looking through a list costs less than a table.
        var given: [Member] = []
        var meant: [String] = []
        func member(_ name: String) -> Member? { given.first { $0.key == name } }
        func isThere(_ name: String) -> Bool { meant.contains(name) || given.contains { $0.key == name } }
        for member in members {
            guard let key = key(member.key, of: object) else {
                meant += reportUnknown(member, of: object)
                continue
            }
            if !given.contains(where: { $0.key == member.key }) { given.append(member) }
            if let hint = key.whenEmpty, case .array(let nodes) = member.value.kind, nodes.isEmpty {
                report(.empty, member.value.range, "\(quoted(member.key)) is empty", hint: hint)
                continue
            }
            check(member.value, key.shape, as: .value(of: member.key))
        }
        for key in object.keys where key.required && isOurs(key) && !isThere(key.name) {
            report(
                .missingKey, opening(of: node), "\(object.noun) needs \(quoted(key.name))",
                hint: "\(key.name): \(aside(key.help))")
        }
        for group in object.exactlyOne {
            if !group.contains(where: isThere), given.count == members.count {
                let ours = group.filter { name in object.keys.contains { $0.name == name && isOurs($0) } }
                let shown = ours.count > 6 ? ours.prefix(6).map(quoted) + ["..."] : ours.map(quoted)
                report(.missingKey, opening(of: node), "\(object.noun) needs one of \(choice(of: shown))")
            }
            checkTogether(group.compactMap(member))
        }
        for group in object.atMostOne { checkTogether(group.compactMap(member)) }
        if object.notEmpty, members.isEmpty {
            let known = object.keys.filter(isOurs).map { quoted($0.name) }
            let hint =
                known.count > 8 ? "put something in, or take it away" : "it needs at least one of " + choice(of: known)
            report(.empty, node.range, "\(object.noun) is empty", hint: hint)
        }
    }

    func isOurs(_ key: Key) -> Bool { key.role == nil || role == nil || key.role == role }

    func key(_ name: String, of object: ObjectShape) -> Key? {
        object.keys.first { $0.name == name && isOurs($0) }
    }

    private mutating func checkTogether(_ members: [Member]) {
        let members = members.sorted { $0.keyRange.lowerBound < $1.keyRange.lowerBound }
        guard let first = members.first else { return }
        for member in members.dropFirst() {
            report(
                .keysTogether, member.keyRange, "\(quoted(first.key)) and \(quoted(member.key)) cannot stand together",
                hint: remedyForKeysTogether()?.hint() ?? "take one of them away",
                related: [.init(range: first.keyRange, message: "\(quoted(first.key)) stands here")])
        }
    }

    // MARK: Reports

    private func opening(of node: Node) -> Range<Int> {
        node.range.lowerBound..<min(node.range.lowerBound + 1, node.range.upperBound)
    }

    mutating func report(
        _ code: Diagnostic.Code, _ range: Range<Int>, _ message: String, hint: String? = nil,
        related: [Diagnostic.Related] = []
    ) {
        diagnostics.append(Diagnostic(code, range: range, message: message, hint: hint, related: related))
    }

    /// - Parameter text: where the text stands in the file, with its quotes.
    private mutating func report(_ fault: TextFault, text: Range<Int>) {
        let range = fault.range.map { source.range(of: $0, inTextAt: text) } ?? text
        report(fault.code, range, fault.message, hint: fault.hint)
    }
}
