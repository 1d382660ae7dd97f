import Hermes
import Rules
import Time

// From the outbox to the wire: which parcels go now, as which frames, and what they tell when they are there.

extension Bot {
    func road(_ now: Now) -> Outbox.Road {
        var olderUntil = Instant.zero
        if case .device(let session) = link, case .ready(let liveness) = session.phase {
            olderUntil = liveness.since + Outbox.longestHold
        }
        let until = answers.holdsTexts(connection: counts.opened, olderUntil: olderUntil)
        return Outbox.Road(isReady: isReady, heldUntil: until, rate: blueprint.limits.rate, now: now.instant)
    }

    /// Sends what may go now. A stream that ends lets what follows it begin, so it goes round until nothing more goes.
    mutating func flush(now: Now, into effects: inout Effects) {
        guard !outbox.isEmpty else { return }
        repeat {
            beginStreams(now: now, into: &effects)
            growStreams(now: now, into: &effects)
            while let parcel = outbox.nextToSend(road(now)) { handOver(parcel, now: now, into: &effects) }
        } while !outbox.streamsToBegin(road(now)).isEmpty
        allowParts(now: now, into: &effects)
        tellOfHeld(now: now, into: &effects)
    }

    /// Puts one ping behind all that went since the last.
    mutating func mark(into effects: inout Effects) {
        if isReady, !outbox.isEmpty, let mark = outbox.mark() { effects.append(.ping(mark: mark)) }
    }

    /// Goes on with the rules whose parcels went.
    mutating func resumeSenders(now: Now, into effects: inout Effects) {
        while !gone.isEmpty {
            let number = gone.removeFirst()
            guard let this = acting.first(where: { $0.waits(for: number) }) else { continue }
            resume(this, with: .done, now: now, into: &effects)
        }
    }

    // MARK: Streams

    private mutating func beginStreams(now: Now, into effects: inout Effects) {
        for number in outbox.streamsToBegin(road(now)) {
            if let parcel = outbox[number] { tellOfRelease(parcel, now: now, into: &effects) }
            outbox.change(number) { $0.progress = .growing }
        }
    }

    private mutating func growStreams(now: Now, into effects: inout Effects) {
        // What is due stays due: the newest state goes as soon as the socket is free, be it only between two parts of a
        // file.
        if outbox.isSlow { return }
        for number in outbox.streamsDue(at: now.instant) {
            let road = road(now)
            let mayShow =
                road.isReady && !outbox.hasUrgent(road)
                && outbox.budget.opens(rate: road.rate) <= now.instant
            let step = outbox.changeStream(number) {
                $0.step(now: now.instant, mayShow: mayShow, random: &random)
            }
            switch step {
            case .show(let text, let isFirst):
                guard case .stream(let stream) = outbox[number]?.content else { continue }
                _ = outbox.budget.take(rate: road.rate, now: now.instant)
                effects.send(isFirst ? .begun : .grown) {
                    MessageFrame(id: stream.id, text: text, edit: !isFirst, final: false).encode(into: &$0)
                }
                if !stream.isWhole { keepParcel(number, now: now, into: &effects) }
            case .end:
                outbox.change(number) { $0.progress = .ending }
            case .nothing, nil: break
            }
        }
    }

    /// The text of a stream has come to its end: one that cannot be shown as it grows goes as one last edit.
    mutating func streamIsWhole(_ number: UInt64, now: Now, into effects: inout Effects) {
        outbox.change(number) {
            guard $0.progress == .growing, case .stream(let stream) = $0.content, stream.isCut else { return }
            $0.progress = .ending
        }
        keepParcel(number, now: now, into: &effects)
    }

    /// Ends a stream where it is: one that has begun gets its last frame, one that has not is taken back.
    mutating func stopStream(_ number: UInt64, now: Now, into effects: inout Effects) {
        guard let parcel = outbox[number], case .stream(let stream) = parcel.content else { return }
        for follower in outbox.parcels where follower.follows == number {
            stopStream(follower.number, now: now, into: &effects)
        }
        outbox.change(number) { $0.rule = nil }
        guard stream.hasBegun else {
            outbox.remove(number)
            return unkeepParcel(number, into: &effects)
        }
        guard parcel.progress == .growing else { return }
        outbox.changeStream(number) { $0.stopHere() }
        streamIsWhole(number, now: now, into: &effects)
    }

    // MARK: Handing over

    private mutating func handOver(_ parcel: Parcel, now: Now, into effects: inout Effects) {
        switch parcel.content {
        case .text(let id, let text):
            tellOfRelease(parcel, now: now, into: &effects)
            effects.send(.text) { TextFrame(id: id, text: text).encode(into: &$0) }
        case .answer(let id, let option, let text):
            guard mayGo(id, now: now, into: &effects) else {
                outbox.remove(parcel.number)
                return unkeepParcel(parcel.number, into: &effects)
            }
            effects.send(.answer) { PromptAnswer(prompt: id, option: option, text: text).encode(into: &$0) }
        case .stream(let stream):
            tellOfRelease(parcel, now: now, into: &effects)
            let kind: Outgoing =
                stream.closes ? (stream.hasBegun ? .ended : .whole) : (stream.hasBegun ? .grown : .begun)
            effects.send(kind) {
                MessageFrame(id: stream.id, text: stream.text, edit: stream.hasBegun, final: stream.closes)
                    .encode(into: &$0)
            }
            outbox.changeStream(parcel.number) { $0.handedOver() }
        case .frame(let bytes, let kind, _):
            effects.send(kind) { $0.append(contentsOf: bytes) }
        case .upload(var upload, let offered):
            if blueprint.limits.rate != nil { upload.credit = 1 }
            let ticket = newTicket()
            outbox.change(parcel.number) { $0.progress = .uploading(ticket) }
            return effects.append(offered ? .offer(ticket, upload) : .upload(ticket, upload))
        }
        handedOver(parcel, into: &effects)
    }

    /// A parcel is wholly with the socket.
    private mutating func handedOver(_ parcel: Parcel, into effects: inout Effects) {
        if blueprint.limits.again, !parcel.onlyOnce {
            outbox.change(parcel.number) { $0.progress = .sent }
        } else {
            outbox.remove(parcel.number)
            delivered(parcel, into: &effects)
        }
        switch parcel.content {
        case .stream, .upload: gone.append(parcel.number)
        case .text, .answer, .frame: break
        }
    }

    /// A transfer has ended: all its parts are with the socket, or it failed.
    mutating func uploaded(_ ticket: Ticket, failure: String?, now: Now, into effects: inout Effects) {
        guard let parcel = outbox.parcels.first(where: { $0.progress == .uploading(ticket) }) else { return }
        guard let failure else { return handedOver(parcel, into: &effects) }
        outbox.change(parcel.number) { $0.progress = .waiting }
        giveUp(parcel.number, why: failure, now: now, into: &effects)
    }

    /// With a budget, a transfer gets its parts one by one, behind all else that waits.
    private mutating func allowParts(now: Now, into effects: inout Effects) {
        guard let rate = blueprint.limits.rate, isReady, !outbox.isSlow else { return }
        for parcel in outbox.parcels {
            guard case .uploading(let ticket) = parcel.progress else { continue }
            if outbox.budget.take(rate: rate, now: now.instant) { effects.append(.allowParts(ticket, count: 1)) }
        }
    }

    // MARK: The end of a parcel

    mutating func acknowledged(_ mark: UInt64, into effects: inout Effects) {
        for parcel in outbox.acknowledge(mark) { delivered(parcel, into: &effects) }
    }

    private mutating func delivered(_ parcel: Parcel, into effects: inout Effects) {
        unkeepParcel(parcel.number, into: &effects)
        if let file = parcel.file { effects.append(.discard(file)) }
        if case .answer(let id, _, _) = parcel.content {
            answers.change(id) { $0.answer?.progress = .delivered }
            keepPrompt(id, into: &effects)
        }
        result(of: parcel.rule)
    }

    /// A parcel will not go: the rule that waits for it fails, and rules that ask are told.
    mutating func giveUp(_ number: UInt64, why: String, now: Now, into effects: inout Effects) {
        guard let parcel = outbox[number] else { return }
        takeBack(number, now: now, into: &effects)
        note(.warning, .delivery, "given up: \(why)", into: &effects)
        if let this = acting.first(where: { $0.waits(for: number) }) {
            resume(this, with: .failed(why), now: now, into: &effects)
        } else {
            result(of: parcel.rule, error: why)
        }
    }

    /// Takes a parcel out; a stream that has begun still gets its last frame.
    mutating func takeBack(_ number: UInt64, now: Now, into effects: inout Effects) {
        guard let parcel = outbox[number] else { return }
        if case .stream = parcel.content { return stopStream(number, now: now, into: &effects) }
        if case .uploading(let ticket) = parcel.progress { effects.append(.cancel(ticket)) }
        outbox.remove(number)
        unkeepParcel(number, into: &effects)
        if let file = parcel.file { effects.append(.discard(file)) }
    }
}
