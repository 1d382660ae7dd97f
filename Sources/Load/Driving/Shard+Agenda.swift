import Bot
import CSystem
import Drive
import Measure
import Net
import Time

// What is due, in the order of the plan's clock. The alarm rings for the earliest; a ring does a bounded amount of work
// and has the rest done in the next turn, so that replies are read in between.

extension Shard {
    private static let arrivalsARing = 128
    private static let sendsARing = 512
    private static let closesARing = 256
    static let probeGap = Interval.milliseconds(100)

    func ring() {
        let now = clock()
        switch phase {
        case .waiting, .over: return
        case .running: run(now - start)
        case .draining(let until):
            if now >= until || devices.allSatisfy({ !isOwedReply($0) }) { beginClosing(now) }
        case .closing(let until): goOnClosing(now, until: until)
        }
        probe(now)
        switch phase {
        case .waiting, .over: return
        case .running, .draining, .closing: while now - start >= .seconds(Int64(second + 1)) { endSecond() }
        }
        switch phase {
        case .waiting, .over: break
        case .running: alarm.set(at: start + nextDue())
        case .draining: alarm.set(at: now + .milliseconds(20))
        case .closing: alarm.set(at: now + .milliseconds(2))
        }
    }

    private func nextDue() -> Interval {
        var next = min(.seconds(Int64(second + 1)), watch.nextProbe)
        for due in [arrivals.next, sends.next, reminders.next, course.next] {
            if let due, due < next { next = due }
        }
        return next
    }

    private func run(_ now: Interval) {
        enterLegs(now)
        guard case .running = phase else { return }
        var left = Shard.arrivalsARing
        while left > 0, let due = arrivals.next, due <= now {
            arrivals.advance()
            arrive(planned: start + due)
            left -= 1
        }
        left = Shard.sendsARing
        while left > 0, let due = sends.next, due <= now {
            sends.advance()
            if let device = anyReady() {
                say(text(for: device), device, planned: start + due)
            } else {
                meter.error("not_ready")
            }
            left -= 1
        }
        while left > 0, let (device, due) = reminders.pop(upTo: now) {
            remind(device, due: due)
            left -= 1
        }
    }

    /// Begins what the plan's clock has come to.
    private func enterLegs(_ now: Interval) {
        if !hasEntered {
            hasEntered = true
            if let leg = course.current { begin(leg) }
        }
        while let end = course.next, now >= end {
            endDrill()
            course.advance()
            if let leg = course.current { begin(leg) }
        }
        if course.current == nil { drain(atMost: cast.plan.replyTimeout) }
    }

    private func begin(_ leg: Course.Leg) {
        guard let stage = leg.stage else { return }
        if case .rate(let rate)? = timing {
            if let new = stage.rate {
                sends.begin(new, at: leg.begins)
            } else if sends.next == nil {
                sends.begin(rate, at: leg.begins)
            }
        }
        if let drill = stage.drill { begin(drill) }
    }

    /// All devices together say so much from now on, whatever the plan says.
    public func setRate(_ rate: Rate) { sends.begin(rate, at: clock() - start) }

    // MARK: Devices that speak

    /// A device that can speak, drawn at random.
    private func anyReady() -> Int? {
        guard meter.devices[.ready] > 0 else { return nil }
        for _ in 0..<16 {
            let index = Int(truncatingIfNeeded: random.next() >> 1) % devices.count
            if canSpeak(index) { return index }
        }
        let first = Int(truncatingIfNeeded: random.next() >> 1) % devices.count
        return (0..<devices.count).lazy.map { ($0 + first) % self.devices.count }.first(where: canSpeak)
    }

    func canSpeak(_ index: Int) -> Bool { devices[index].state == .ready && !devices[index].isMuted }

    /// A device became ready: from now on it speaks by its own schedule, if the plan has one.
    func schedule(_ device: Int) {
        guard let sending = cast.plan.sending, !devices[device].isReminded, case .running = phase else { return }
        let now = clock() - start
        switch sending.schedule {
        case .rate: return
        case .every(let range):
            let first = random.jitter(range.most)
            reminders.add(device, at: now + first)
        case .think(let range):
            // A text of the connection before goes again: the next one follows its reply.
            guard devices[device].marks.outstanding == 0 else { return }
            reminders.add(device, at: now + random.interval(from: range.least, to: range.most))
        }
        devices[device].isReminded = true
    }

    private func remind(_ device: Int, due: Interval) {
        guard let sending = cast.plan.sending else { return }
        devices[device].isReminded = false
        switch sending.schedule {
        case .rate: break
        case .every(let range):
            let gap =
                sending.spread == .poisson
                ? random.exponential(
                    mean: Double(range.least.nanoseconds / 2 + range.most.nanoseconds / 2))
                : random.interval(from: range.least, to: range.most)
            reminders.add(device, at: due + gap)
            devices[device].isReminded = true
            if canSpeak(device) {
                say(text(for: device), device, planned: start + due)
            } else {
                meter.error("not_ready")
            }
        case .think: if canSpeak(device) { say(text(for: device), device, planned: nil) }
        }
    }

    /// A closed schedule: the reply is there, so the next text comes after a while.
    func replied(_ device: Int) {
        guard case .think(let range)? = timing, case .running = phase, !devices[device].isReminded else { return }
        // One that is not ready speaks when it is.
        guard canSpeak(device) else { return }
        if range.most == .zero {
            pending.append(Pending(device: device, event: .say(text(for: device)), planned: nil))
            return
        }
        devices[device].isReminded = true
        reminders.add(device, at: clock() - start + random.interval(from: range.least, to: range.most))
        alarm.set(at: start + nextDue())
    }

    /// - Parameter planned: nil: it was not planned for a time.
    func say(_ text: String, _ device: Int, planned: Instant?) {
        guard devices[device].bot.takesTexts else { return meter.error("outbox_full") }
        tell(device, .say(text), planned: planned)
    }

    private func text(for device: Int) -> String {
        if let plainText { return plainText }
        guard let texts = cast.plan.sending?.texts, let first = texts.first else { return "" }
        let template = texts.count == 1 ? first : texts[Int(random.next() % UInt64(texts.count))]
        said += 1
        return devices[device].bot.text(of: template, count: said, now: loop.now)
    }

    // MARK: Seconds and probes

    func endSecond() {
        meter.count(.bytesIn, by: sockets.traffic.bytesIn - traffic.bytesIn)
        meter.count(.bytesOut, by: sockets.traffic.bytesOut - traffic.bytesOut)
        traffic = (sockets.traffic.bytesIn, sockets.traffic.bytesOut)
        watch.endSecond(isHolding: course.current?.stage != nil)
        secondEnded(meter.endSecond(second))
        second += 1
    }

    /// How late we are, and which replies will not come any more.
    private func probe(_ now: Instant) {
        let elapsed = now - start
        guard elapsed >= watch.nextProbe else { return }
        // While all connections close, nothing is measured that lateness could spoil.
        if case .running = phase, watch.nextProbe > .zero { meter.recordLoopLag(elapsed - watch.nextProbe) }
        watch.probed(at: elapsed, gap: Shard.probeGap)
        // In an open schedule texts are due at their times, which gathering would miss.
        if case .think? = timing { loop.gathering = gathering.time }
        // Each device is looked at once a second.
        let timeout = cast.plan.replyTimeout
        let count = min(devices.count, devices.count / 10 + 1)
        for _ in 0..<count {
            swept = swept + 1 < devices.count ? swept + 1 : 0
            let lost = devices[swept].marks.expire(before: now + (.zero - timeout))
            guard lost > 0 else { continue }
            meter.count(.lost, by: lost)
            replied(swept)
        }
        drainPending()
    }

    // MARK: The end

    /// A text that was said before the end of the run has had neither its reply nor all its time. What rules say behind the
    /// end is not of the run any more.
    private func isOwedReply(_ device: Device) -> Bool { device.marks.oldest.map { $0 <= fellSilent } ?? false }

    private func beginClosing(_ now: Instant) {
        let tick = Interval(nanoseconds: 1)
        for index in devices.indices {
            let lost = devices[index].marks.expire(before: now + (tick - cast.plan.replyTimeout))
            if lost > 0 { meter.count(.lost, by: lost) }
            // The run was stopped: nobody knows whether these would have had one.
            for _ in 0..<devices[index].marks.expire(before: fellSilent + tick) { meter.error("unanswered") }
            _ = devices[index].marks.forget()
        }
        phase = .closing(until: now + .seconds(10))
    }

    private func goOnClosing(_ now: Instant, until: Instant) {
        var left = Shard.closesARing
        while left > 0, closing < devices.count {
            if let connection = devices[closing].connection {
                devices[closing].connection = nil
                sockets.close(connection, code: 1000)
                left -= 1
            }
            loop.cancel(&devices[closing].timer)
            move(closing, to: .closed)
            closing += 1
        }
        if (closing == devices.count && sockets.count == 0) || now >= until { finish() }
    }
}
