import Bot
import Drive
import Hermes
import Measure
import Net
import Random
import Rules
import Time

// What devices are told, and what they ask for. A device is told one event at a time, never from inside another; what
// its effects bring about waits in `pending`.

extension Shard: LoopMember {
    /// A device comes into being and connects.
    func arrive(planned: Instant) {
        let index = devices.count
        let number = part.device(index)
        let which = cast.bot(of: number)
        let row = cast.rows?[number] ?? Rows.Row()
        // Of the plan's seed: the same device has the same id in each run.
        var own = SplitMix(seed: cast.plan.seed ^ (UInt64(truncatingIfNeeded: number) &* 0xA24B_AED4_963E_E407))
        let id = row.device ?? own.uuid()
        let identity = Identity(device: id, variables: row.variables, index: number)
        devices.append(
            Device(
                bot: Bot(blueprints[which], identity: identity, seed: own.next(), now: loop.now), cast: UInt16(which)))
        devices[index].marks.began = planned
        meter.count(.devices)
        meter.record(.lag, clock() - planned)
        tell(index, .start)
    }

    func tell(_ index: Int, _ event: Event, planned: Instant? = nil, isCounted: Bool = false) {
        pending.append(Pending(device: index, event: event, planned: planned, isCounted: isCounted))
        drainPending()
    }

    func drainPending() {
        guard !isBusy, !pending.isEmpty else { return }
        isBusy = true
        var next = 0
        while next < pending.count {
            let this = pending[next]
            next += 1
            planned = this.planned
            isCounted = this.isCounted
            devices[this.device].bot.handle(this.event, now: loop.now, into: &effects)
            perform(this.device)
            // It did not go out at once: the socket is full, or a question is open. It is waited for since now all the same.
            if let planned { devices[this.device].marks.plan(at: planned) }
            planned = nil
            isCounted = false
            arm(this.device)
        }
        pending.removeAll(keepingCapacity: true)
        isBusy = false
    }

    /// Has the device woken when it is due, or earlier: a timer is not moved for what is due later.
    func arm(_ index: Int) {
        let deadline = devices[index].bot.deadline ?? .distantFuture
        guard deadline < devices[index].armed else { return }
        loop.cancel(&devices[index].timer)
        devices[index].armed = deadline
        devices[index].timer = loop.arm(at: deadline, seat: seat, token: index)
    }

    public func fired(_ timer: Net.Timer, token index: Int) {
        devices[index].timer = .none
        devices[index].armed = .distantFuture
        if devices[index].isMuted { return }
        guard let deadline = devices[index].bot.deadline else { return }
        if deadline <= loop.now.instant { tell(index, .wake) } else { arm(index) }
    }

    func move(_ index: Int, to state: DeviceState) {
        meter.move(from: devices[index].state, to: state)
        devices[index].state = state
    }

    // MARK: Effects

    func perform(_ index: Int) {
        guard !effects.isEmpty else { return }
        for place in effects.items.indices { perform(effects.items[place], index) }
        effects.removeAll()
    }

    private func perform(_ effect: Effect, _ index: Int) {
        switch effect {
        case .connect: connect(index)
        case .send(let range, let kind): send(range, kind, index)
        case .ping(let mark): if let connection = devices[index].connection { sockets.ping(mark: mark, on: connection) }
        case .close(let code, let reason): close(code, reason, index)
        case .failed(let reason):
            if !isCounted { meter.error(reason) }
            move(index, to: .failed)
            giveUp(index)
        case .exit:
            close(1000, "", index)
            move(index, to: .closed)
            giveUp(index)
        case .audit(let ticket?, _): pending.append(Pending(device: index, event: .audited(ticket, failure: nil)))
        case .log, .note, .trace, .acted: if let journal { tell(effect, index, to: journal) }
        case .audit(nil, _), .persist: break
        default: perform(errand: effect, index)
        }
    }

    /// What one device alone shows of itself.
    private func tell(_ effect: Effect, _ index: Int, to journal: Journal) {
        let file = cast.bots[Int(devices[index].cast)].file
        switch effect {
        case .log(let level, let text): journal.log(level, text, bot: file.name, at: loop.now.wall)
        case .note(let note): journal.note(note, file: file, at: loop.now.wall)
        case .trace(let trace): journal.trace(trace, file: file, bot: file.name, at: loop.now.wall)
        case .acted(let rule, _, let action):
            journal.acted(action, rule: rule, file: file, bot: file.name, at: loop.now.wall)
        default: break
        }
    }

    private func connect(_ index: Int) {
        let which = Int(devices[index].cast)
        if devices[index].state != .planned {
            devices[index].marks.began = clock()
            meter.count(.reconnects)
        }
        move(index, to: .connecting)
        devices[index].connection = sockets.connect(routes[which].target.request(token(of: index)), tag: index)
    }

    /// A device's own token, of its row, or that of its bot.
    func token(of index: Int) -> Secret? {
        if let rows = cast.rows, let own = rows[part.device(index)].token { return Secret(own) }
        return routes[Int(devices[index].cast)].token
    }

    private func send(_ range: Range<Int>, _ kind: Outgoing, _ index: Int) {
        // The bot takes it for handed over, whatever becomes of it.
        defer { note(kind, index) }
        guard let connection = devices[index].connection, !devices[index].isMuted else { return }
        switch sockets.send(effects.bytes.span.extracting(range), on: connection) {
        case .accepted:
            meter.count(.sent)
            journal?.said(
                effects.bytes.span.extracting(range), role: .device, bot: cast.tags[Int(devices[index].cast)],
                at: loop.now.wall)
        case .full, .tooBig:
            meter.error("queue_full")
            sockets.drop(connection)
        case .notOpen: break
        }
    }

    /// What goes out may be something that the device then waits for.
    private func note(_ kind: Outgoing, _ index: Int) {
        switch kind {
        case .hello: devices[index].marks.began = clock()
        case .text, .ended, .whole:
            let now = clock()
            if let planned { meter.record(.lag, now - planned) }
            devices[index].marks.ask(at: planned ?? now)
            planned = nil
        case .answer: devices[index].marks.answer(at: clock())
        default: break
        }
    }

    private func close(_ code: UInt16, _ reason: String, _ index: Int) {
        guard let connection = devices[index].connection else { return }
        devices[index].connection = nil
        connectionEnded(index)
        move(index, to: .waiting)
        if code == 0 {
            // Why it is given up.
            if !reason.isEmpty {
                meter.error(reason)
                isCounted = true
            }
            sockets.drop(connection)
        } else {
            sockets.close(connection, code: code)
        }
    }

    /// What was said on a connection that is gone goes again on the next, or is lost.
    func connectionEnded(_ index: Int) {
        uploads[index] = nil
        let lost = devices[index].marks.disconnect(open: devices[index].bot.openTexts)
        if lost > 0 { meter.count(.lost, by: lost) }
    }

    /// The device says and hears nothing any more.
    func giveUp(_ index: Int) {
        let lost = devices[index].marks.forget()
        if lost > 0 { meter.count(.lost, by: lost) }
    }
}
