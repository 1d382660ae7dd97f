import JSON
import Drive
import Hermes
import Rules

/// What a person sees of a conversation. On a terminal a message grows where it stands; in a pipe only whole ones are
/// written, a line each. Whatever the server sends, no control sequence of it reaches the terminal.
struct ChatView {
    let paint: Paint
    let isTerminal: Bool
    /// The message whose last line the cursor stands on.
    private var growing: (id: String, text: String)?

    init(paint: Paint, isTerminal: Bool) {
        self.paint = paint
        self.isTerminal = isTerminal
    }

    /// What a `message` frame brought about.
    mutating func show(_ progress: MessageStream.Progress) -> String {
        var shown = ""
        if let ended = progress.ended { shown += finish(ended) }
        if let edit = progress.edit, progress.finished == nil { shown += grow(edit) }
        if let finished = progress.finished { shown += finish(finished) }
        return shown
    }

    mutating func finish(_ message: MessageStream.Finished) -> String {
        defer { growing = nil }
        guard let growing, growing.id == message.id, message.text.hasPrefix(growing.text) else {
            return leaveLine() + "\(paint.cyan("←")) \(lines(message.text))\n"
        }
        return lines(String(message.text.dropFirst(growing.text.count))) + "\n"
    }

    /// A text that came whole.
    mutating func show(text: String) -> String { leaveLine() + "\(paint.cyan("←")) \(lines(text))\n" }

    private mutating func grow(_ state: MessageStream.State) -> String {
        // In a pipe too: another message had only seemed to end it.
        guard isTerminal || state.isLate && state.final else { return "" }
        if state.isLate { return leaveLine() + "\(paint.cyan("←")) \(paint.dim("(edited)")) \(lines(state.text))\n" }
        if let growing, growing.id == state.id, state.text.hasPrefix(growing.text) {
            self.growing = (state.id, state.text)
            return lines(String(state.text.dropFirst(growing.text.count)))
        }
        let left = leaveLine()
        growing = (state.id, state.text)
        return left + "\(paint.cyan("←")) \(lines(state.text))"
    }

    /// A line of input that no terminal has shown, so that what comes stands below what it answers.
    mutating func show(read line: String) -> String { leaveLine() + "\(paint.cyan("→")) \(visible(line))\n" }

    /// A card, with a number for each option.
    mutating func show(_ card: Card) -> String {
        let prompt = card.prompt
        var text = leaveLine()
        text += "\(paint.yellow("?")) \(paint.bold("card \(card.number)")) \(visible(prompt.kind.text)): "
        text += lines(prompt.text) + "\n"
        switch prompt.command {
        case .absent: break
        case .text(let command): text += "    \(paint.bold(visible(command)))\n"
        case .malformed: text += "    \(paint.red("a command that is no text"))\n"
        }
        for (index, option) in prompt.options.enumerated() {
            let id = option.style == "danger" ? paint.red(visible(option.id)) : visible(option.id)
            let label = option.label == option.id ? "" : "  " + paint.dim(visible(option.label))
            text += "  \(index + 1) \(id)\(label)\n"
        }
        if prompt.options.isEmpty { text += "  \(paint.dim("an open question: the next line answers it"))\n" }
        return text
    }

    /// Something else that happened, on a line of its own.
    mutating func show(_ line: String) -> String { leaveLine() + paint.dim("· " + visible(line)) + "\n" }

    /// The cursor goes to a fresh line.
    mutating func leaveLine() -> String {
        defer { growing = nil }
        return growing == nil ? "" : "\n"
    }

    /// The text with its line breaks kept, and indented.
    private func lines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { visible($0) }.joined(separator: "\n  ")
    }
}
