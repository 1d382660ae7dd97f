import Bot
import Files
import Time

/// One bot's part in a recording: told by its `Driven` of all that passes.
public final class SessionRecording {
    private var recorder: Recorder
    private let file: RecordingFile
    private var lines: [UInt8] = []

    /// Writes the head, and what the bot remembers.
    public init(
        _ source: BotSource, _ beginning: Recorder.Beginning, redactsTexts: Bool, file: RecordingFile,
        journal: Journal, now: Now
    ) {
        self.file = file
        recorder = Recorder(
            bot: source.file.name, redactsTexts: redactsTexts, from: now, conceal: { journal.concealed($0) },
            digest: { SHA256.hex($0) ?? "" })
        recorder.begin(beginning, role: source.file.role, at: now, into: &lines)
        flush()
    }

    func heard(_ message: Span<UInt8>, at now: Now) {
        recorder.heard(message, at: now, into: &lines)
        flush()
    }

    func told(_ event: Event, at now: Now) {
        recorder.told(event, at: now, into: &lines)
        flush()
    }

    func said(_ frame: Span<UInt8>, _ kind: Outgoing, at now: Now) {
        recorder.said(frame, kind, at: now, into: &lines)
        flush()
    }

    func asked(_ effect: Effect, at now: Now) {
        recorder.asked(effect, at: now, into: &lines)
        flush()
    }

    private func flush() {
        if lines.isEmpty { return }
        file.append(lines)
        lines.removeAll(keepingCapacity: true)
    }
}
