import Hermes
import Rules

// What a driver tells a bot. A message from the wire comes by `Bot.receive` instead, borrowed, so that nothing is copied.

public enum Event: Sendable {
    /// The process began (or, in a test, the test). A device's bot connects now.
    case start
    /// The socket is open and the upgrade done. `token` as it was read for this attempt. Role gateway: a device's hello
    /// was let in (`Greeting`), and the hello itself follows by `receive`; what was connected before is replaced, and
    /// no `closed` is told of it.
    case opened(token: Secret?)
    /// The connection could not be made, was refused, or ended.
    case closed(Ending)
    /// The ping that was asked for with `Effect.ping(mark:)` was answered: the peer has read up to there.
    case acknowledged(mark: UInt64)
    /// Any inbound control frame: the peer lives.
    case alive
    /// `Bot.deadline` has come.
    case wake
    /// The socket's queue has grown past what is good for live streams: interim edits are skipped, and what can wait
    /// waits, until `writable`. What was handed over before is still sent.
    case congested
    /// The socket's queue has drained.
    case writable
    /// A fetch that `Effect.fetch` began has ended.
    indirect case fetched(Ticket, FetchOutcome)
    /// A transfer that `Effect.upload` or `Effect.offer` began has ended: everything is handed to the socket, or it failed.
    case uploaded(Ticket, failure: String?)
    /// A received transfer is joined, or it failed; a failure may come for any part that could not be kept.
    indirect case joined(Ticket, JoinOutcome)
    /// A received file is in the folder under this name, or could not be put there.
    case saved(Ticket, SaveOutcome)
    /// A piece of an AI reply, or its end.
    case ai(Ticket, AIProgress)
    /// The record of `Effect.audit` is on the disk (fsync'd), or could not be written: then nothing is approved.
    case audited(Ticket, failure: String?)
    /// The kill switch was turned: `--no-approve`, the file `approvals.off`, or the end of a pause.
    case approvals(ApprovalSwitch)
    /// Said by hand, not by a rule: a text to send, under the same delivery as a reply.
    case say(String)
    /// Answered by hand, not by a rule: still only with what is offered, and audited.
    case answer(prompt: String, AnswerChoice)
    /// Finish what is under way and end; nothing new begins. `Effect.exit` follows.
    case drain
}

/// What a person turned, outside of the bot.
public enum ApprovalSwitch: Sendable, Hashable {
    /// Nothing is approved until `on`.
    case off
    case on
    /// The pause after a `prompt_done` that named another option is over (`talaria audit --resume`).
    case resume
}

/// Names one asynchronous effect of one bot.
public struct Ticket: Hashable, Sendable {
    public var number: UInt64
    public init(_ number: UInt64) { self.number = number }
}

/// How a connection, or the attempt to make one, ended.
public enum Ending: Sendable, Equatable {
    /// A close frame came: RFC 6455 section 7.4 (1005 where it had no code).
    case close(code: UInt16, reason: String)
    /// The upgrade was answered with something else than 101.
    case refused(status: Int)
    /// No name, no route, no TLS, a reset, an end without a close frame.
    case failed(reason: String)
    /// It cannot ever work as it is configured: a bad URL, a missing token source. `reason` is a word for rules, such as
    /// `bad_url`.
    case impossible(reason: String)
}

/// A file that the driver holds: fetched, received, or named by a rule.
public struct MediaFile: Sendable, Equatable {
    /// The driver's own name for it, such as a path.
    public var handle: String
    /// Bytes.
    public var size: Int
    /// Sniffed from the bytes.
    public var mime: String
    /// What the server that it was fetched from said instead, where the bytes contradict it.
    public var said: String?

    public init(handle: String, size: Int, mime: String, said: String? = nil) {
        self.handle = handle
        self.size = size
        self.mime = mime
        self.said = said
    }
}

public enum FetchOutcome: Sendable, Equatable {
    /// `filename` as the URL or the server suggested it, not yet safe. The bot says `drop(file)` when it is done with it.
    case file(MediaFile, status: Int, filename: String?)
    case failed(reason: String)
}

public enum JoinOutcome: Sendable, Equatable {
    case file(MediaFile)
    case failed(reason: String)
}

public enum SaveOutcome: Sendable, Equatable {
    case saved(path: String)
    case failed(reason: String)
}

public enum AIProgress: Sendable, Equatable {
    case piece(String)
    /// What it cost, asked and answered, as the server counts; before `finished`, or never.
    case counted(tokens: Int)
    case finished
    case failed(reason: String)
}
