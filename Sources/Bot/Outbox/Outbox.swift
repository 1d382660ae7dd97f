import Rules
import Time

// What is on its way to the peer. Its one rule: a parcel leaves when it is known to be delivered, that is when a ping
// behind it was answered, and until then it can go again under the same id (protocol.md, Messages and streams).
//
// The outbox decides what may go and keeps account; `Bot` encodes and sends. An event of one stream among hundreds must
// not cost a look at all of them: parcels are found by their number, in which they are sorted; streams that grow are
// looked at only when the first of them may be due; and the rest only while there is anything in it that may move.

struct Outbox: Sendable {
    /// How the road to the peer is just now.
    struct Road {
        var isReady: Bool
        /// A clarify is open: plain text waits, until then at most; nil: none is.
        var heldUntil: Instant?
        /// Frames a second; nil: no budget.
        var rate: Double?
        var now: Instant
    }

    static let capacity = 1_000
    /// Bytes of the texts and frames in it, beyond which it takes no more: a peer that reads nothing and asks for long
    /// answers is not to fill the memory.
    static let mostBytes = 64 << 20
    /// How long a reply is held behind an open clarify.
    static let longestHold = Interval.seconds(60)

    private(set) var parcels: [Parcel] = []
    private var lastNumber: UInt64 = 0
    private var lastMark: UInt64 = 0
    /// The ping that was sent and not answered yet; 0: none.
    private var outstanding: UInt64 = 0
    /// How many parcels grow, are sent, and are marked; the others may move as soon as the road allows it.
    private var growing = 0
    private var sent = 0
    private var marked = 0
    /// No stream that grows is due before this.
    private var firstDue: Instant?
    var budget = Budget()
    /// The socket's queue is long: interim edits are skipped, and what can wait waits.
    var isSlow = false

    var isEmpty: Bool { parcels.isEmpty }
    /// How many more parcels it takes.
    var room: Int {
        guard parcels.reduce(0, { $0 + $1.content.size }) < Self.mostBytes else { return 0 }
        return max(0, Self.capacity - parcels.count)
    }

    /// Texts, and streams that have come to their end, that are not known to be delivered.
    var openTexts: Int {
        parcels.count { parcel in
            switch (parcel.content, parcel.progress) {
            case (.text, _), (.stream, .ending), (.stream, .sent), (.stream, .marked): true
            default: false
            }
        }
    }

    subscript(_ number: UInt64) -> Parcel? { index(of: number).map { parcels[$0] } }

    func index(of number: UInt64) -> Int? {
        var low = 0
        var high = parcels.count
        while low < high {
            let middle = (low + high) / 2
            if parcels[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low < parcels.count && parcels[low].number == number ? low : nil
    }

    /// Something is neither growing nor with the socket.
    private var hasMovable: Bool { parcels.count > growing + sent + marked }

    // MARK: In and out

    /// Takes a parcel in and gives its number.
    mutating func add(
        _ content: Parcel.Content, rule: String? = nil, now: Instant, passesClarify: Bool = false,
        follows: UInt64? = nil, onlyOnce: Bool = false
    ) -> UInt64 {
        lastNumber += 1
        parcels.append(
            Parcel(
                number: lastNumber, content: content, rule: rule, since: now, passesClarify: passesClarify,
                follows: follows, onlyOnce: onlyOnce))
        tally(parcels[parcels.count - 1], 1)
        return lastNumber
    }

    /// Puts back a parcel of an earlier process. The order is that of their numbers.
    mutating func restore(_ parcel: Parcel) {
        let at = parcels.firstIndex { $0.number > parcel.number } ?? parcels.endIndex
        parcels.insert(parcel, at: at)
        tally(parcel, 1)
        lastNumber = max(lastNumber, parcel.number)
    }

    @discardableResult
    mutating func remove(_ number: UInt64) -> Parcel? {
        guard let index = index(of: number) else { return nil }
        tally(parcels[index], -1)
        return parcels.remove(at: index)
    }

    mutating func change<Result>(_ number: UInt64, _ body: (inout Parcel) -> Result) -> Result? {
        guard let index = index(of: number) else { return nil }
        tally(parcels[index], -1)
        defer { tally(parcels[index], 1) }
        return body(&parcels[index])
    }

    /// Changes a stream that is on its way.
    mutating func changeStream<Result>(_ number: UInt64, _ body: (inout TextStream) -> Result) -> Result? {
        guard let index = index(of: number), case .stream(var stream) = parcels[index].content else { return nil }
        parcels[index].content = .frame([], .raw, about: nil)  // so that the text is not copied
        defer {
            parcels[index].content = .stream(stream)
            if parcels[index].progress == .growing { firstDue = earliest(firstDue, stream.due) }
        }
        return body(&stream)
    }

    /// Counts a parcel in (1) or out (-1), as it stands.
    private mutating func tally(_ parcel: Parcel, _ step: Int) {
        switch parcel.progress {
        case .growing:
            growing += step
            if step > 0, case .stream(let stream) = parcel.content { firstDue = earliest(firstDue, stream.due) }
        case .sent: sent += step
        case .marked: marked += step
        case .waiting, .ending, .uploading: break
        }
    }

    /// The streams that have something to do now, in order.
    mutating func streamsDue(at now: Instant) -> [UInt64] {
        guard let first = firstDue, first <= now, growing > 0 else { return [] }
        var numbers: [UInt64] = []
        firstDue = nil
        for index in parcels.indices where parcels[index].progress == .growing {
            guard case .stream(let stream) = parcels[index].content, let due = stream.due else { continue }
            // One that is due now says itself when it will be again, once it has been looked at.
            if due <= now { numbers.append(parcels[index].number) } else { firstDue = earliest(firstDue, due) }
        }
        return numbers
    }

    // MARK: What may go

    /// The next parcel to hand over, its frame's token taken from the budget; nil: none may go now.
    mutating func nextToSend(_ road: Road) -> Parcel? {
        guard road.isReady, hasMovable else { return nil }
        var found: Int?
        if road.rate != nil { found = parcels.firstIndex { $0.isUrgent && canGo($0, road) } }
        guard let index = found ?? parcels.firstIndex(where: { canGo($0, road) }) else { return nil }
        guard budget.take(rate: road.rate, now: road.now) else { return nil }
        return parcels[index]
    }

    private func canGo(_ parcel: Parcel, _ road: Road) -> Bool {
        switch (parcel.progress, parcel.content) {
        case (.waiting, .answer): return true
        case (.waiting, .text), (.waiting, .frame): return !isSlow && !isHeld(parcel, road) && !isBehind(parcel)
        case (.waiting, .upload): return !isSlow && !isUploading
        case (.ending, _): return !isSlow && !isHeld(parcel, road)
        case (.waiting, .stream), (.growing, _), (.uploading, _), (.sent, _), (.marked, _): return false
        }
    }

    /// The streams that may begin now.
    func streamsToBegin(_ road: Road) -> [UInt64] {
        guard road.isReady, !isSlow, hasMovable else { return [] }
        var numbers: [UInt64] = []
        for parcel in parcels where parcel.progress == .waiting {
            guard case .stream = parcel.content, !isHeld(parcel, road), !isBehind(parcel) else { continue }
            numbers.append(parcel.number)
        }
        return numbers
    }

    /// An urgent parcel waits for the budget, so nothing else may take from it.
    func hasUrgent(_ road: Road) -> Bool {
        road.rate != nil && hasMovable && parcels.contains { $0.isUrgent && canGo($0, road) }
    }

    private func isHeld(_ parcel: Parcel, _ road: Road) -> Bool { holdEnds(parcel, road) != nil }

    /// When an open clarify holds the parcel no longer; nil: none holds it. It is held for `longestHold` in all, over
    /// connections and restarts.
    func holdEnds(_ parcel: Parcel, _ road: Road) -> Instant? {
        guard let until = road.heldUntil, parcel.waitsForClarify else { return nil }
        let end = min(until, parcel.since + Self.longestHold)
        return road.now < end ? end : nil
    }

    /// What an open clarify holds, as whole replies: the later parts of a long one are not counted.
    func held(_ road: Road) -> [Parcel] {
        guard road.isReady, road.heldUntil != nil, hasMovable else { return [] }
        return parcels.filter { isHeld($0, road) && !isBehind($0) }
    }

    /// The parcel that it follows has not ended.
    private func isBehind(_ parcel: Parcel) -> Bool {
        guard let earlier = parcel.follows, let index = index(of: earlier) else { return false }
        return !parcels[index].wasHandedOver
    }

    /// One transfer at a time, so that they come in the order of the rules.
    private var isUploading: Bool {
        parcels.contains { if case .uploading = $0.progress { true } else { false } }
    }

    /// When something may go that may not now, as far as time alone decides.
    func deadline(_ road: Road) -> Instant? {
        guard road.isReady else { return nil }
        var deadline = growing > 0 && !isSlow ? firstDue : nil
        guard hasMovable else { return deadline }
        for parcel in parcels {
            if case .uploading = parcel.progress, road.rate != nil, !isSlow {
                deadline = earliest(deadline, budget.opens(rate: road.rate))
            } else if canGo(parcel, road) {
                deadline = earliest(deadline, budget.opens(rate: road.rate))
            } else {
                deadline = earliest(deadline, holdEnds(parcel, road))
            }
        }
        return deadline
    }

    // MARK: Delivery

    /// The mark of the ping to send now; nil: none is due, or one is outstanding.
    mutating func mark() -> UInt64? {
        guard outstanding == 0, sent > 0 else { return nil }
        lastMark += 1
        outstanding = lastMark
        for index in parcels.indices where parcels[index].progress == .sent {
            parcels[index].progress = .marked(lastMark)
        }
        (sent, marked) = (0, marked + sent)
        return lastMark
    }

    /// The peer has read up to the ping: gives what is delivered, and forgets it.
    mutating func acknowledge(_ mark: UInt64) -> [Parcel] {
        guard mark == outstanding else { return [] }
        outstanding = 0
        var delivered: [Parcel] = []
        parcels.removeAll {
            guard case .marked(let number) = $0.progress, number <= mark else { return false }
            delivered.append($0)
            return true
        }
        marked -= delivered.count
        return delivered
    }

    /// The connection ended: what is not known to be delivered will go again.
    ///
    /// - Returns: transfers that are to be cancelled.
    mutating func connectionEnded() -> [(number: UInt64, Ticket)] {
        outstanding = 0
        isSlow = false
        var cancelled: [(number: UInt64, Ticket)] = []
        for index in parcels.indices {
            if case .uploading(let ticket) = parcels[index].progress {
                cancelled.append((parcels[index].number, ticket))
            }
            tally(parcels[index], -1)
            parcels[index].cutOff()
            tally(parcels[index], 1)
        }
        return cancelled
    }
}

extension Parcel {
    /// Goes back to where it can go again after the next `ready`.
    fileprivate mutating func cutOff() {
        guard case .stream(var stream) = content else {
            progress = .waiting
            return
        }
        if wasHandedOver { stream.handedOver() }
        stream.cut()
        content = .stream(stream)
        switch progress {
        case .sent, .marked, .ending: progress = .ending
        case .growing: progress = stream.isCut ? (stream.isWhole ? .ending : .growing) : .waiting
        case .waiting, .uploading: break
        }
    }
}

/// The earlier of two times, of which nil is never.
func earliest(_ a: Instant?, _ b: Instant?) -> Instant? {
    guard let a else { return b }
    guard let b else { return a }
    return min(a, b)
}
