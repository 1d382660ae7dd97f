import Bot
import Rules

/// Whoever drives bots: the fleet of `run`, the embedded gateway, the load generator. All calls come on the loop.
public protocol DrivenOwner: AnyObject {
    /// Role device: open a connection, then say `opened`, or `closed` if it cannot be.
    func connect(_ driven: Driven)
    /// The bot has come to its end.
    func ended(_ driven: Driven, code: Int32)
    /// It will never connect by itself again: `denied`, `gave_up`, or what made it impossible.
    func failed(_ driven: Driven, reason: String)
    /// Keep these changes in one transaction, then call `done`, also if they could not be kept.
    func keep(_ changes: [Change], of driven: Driven, done: @escaping () -> Void)
    /// Append to the audit log and call `done` once it is on the disk, or with why it is not.
    func audit(_ record: AuditRecord, of driven: Driven, done: @escaping (String?) -> Void)
    /// For transcripts: a message as it came, what it was, and a frame as it goes.
    func heard(_ message: Span<UInt8>, by driven: Driven)
    func saw(_ seen: Seen, by driven: Driven)
    func said(_ frame: Span<UInt8>, _ kind: Outgoing, by driven: Driven)
    /// For transcripts too: a part of a file as it begins to go.
    func said(part: OutgoingPart, by driven: Driven)
    func noted(_ note: Note, by driven: Driven)
    func traced(_ trace: Trace, by driven: Driven)
    func acted(_ rule: Int, _ action: ActionTrace, by driven: Driven)
    /// Role gateway: serve this file at a URL of its own until the bot is gone; nil: it cannot.
    func offer(path: String, mime: String, by driven: Driven) -> String?
}

extension DrivenOwner {
    public func connect(_ driven: Driven) {}
    public func failed(_ driven: Driven, reason: String) {}
    public func keep(_ changes: [Change], of driven: Driven, done: @escaping () -> Void) { done() }
    public func audit(_ record: AuditRecord, of driven: Driven, done: @escaping (String?) -> Void) { done(nil) }
    public func heard(_ message: Span<UInt8>, by driven: Driven) {}
    public func saw(_ seen: Seen, by driven: Driven) {}
    public func said(_ frame: Span<UInt8>, _ kind: Outgoing, by driven: Driven) {}
    public func said(part: OutgoingPart, by driven: Driven) {}
    public func noted(_ note: Note, by driven: Driven) {}
    public func traced(_ trace: Trace, by driven: Driven) {}
    public func acted(_ rule: Int, _ action: ActionTrace, by driven: Driven) {}
    public func offer(path: String, mime: String, by driven: Driven) -> String? { nil }
}
