import Rules

// How an answer is chosen. Its one rule: only what the prompt offers, and where it is not plain what is meant, nothing.

/// Why no answer can be given. The text ends "left alone: ...".
struct Refusal: Error, Equatable {
    var reason: String

    init(_ reason: String) { self.reason = reason }
}

extension OpenPrompt.Card {
    /// What the rule's `answer` means for this prompt.
    ///
    /// - Parameter render: gives the text of a template.
    func choose(_ wanted: AnswerChoice, render: (Template) -> String) throws(Refusal) -> Chosen {
        guard known != nil else { throw Refusal("a prompt of kind \"\(kind)\" is not known") }
        guard Set(options.map { $0.id.lowercased() }).count == options.count else {
            throw Refusal("two of its options have one id")
        }
        switch wanted {
        case .id(let id):
            guard let option = offered(id) else { throw Refusal("\"\(id)\" is not offered") }
            guard option.id.lowercased() != "other" else { throw Refusal("\"other\" needs a text") }
            return Chosen(option: option.id.lowercased(), text: nil)
        case .label(let label):
            let wanted = label.asLabel
            let found = options.filter { $0.label.asLabel == wanted }
            guard let option = found.first else { throw Refusal("no option is labelled \"\(label)\"") }
            guard found.count == 1 else { throw Refusal("\(found.count) options are labelled \"\(label)\"") }
            guard option.style?.lowercased() != "danger" else {
                throw Refusal("the option labelled \"\(label)\" is styled danger: it must be named by its id")
            }
            guard option.id.lowercased() != "other" else { throw Refusal("\"other\" needs a text") }
            return Chosen(option: option.id.lowercased(), text: nil)
        case .other(let template):
            guard offered("other") != nil else { throw Refusal("\"other\" is not offered") }
            return Chosen(option: "other", text: try written(render(template)))
        case .text(let template):
            guard known == .clarify, options.isEmpty else { throw Refusal("it is no open question") }
            return Chosen(option: nil, text: try written(render(template)))
        case .firstOf(let choices):
            var reasons: [String] = []
            for choice in choices {
                do throws(Refusal) { return try choose(choice, render: render) } catch { reasons.append(error.reason) }
            }
            throw Refusal(reasons.joined(separator: ", "))
        }
    }

    private func offered(_ id: String) -> Occurrence.Option? {
        let wanted = id.lowercased()
        return options.first { $0.id.lowercased() == wanted }
    }

    private func written(_ text: String) throws(Refusal) -> String {
        guard !text.allSatisfy(\.isWhitespace) else { throw Refusal("the text is blank") }
        return text
    }
}

extension String {
    /// Labels compare without case and space around.
    fileprivate var asLabel: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text.lowercased()
    }
}
