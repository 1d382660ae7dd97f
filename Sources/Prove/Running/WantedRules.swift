import JSON
import Rules

extension BotFile {
    /// The rules with an action whose texts fit what a test expects: those that were likely meant to fire.
    ///
    /// - Parameter expected: a frame as JSON.
    func rules(saying expected: String?) -> Set<Int> {
        guard let expected, let root = LocatedTree.parse(Array(expected.utf8)).root else { return [] }
        let texts = ["text", "caption"].compactMap { root[$0]?.text }
        let option = root["t"]?.text == "prompt" ? root["option_id"]?.text : nil
        return Set(
            rules.indices.filter { index in
                rules[index].actions.contains { action in
                    if case .answer(.id(let id)) = action.step, let option { return id == option }
                    return action.step.said.contains { said in texts.contains { said.fits($0) } }
                }
            })
    }
}

extension Action.Step {
    /// The templates of what people read.
    fileprivate var said: [Template] {
        switch self {
        case .reply(let reply): reply.texts
        case .message(let message): message.texts
        case .prompt(let card): [card.text]
        case .media(let post): post.caption.map { [$0] } ?? []
        case .askAI(let ask): ask.onError.flatMap(\.step.said)
        default: []
        }
    }
}

extension Template {
    /// Whether what stands in the template itself stands in the text too, in order. A template of lookups alone fits
    /// nothing for certain.
    fileprivate func fits(_ text: String) -> Bool {
        var rest = text[...]
        var isLookedAt = false
        for case .literal(let literal) in pieces where literal.contains(where: { !$0.isWhitespace }) {
            guard let range = rest.firstRange(of: literal) else { return false }
            rest = rest[range.upperBound...]
            isLookedAt = true
        }
        return isLookedAt
    }
}
