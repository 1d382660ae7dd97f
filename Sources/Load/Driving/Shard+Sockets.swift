import Bot
import Drive
import Hermes
import Measure
import Net
import Time

// What the network says: a connection's tag is its device's index.

extension Shard: WebSocketDriver {
    public func opened(_ connection: Connection, tag index: Int, _ opening: Opening) {
        guard devices[index].connection == connection else { return }
        let now = clock()
        let group = Int(devices[index].cast)
        meter.record(.connect, opening.secured - devices[index].marks.began, tag: group)
        meter.record(.upgrade, now - opening.secured, tag: group)
        move(index, to: .greeting)
        tell(index, .opened(token: token(of: index)))
    }

    public func received(_ message: Span<UInt8>, _ kind: MessageKind, on connection: Connection, tag index: Int) {
        guard devices[index].connection == connection, !devices[index].isMuted else { return }
        isBusy = true
        journal?.heard(message, role: .device, bot: cast.tags[Int(devices[index].cast)], at: loop.now.wall)
        let seen = devices[index].bot.receive(message, now: loop.now, into: &effects)
        meter.count(.received)
        note(seen, message, index)
        countParts(message, index)
        perform(index)
        isCounted = false
        isBusy = false
        drainPending()
        arm(index)
    }

    private func note(_ seen: Seen, _ message: Span<UInt8>, _ index: Int) {
        let now = clock()
        let group = Int(devices[index].cast)
        switch seen.kind {
        case .ready where devices[index].state == .greeting:
            meter.record(.ready, now - devices[index].marks.began, tag: group)
            move(index, to: .ready)
            devices[index].hasBeenReady = true
            schedule(index)
        case .malformed: meter.error("malformed")
        case .error:
            meter.error(Shard.code(of: message))
            isCounted = true
        default: break
        }
        if seen.isRepeated { meter.count(.repeated) }
        if seen.isLate { meter.count(.reordered) }
        let step = devices[index].marks.see(seen, now: now, into: meter, tag: group)
        if let time = step.began { gathering.see(time) }
        if step.isReplied { replied(index) }
    }

    /// The code of an `error` frame, which is rare enough to be read twice.
    private static func code(of message: Span<UInt8>) -> String {
        guard case .frame(.error(let error)) = GatewayFrame.decode(message) else { return "error" }
        return error.code
    }

    public func ponged(mark: UInt64, on connection: Connection, tag index: Int) {
        guard devices[index].connection == connection else { return }
        tell(index, .acknowledged(mark: mark))
    }

    public func heard(on connection: Connection, tag index: Int) {
        guard devices[index].connection == connection else { return }
        tell(index, .alive)
    }

    public func congested(_ connection: Connection, tag index: Int) {
        guard devices[index].connection == connection else { return }
        tell(index, .congested)
    }

    public func writable(_ connection: Connection, tag index: Int) {
        guard devices[index].connection == connection else { return }
        goOnUploading(index)
        tell(index, .writable)
    }

    public func closed(_ connection: Connection, tag index: Int, _ ending: Net.Ending) {
        guard devices[index].connection == connection else { return }
        devices[index].connection = nil
        let wasOpen = devices[index].state == .ready || devices[index].state == .greeting
        var error: String?
        switch ending {
        case .close(let code, _): meter.close("\(code)")
        case .refused(let status): error = "http_\(status)"
        case .failed(let failure) where wasOpen:
            meter.close("1006")
            if failure.code != .dropped { error = failure.code.rawValue }
        case .failed(let failure): error = failure.code.rawValue
        }
        if let error { meter.error(error) }
        connectionEnded(index)
        move(index, to: .waiting)
        tell(index, .closed(BotEnding(ending)), isCounted: error != nil)
    }
}
