import Bot
import Hermes
import Rules
import Time

// What a person sees of a bot at work: a line for each frame that comes in or goes out, and for each rule that fired. Of a
// text that grows at the other end, the states between its beginning and its end are there at debug level alone.

extension Journal {
    /// A frame that came in to a device from its gateway, or to a gateway from a device.
    public func heard(_ message: Span<UInt8>, role: Role, bot: String, at time: WallTime) {
        guard shows(.info) else { return }
        let sender: Role = role == .device ? .gateway : .device
        guard let line = FrameLine.text(of: message, from: sender, withInterim: shows(.debug)) else { return }
        heard(line, bot: bot, at: time)
    }

    /// A frame that goes out.
    public func said(_ frame: Span<UInt8>, role: Role, bot: String, at time: WallTime) {
        guard shows(.info) else { return }
        guard let line = FrameLine.text(of: frame, from: role, withInterim: true) else { return }
        said(line, bot: bot, at: time)
    }

    /// A part of a file that goes out.
    public func said(part: OutgoingPart, bot: String, at time: WallTime) {
        guard shows(.info) else { return }
        said(FrameLine.text(of: part), bot: bot, at: time)
    }

    /// What the rules made of an event: the trace that `why` prints.
    public func trace(_ trace: Trace, file: BotFile, bot: String, at time: WallTime) {
        self.trace(trace, path: file.path, bot: bot, at: time)
    }

    /// What an action of a rule, by its index, did.
    public func acted(_ action: ActionTrace, rule: Int, file: BotFile, bot: String, at time: WallTime) {
        guard shows(.debug), file.rules.indices.contains(rule) else { return }
        acted(action, rule: file.rules[rule], path: file.path, bot: bot, at: time)
    }

    public func note(_ note: Note, file: BotFile, at time: WallTime) {
        guard shows(note.level) else { return }
        self.note(
            note.level, code: note.code.rawValue, note.text, rule: note.rule,
            place: note.place.map { "\(file.path):\($0.line)" }, bot: file.name, at: time)
    }
}
