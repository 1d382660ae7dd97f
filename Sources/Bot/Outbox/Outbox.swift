import Rules
import Time

// What is on its way to the peer. Its one rule: a parcel leaves when it is known to be delivered, that is when a ping
// behind it was answered, and until then it can go again under the same id (protocol.md, Messages and streams).
//
// The outbox decides what may go and keeps account; `Bot` encodes and sends.

struct Outbox: Sendable {
    /// How the road to the peer is just now.
    struct Road {
        var isReady: Bool
        /// A clarify is open: plain text waits.
        var clarifyIsOpen = false
        /// Frames a second; nil: no budget.
        var rate: Double?
        var now: Instant
    }

    static let capacity = 1_000
    /// How long a reply is held behind an open clarify.
    static let longestHold = Interval.seconds(60)

    private(set) var parcels: [Parcel] = []
    private var lastNumber: UInt64 = 0
    private var lastMark: UInt64 = 0
    /// The ping that was sent and not answered yet; 0: none.
    private var outstanding: UInt64 = 0
    var budget = Budget()
    /// The socket's queue is long: interim edits are skipped, and what can wait waits.
    var isSlow = false

    var isEmpty: Bool { parcels.isEmpty }
    /// How many more parcels it takes.
    var room: Int { max(0, Self.capacity - parcels.count) }

    subscript(_ number: UInt64) -> Parcel? { index(of: number).map { parcels[$0] } }

    func index(of number: UInt64) -> Int? { parcels.firstIndex { $0.number == number } }

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
        return lastNumber
    }

    /// Puts back a parcel of an earlier process. The order is that of their numbers.
    mutating func restore(_ parcel: Parcel) {
        let at = parcels.firstIndex { $0.number > parcel.number } ?? parcels.endIndex
        parcels.insert(parcel, at: at)
        lastNumber = max(lastNumber, parcel.number)
    }

    @discardableResult
    mutating func remove(_ number: UInt64) -> Parcel? {
        index(of: number).map { parcels.remove(at: $0) }
    }

    mutating func change<Result>(_ number: UInt64, _ body: (inout Parcel) -> Result) -> Result? {
        guard let index = index(of: number) else { return nil }
        return body(&parcels[index])
    }

    /// Changes a stream that is on its way.
    mutating func changeStream<Result>(_ number: UInt64, _ body: (inout TextStream) -> Result) -> Result? {
        guard let index = index(of: number), case .stream(var stream) = parcels[index].content else { return nil }
        parcels[index].content = .frame([], .raw, about: nil)  // so that the text is not copied
        defer { parcels[index].content = .stream(stream) }
        return body(&stream)
    }

    // MARK: What may go

    /// The next parcel to hand over, its frame's token taken from the budget; nil: none may go now.
    mutating func nextToSend(_ road: Road) -> Parcel? {
        guard road.isReady, !parcels.isEmpty else { return nil }
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
        case (.ending, _): return !isSlow
        case (.waiting, .stream), (.growing, _), (.uploading, _), (.sent, _), (.marked, _): return false
        }
    }

    /// The streams that may begin now.
    func streamsToBegin(_ road: Road) -> [UInt64] {
        guard road.isReady, !isSlow, !parcels.isEmpty else { return [] }
        var numbers: [UInt64] = []
        for parcel in parcels where parcel.progress == .waiting {
            guard case .stream = parcel.content, !isHeld(parcel, road), !isBehind(parcel) else { continue }
            numbers.append(parcel.number)
        }
        return numbers
    }

    /// An urgent parcel waits for the budget, so nothing else may take from it.
    func hasUrgent(_ road: Road) -> Bool {
        road.rate != nil && parcels.contains { $0.isUrgent && canGo($0, road) }
    }

    private func isHeld(_ parcel: Parcel, _ road: Road) -> Bool {
        road.clarifyIsOpen && parcel.waitsForClarify && road.now < parcel.since + Self.longestHold
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
        var deadline: Instant?
        for parcel in parcels {
            if case .stream(let stream) = parcel.content, parcel.progress == .growing {
                deadline = earliest(deadline, stream.due)
            } else if case .uploading = parcel.progress, road.rate != nil, !isSlow {
                deadline = earliest(deadline, budget.opens(rate: road.rate))
            } else if canGo(parcel, road) {
                deadline = earliest(deadline, budget.opens(rate: road.rate))
            } else if isHeld(parcel, road) {
                deadline = earliest(deadline, parcel.since + Self.longestHold)
            }
        }
        return deadline
    }

    // MARK: Delivery

    /// The mark of the ping to send now; nil: none is due, or one is outstanding.
    mutating func mark() -> UInt64? {
        guard outstanding == 0, parcels.contains(where: { $0.progress == .sent }) else { return nil }
        lastMark += 1
        outstanding = lastMark
        for index in parcels.indices where parcels[index].progress == .sent {
            parcels[index].progress = .marked(lastMark)
        }
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
            parcels[index].cutOff()
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
