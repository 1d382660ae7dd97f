import Hermes
import Random
import Rules
import Time

// The rule of a bot: everything that happens to it comes in by `handle` or `receive`, with the time; everything that it
// does goes out as effects. It reads no clock, opens nothing, and draws random numbers from its own seed alone, so the
// same events at the same times give the same effects, byte for byte.
//
// Each event goes the same way: first what was due before it, then the event itself, then `settle`, in which the rules
// see what happened, act, and hand over what may go.

/// One bot: a device, or a gateway's end of one device.
///
/// Drivers keep it, tell it events, perform its effects in order, and wake it at `deadline`.
public struct Bot {
    public internal(set) var blueprint: Blueprint
    let who: Who
    var random: SplitMix
    /// Variables, dialogue state, limits.
    public internal(set) var memory: Memory
    var link: Link
    var inbound = Inbound()
    var outbox = Outbox()
    var answers = Answers()
    /// The rules that act and wait, oldest first.
    var acting: [Acting] = []
    /// Rules of which a firing ended while others wait behind it.
    var turns: [Int] = []
    /// Parcels that were handed over, for the rules that wait for it.
    var gone: [UInt64] = []
    /// What happened and the rules have not seen.
    var pending: [Happening] = []
    var timers = Cold<Timers>()
    var desk = Cold<Desk>()
    var ai = Cold<AIAccount>()
    /// Counts firings, events and tickets.
    var lastNumber: UInt64 = 0
    public internal(set) var counts = Counts()
    /// When `wake` is due.
    public private(set) var deadline: Instant?

    var memoryChanged = false
    var hasStarted = false
    /// Nothing new begins.
    var isDraining = false
    /// It has said `exit`.
    public internal(set) var hasEnded = false

    /// - Parameters:
    ///   - seed: a fresh one for each process; the same one repeats a run exactly.
    ///   - kept: what `persist` effects of an earlier process left, in any order.
    public init(
        _ blueprint: Blueprint, identity: Identity, seed: UInt64, now: Now,
        kept: [(key: String, value: [UInt8])] = []
    ) {
        self.blueprint = blueprint
        who = Who(identity, file: blueprint.file)
        random = SplitMix(seed: seed)
        memory = Memory()
        link = blueprint.role == .device ? .device(DeviceSession()) : .gateway(nil, isGreeted: false)
        for (name, value) in identity.variables { blueprint.program.set(name, to: value, in: &memory) }
        if !kept.isEmpty {
            restore(kept, now: now)
            turns = acting.filter(\.waitsItsTurn).map(\.rule)
            deadline = acting.contains { $0.due != nil } ? now.instant : nil
        }
    }

    public var identity: Identity { who.identity }

    /// Frames may go out.
    public var isReady: Bool { link.isReady }

    public var status: Status {
        var status = Status(phase: link.phase)
        if hasEnded { status.phase = .closed }
        status.approvalsPaused = answers.paused
        status.approvalsOff = answers.isOff
        status.queued = acting.count(where: \.waitsItsTurn)
        status.acting = acting.count - status.queued
        status.outbox = outbox.parcels.count
        status.openPrompts = blueprint.role == .device ? answers.open.count : desk.value.cards.count
        status.counts = counts
        return status
    }

    /// Whole texts that the peer may not have. When the connection ends they go after the next `ready`, for the first time or
    /// again.
    public var openTexts: Int { outbox.openTexts }

    /// A text that is said now is taken. Otherwise it is dropped: too many wait for a peer that confirms none.
    public var takesTexts: Bool { outbox.room > 0 }

    /// The value of a variable, by its name.
    public func variable(_ name: String) -> Value? { blueprint.program.value(of: name, in: memory) }

    /// The name of the dialogue state; nil outside of any.
    public func state(now: Now) -> String? { blueprint.program.state(of: memory, now: now) }

    /// Gives a variable a value from outside, as a test or `why` does; one that the file does not have is left alone.
    public mutating func set(_ name: String, to value: Value) {
        blueprint.program.set(name, to: value, in: &memory)
        memoryChanged = true
    }

    /// Enters a dialogue state from outside, or leaves with nil.
    public mutating func enter(_ state: String?, now: Now) {
        blueprint.program.enter(state, now: now, in: &memory)
        memoryChanged = true
    }

    /// A whole text message from the wire (or a binary one that is UTF-8).
    @discardableResult
    public mutating func receive(_ message: Span<UInt8>, now: Now, into effects: inout Effects) -> Seen {
        guard !hasEnded else { return Seen(.unknown) }
        catchUp(now: now, into: &effects)
        defer { settle(now: now, into: &effects) }
        // What an old connection still brings is nobody's.
        guard isConnected else { return Seen(.unknown) }
        heard(now: now)
        switch blueprint.role {
        case .device: return receiveAsDevice(message, now: now, into: &effects)
        case .gateway: return receiveAsGateway(message, now: now, into: &effects)
        }
    }

    public mutating func handle(_ event: Event, now: Now, into effects: inout Effects) {
        guard !hasEnded else { return }
        catchUp(now: now, into: &effects)
        take(event, now: now, into: &effects)
        settle(now: now, into: &effects)
    }

    private mutating func take(_ event: Event, now: Now, into effects: inout Effects) {
        switch event {
        case .start: start(now: now, into: &effects)
        case .opened(let token): opened(token: token, now: now, into: &effects)
        case .closed(let ending): ended(ending, now: now, into: &effects)
        case .acknowledged(let mark):
            heard(now: now)
            acknowledged(mark, into: &effects)
        case .alive: heard(now: now)
        case .wake: break
        case .congested: outbox.isSlow = true
        case .writable: outbox.isSlow = false
        case .fetched(let ticket, let outcome): fetched(ticket, outcome, now: now, into: &effects)
        case .uploaded(let ticket, let failure): uploaded(ticket, failure: failure, now: now, into: &effects)
        case .joined(let ticket, let outcome): joined(ticket, outcome, now: now, into: &effects)
        case .saved(let ticket, let outcome): saved(ticket, outcome, now: now, into: &effects)
        case .ai(let ticket, let progress): self.progress(ticket, progress, now: now, into: &effects)
        case .audited(let ticket, let failure): audited(ticket, failure: failure, now: now, into: &effects)
        case .approvals(let turned): turn(turned, into: &effects)
        case .say(let text):
            say(text, now: now, into: &effects)
        case .answer(let prompt, let choice): answerByHand(prompt, choice, now: now, into: &effects)
        case .drain: isDraining = true
        }
    }

    private mutating func start(now: Now, into effects: inout Effects) {
        guard !hasStarted else { return }
        hasStarted = true
        happen(.start)
        startTimers(now: now, into: &effects)
        connect(now: now, into: &effects)
    }

    /// A text by hand.
    private mutating func say(_ text: String, now: Now, into effects: inout Effects) {
        let outcome = send(text, style: nil, rule: nil, passesClarify: true, now: now, into: &effects)
        if case .failed(let reason) = outcome { note(.error, .failed, reason, into: &effects) }
    }

    private mutating func turn(_ turned: ApprovalSwitch, into effects: inout Effects) {
        switch turned {
        case .off: answers.isOff = true
        case .on: answers.isOff = false
        case .resume:
            guard answers.paused != nil else { return }
            answers.paused = nil
            keepApprovals(into: &effects)
        }
    }

    // MARK: Time

    /// Does what was due before the event.
    private mutating func catchUp(now: Now, into effects: inout Effects) {
        guard let deadline, deadline <= now.instant else { return }
        tickSession(now: now, into: &effects)
        tickInbound(now: now, into: &effects)
        tickActing(now: now, into: &effects)
        fireTimers(now: now, into: &effects)
        expireCards(now: now, into: &effects)
        if !pending.isEmpty { settle(now: now, into: &effects) }
    }

    /// Goes on with the rules whose time has come.
    private mutating func tickActing(now: Now, into effects: inout Effects) {
        guard !acting.isEmpty else { return }
        let due = acting.filter { ($0.due ?? .distantFuture) <= now.instant }
        for this in due where acting.contains(where: { $0.number == this.number }) {
            switch this.wait {
            case .pause: resume(this, with: .done, now: now, into: &effects)
            case .typing:
                showTyping(false, now: now, into: &effects)
                resume(this, with: .done, now: now, into: &effects)
            case .again: run(this, now: now, into: &effects)
            case .lost: resume(this, with: .failed("interrupted by a restart"), now: now, into: &effects)
            case .ai(let reply): timeOut(this, reply, now: now, into: &effects)
            default: break
            }
        }
    }

    // MARK: After each event

    /// Lets the rules see what happened, until nothing more happens; then sends what may go.
    private mutating func settle(now: Now, into effects: inout Effects) {
        repeat {
            while !pending.isEmpty, !hasEnded {
                meet(pending.removeFirst(), now: now, into: &effects)
                takeTurns(now: now, into: &effects)
            }
            takeTurns(now: now, into: &effects)
            if !hasEnded { flush(now: now, into: &effects) }
            resumeSenders(now: now, into: &effects)
        } while !hasEnded && (!pending.isEmpty || !turns.isEmpty || !gone.isEmpty)
        if hasEnded { pending = [] } else { mark(into: &effects) }
        leaveIfDrained(now: now, into: &effects)
        keepMemory(now: now, into: &effects)
        deadline = hasEnded ? nil : nextDeadline(now)
    }

    private func nextDeadline(_ now: Now) -> Instant? {
        var next: Instant?
        if case .device(let session) = link { next = session.deadline(blueprint.session) }
        next = earliest(next, inbound.deadline(blueprint.intake))
        for index in acting.indices { next = earliest(next, acting[index].due) }
        if !outbox.isEmpty { next = earliest(next, outbox.deadline(road(now))) }
        if timers.isUsed, hasStarted { next = earliest(next, timers.value.deadline(now)) }
        if desk.isUsed { next = earliest(next, desk.value.deadline) }
        return next
    }
}

/// Who a bot is: it does not change, so copies share it.
final class Who: Sendable {
    let identity: Identity
    /// As hello and templates say it.
    let device: Scope.Device

    init(_ identity: Identity, file: BotFile) {
        self.identity = identity
        device = Scope.Device(
            id: identity.device, name: identity.name ?? file.device.name ?? file.name, platform: file.device.platform,
            appVersion: file.device.appVersion, index: identity.index)
    }
}
