import JSON
import Time

// A rule may fire as often as its limit says; a stream that takes longer than that is still running then, and the next one
// waits behind it, or ends it.

extension BotReader {
    mutating func lintStreams() {
        for (rule, node) in zip(file.rules, ruleNodes) {
            guard let limit = rule.limit, rule.overlap == .queue || rule.overlap == .restart else { continue }
            for action in node["do"]?.elements ?? [] {
                guard let say = action["reply"] ?? action["message"], let style = stream(say["stream"]),
                    let member = say.member("stream")
                else { continue }
                let texts = [say["text"]?.text].compactMap(\.self) + (say["one_of"]?.elements.compactMap(\.text) ?? [])
                guard let longest = texts.max(by: { style.time(of: $0) < style.time(of: $1) }) else { continue }
                let time = style.time(of: longest)
                guard time * Int64(limit.count) > limit.per else { continue }
                let often = limit.count == 1 ? "once" : "\(limit.count) times"
                let effect =
                    rule.overlap == .queue ? "the next one waits longer and longer" : "it is ended before it is whole"
                lint(
                    .slowStream, member.keyRange,
                    "\(quoted(longest)) takes \(time.text) to grow, and the rule may fire \(often) in \(limit.per.text): \(effect)",
                    hint: "stream faster, or limit more")
            }
        }
    }
}

extension StreamStyle {
    /// How long the text takes from its first state to its last, without jitter.
    func time(of text: String) -> Interval {
        let units =
            switch unit {
            case .character: text.count
            case .word: text.split(whereSeparator: \.isWhitespace).count
            case .sentence: text.split { ".!?\n".contains($0) }.count
            }
        return every * Int64(max(0, units - 1))
    }
}
