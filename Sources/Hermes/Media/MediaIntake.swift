import JSON
import Time

// Judges the parts of media transfers by their numbers and sizes. It holds none of their bytes: the driver decodes and keeps those
// parts that are told to be kept, and says `fail` when one cannot be decoded.

/// The media transfers of one connection.
public struct MediaIntake: Sendable {
    public struct Settings: Sendable, Hashable {
        /// Bytes of one transfer.
        public var maxSize: Int
        /// Bytes of all open transfers together.
        public var quota: Int
        /// A transfer for which nothing new has come for so long is dropped.
        public var stalledAfter: Interval

        public init(maxSize: Int = 50_000_000, quota: Int = 1_000_000_000, stalledAfter: Interval = .seconds(60)) {
            self.maxSize = maxSize
            self.quota = quota
            self.stalledAfter = stalledAfter
        }
    }

    /// Parts of one transfer.
    public static let mostParts = 65_536
    /// Transfers at a time.
    public static let mostTransfers = 64
    private static let endedKept = 32

    public enum Fault: String, Error, Sendable, Hashable, CaseIterable {
        /// A part below 0, or not below `parts`.
        case partOutOfRange = "part_out_of_range"
        /// `parts` below 1 or over `mostParts`.
        case badParts = "bad_parts"
        /// Another `parts` than the parts before had.
        case partsChanged = "parts_changed"
        case tooLarge = "too_large"
        /// All open transfers together are over the quota.
        case overQuota = "over_quota"
        case tooManyTransfers = "too_many_transfers"
        case stalled
        /// Its base64 could not be decoded.
        case undecodable
    }

    public enum Verdict: Sendable, Hashable {
        /// Keep this part. `began`: it is the first of its transfer.
        case keep(began: Bool)
        /// Keep this part; then all are there.
        case complete(began: Bool, parts: Int, size: Int)
        /// This part is there already.
        case duplicate
        /// The transfer has ended, well or badly.
        case ended
        /// The transfer is dropped with this frame; `held`: parts of it were kept, and go.
        case drop(Fault, held: Bool)
    }

    private struct Transfer: Sendable {
        var id: String
        var parts: Int
        /// A bit for each part that is there.
        var present: [UInt64] = []
        var count = 0
        var size = 0
        var heard: Instant
    }

    private var transfers: [Transfer] = []
    /// The newest that ended: parts that come late for them begin nothing.
    private var ended: [String] = []

    public init() {}

    // MARK: Events

    /// A part came, of `size` raw bytes (`Base64.decodedCount`).
    public mutating func take(_ frame: MediaFrame, size: Int, now: Instant, settings: Settings) -> Verdict {
        let id = frame.head.id
        guard let index = transfers.firstIndex(where: { $0.id == id }) else {
            if ended.contains(id) { return .ended }
            if let fault = faultOfFirst(frame, size: size, settings: settings) {
                remember(id)
                return .drop(fault, held: false)
            }
            if frame.parts == 1 {
                remember(id)
                return .complete(began: true, parts: 1, size: size)
            }
            transfers.append(Transfer(id: id, parts: frame.parts, heard: now))
            return keep(frame.part, size: size, at: transfers.count - 1, began: true, now: now)
        }
        if let fault = fault(of: frame, in: transfers[index], size: size, settings: settings) {
            remove(at: index)
            return .drop(fault, held: true)
        }
        if isPresent(frame.part, in: transfers[index]) { return .duplicate }
        return keep(frame.part, size: size, at: index, began: false, now: now)
    }

    /// A part could not be decoded: its transfer is dropped. False: there is none open by that id.
    public mutating func fail(_ id: String) -> Bool {
        guard let index = transfers.firstIndex(where: { $0.id == id }) else { return false }
        remove(at: index)
        return true
    }

    /// Time has passed: the ids of transfers that have stalled, and are dropped. They may begin again from their start.
    public mutating func tick(now: Instant, settings: Settings) -> [String] {
        let stalled = transfers.filter { now >= $0.heard + settings.stalledAfter }.map(\.id)
        if !stalled.isEmpty { transfers.removeAll { stalled.contains($0.id) } }
        return stalled
    }

    /// The connection is gone: all open transfers are dropped; their ids.
    public mutating func disconnected() -> [String] {
        let open = transfers.map(\.id)
        transfers.removeAll()
        return open
    }

    /// When `tick` is due.
    public func deadline(_ settings: Settings) -> Instant? {
        transfers.map { $0.heard + settings.stalledAfter }.min()
    }

    public var isEmpty: Bool { transfers.isEmpty }

    // MARK: Steps

    private func faultOfFirst(_ frame: MediaFrame, size: Int, settings: Settings) -> Fault? {
        guard frame.parts >= 1, frame.parts <= MediaIntake.mostParts else { return .badParts }
        guard frame.part >= 0, frame.part < frame.parts else { return .partOutOfRange }
        guard size <= settings.maxSize else { return .tooLarge }
        guard transfers.count < MediaIntake.mostTransfers else { return .tooManyTransfers }
        return isOverQuota(size, settings) ? .overQuota : nil
    }

    private func fault(of frame: MediaFrame, in transfer: Transfer, size: Int, settings: Settings) -> Fault? {
        guard frame.parts == transfer.parts else { return .partsChanged }
        guard frame.part >= 0, frame.part < frame.parts else { return .partOutOfRange }
        if isPresent(frame.part, in: transfer) { return nil }
        // Both are sizes of messages that were received: no sum of them comes near the end of Int.
        guard transfer.size &+ size <= settings.maxSize else { return .tooLarge }
        return isOverQuota(size, settings) ? .overQuota : nil
    }

    private func isOverQuota(_ size: Int, _ settings: Settings) -> Bool {
        transfers.reduce(size) { $0 &+ $1.size } > settings.quota
    }

    private func isPresent(_ part: Int, in transfer: Transfer) -> Bool {
        let word = part >> 6
        return word < transfer.present.count && transfer.present[word] & (1 << UInt64(part & 63)) != 0
    }

    private mutating func keep(_ part: Int, size: Int, at index: Int, began: Bool, now: Instant) -> Verdict {
        while transfers[index].present.count <= part >> 6 { transfers[index].present.append(0) }
        transfers[index].present[part >> 6] |= 1 << UInt64(part & 63)
        transfers[index].count += 1
        transfers[index].size &+= size
        transfers[index].heard = now
        let transfer = transfers[index]
        guard transfer.count == transfer.parts else { return .keep(began: began) }
        remove(at: index)
        return .complete(began: began, parts: transfer.parts, size: transfer.size)
    }

    private mutating func remove(at index: Int) { remember(transfers.remove(at: index).id) }

    private mutating func remember(_ id: String) {
        if ended.count >= MediaIntake.endedKept { ended.removeFirst() }
        ended.append(id)
    }
}
