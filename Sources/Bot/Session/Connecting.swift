import Hermes
import Rules
import Time

// The session's events, both roles: what each means for the session, and what rules and outbox hear of it.

extension Bot {
    var isConnected: Bool { link.isConnected }

    // MARK: A device

    /// Connects, unless it is connected or under way already.
    mutating func connect(now: Now, into effects: inout Effects) {
        let settings = blueprint.session
        if link.device({ $0.start(now: now.instant, settings: settings) }) == true { effects.append(.connect) }
    }

    mutating func opened(token: Secret?, now: Now, into effects: inout Effects) {
        switch link {
        case .gateway(let session, _):
            if session != nil { disconnected(code: 1000, reason: "replaced", isClean: true, now: now, into: &effects) }
            link = .gateway(GatewaySession(now: now.instant, settings: blueprint.guests), isGreeted: false)
        case .device:
            let settings = blueprint.session
            guard link.device({ $0.opened(now: now.instant, settings: settings) }) == true else {
                return effects.append(.close(code: 0, reason: ""))
            }
            let server = blueprint.file.server
            let hello = Hello(
                token: server.tokenPlacement == .header ? nil : token,
                device: .init(
                    id: identity.device, name: profile.name, platform: profile.platform,
                    appVersion: profile.appVersion),
                user: server.user)
            effects.send(.hello) { hello.encode(into: &$0) }
        }
        counts.opened &+= 1
        note(.info, .connection, "connected", into: &effects)
        happen(.connected)
    }

    mutating func welcomed(_ bytes: Span<UInt8>, now: Now, into effects: inout Effects) {
        let settings = blueprint.session
        guard case .ready(let again) = link.device({ $0.welcomed(now: now.instant, settings: settings) }) else {
            return note(.debug, .ignored, "ready where none was due", into: &effects)
        }
        counts.ready &+= 1
        note(.info, .connection, again ? "ready again" : "ready", into: &effects)
        happen(.ready, of: bytes) {
            $0.t = "ready"
            $0.again = again
        }
    }

    /// The gateway said that it is over.
    mutating func denied(now: Now, into effects: inout Effects) {
        guard link.device({ $0.denied() }) == true else { return }
        effects.append(.close(code: 1000, reason: ""))
        disconnected(code: 1000, reason: "denied", isClean: true, now: now, into: &effects)
        failed("denied", into: &effects)
    }

    /// - Parameter cause: what ended the last connection, or the attempt to make one.
    private mutating func failed(_ reason: String, cause: String = "", into effects: inout Effects) {
        note(.error, .connection, "failed: \(reason)\(cause.isEmpty ? "" : " (\(cause))")", into: &effects)
        effects.append(.failed(reason: reason))
        happen(.failed) { $0.reason = reason }
    }

    /// The connection, or the attempt to make one, ended.
    mutating func ended(_ ending: Ending, now: Now, into effects: inout Effects) {
        let wasConnected = isConnected
        let (code, reason, isClean) = ending.told
        guard case .device = link else {
            guard wasConnected else { return }
            link = .gateway(nil, isGreeted: false)
            return disconnected(code: code, reason: reason, isClean: isClean, now: now, into: &effects)
        }
        let settings = blueprint.session
        let consequence = link.device {
            $0.ended(ending.seen, now: now.instant, settings: settings, using: &random)
        }
        guard let consequence, consequence != .ignored else { return }
        if wasConnected { disconnected(code: code, reason: reason, isClean: isClean, now: now, into: &effects) }
        follow(consequence, ending, ending.cause, now: now, into: &effects)
    }

    private mutating func follow(
        _ consequence: DeviceSession.Consequence, _ ending: Ending?, _ cause: String, now: Now,
        into effects: inout Effects
    ) {
        switch consequence {
        case .ignored: break
        case .retry(let at):
            note(.info, .connection, "\(cause): again in \((at - now.instant).roundedText)", into: &effects)
        case .failed(.impossible):
            if case .impossible(let reason) = ending {
                failed(reason, into: &effects)
            } else {
                failed("impossible", into: &effects)
            }
        case .failed(let failure): failed(failure.rawValue, cause: cause, into: &effects)
        }
    }

    mutating func tickSession(now: Now, into effects: inout Effects) {
        let settings = blueprint.session
        let wasConnected = isConnected
        switch link.device({ $0.tick(now: now.instant, settings: settings, using: &random) }) {
        case nil, .nothing: break
        case .connect: effects.append(.connect)
        case .ping: effects.append(.ping(mark: 0))
        case .drop(let cause, let consequence):
            effects.append(.close(code: 0, reason: cause.rawValue))
            if wasConnected {
                disconnected(code: 1006, reason: cause.rawValue, isClean: false, now: now, into: &effects)
            }
            follow(consequence, nil, cause.rawValue, now: now, into: &effects)
        }
    }

    /// Any inbound frame: the peer lives.
    mutating func heard(now: Now) { _ = link.device { $0.heard(now: now.instant) } }

    // MARK: Leaving

    /// `disconnect`: the bot stays away, or comes back at once.
    mutating func disconnect(
        _ code: UInt16, reconnect: Bool, _ action: Action, by this: Acting, now: Now, into effects: inout Effects
    ) -> Outcome {
        acted(action, by: this, reconnect ? "\(code), and again" : "\(code)", into: &effects)
        hangUp(code: code, reason: "", now: now, into: &effects)
        if reconnect { connect(now: now, into: &effects) }
        return .done
    }

    /// Closes the connection, if there is one, and makes no other.
    mutating func hangUp(code: UInt16, reason: String, now: Now, into effects: inout Effects) {
        let wasConnected = isConnected
        let isThere: Bool
        switch link {
        case .device: isThere = link.device { $0.stop() } ?? false
        case .gateway:
            isThere = wasConnected
            link = .gateway(nil, isGreeted: false)
        }
        guard isThere else { return }
        effects.append(.close(code: code, reason: reason))
        if wasConnected { disconnected(code: code, reason: reason, isClean: true, now: now, into: &effects) }
    }

    /// What was open is not any more.
    private mutating func disconnected(
        code: UInt16, reason: String, isClean: Bool, now: Now, into effects: inout Effects
    ) {
        note(.info, .connection, "disconnected: \(code)\(reason.isEmpty ? "" : " ")\(reason)", into: &effects)
        for (number, ticket) in outbox.connectionEnded() {
            effects.append(.cancel(ticket))
            // Some of its parts may be there, and none may go twice.
            if !blueprint.limits.again { giveUp(number, why: "the connection ended", now: now, into: &effects) }
        }
        dropInbound(into: &effects)
        happen(.disconnected) {
            $0.code = String(code)
            $0.reason = reason
            $0.clean = isClean
        }
    }

    /// `stop`: the bot has come to its end.
    mutating func leave(code: Int32, now: Now, into effects: inout Effects) {
        guard !hasEnded else { return }
        flush(now: now, into: &effects)
        hasEnded = true
        hangUp(code: 1000, reason: "", now: now, into: &effects)
        effects.append(.exit(code: code))
    }

    /// `drain`: it ends when nothing is under way. What is kept goes on with the next process.
    mutating func leaveIfDrained(now: Now, into effects: inout Effects) {
        guard isDraining, !hasEnded, pending.isEmpty else { return }
        let isActing = acting.contains { this in
            if blueprint.keeps, this.canWait { return false }
            // What waits for a connection that will never come waits in vain.
            if link.isOver, case .parcel = this.wait { return false }
            return true
        }
        guard !isActing, outbox.isEmpty || link.isOver else { return }
        leave(code: 0, now: now, into: &effects)
    }
}

extension Ending {
    fileprivate var seen: DeviceSession.Ending {
        switch self {
        case .close(let code, _): .closed(code: code)
        case .refused(let status): .refused(status: status)
        case .failed: .lost
        case .impossible: .impossible
        }
    }

    /// For people: why the connection, or the attempt, ended.
    fileprivate var cause: String {
        switch self {
        case .close(let code, let reason): reason.isEmpty ? "closed with \(code)" : "closed with \(code): \(reason)"
        case .refused(let status): "HTTP status \(status)"
        case .failed(let reason), .impossible(let reason): reason
        }
    }

    /// As rules hear of it.
    fileprivate var told: (code: UInt16, reason: String, isClean: Bool) {
        switch self {
        case .close(let code, let reason): (code, reason, true)
        case .refused(let status): (1006, "HTTP status \(status)", false)
        case .failed(let reason), .impossible(let reason): (1006, reason, false)
        }
    }
}

extension Acting {
    /// It waits for its turn or for time alone, so it can go on in another process.
    fileprivate var canWait: Bool {
        switch wait {
        case .turn, .pause: true
        default: false
        }
    }
}
