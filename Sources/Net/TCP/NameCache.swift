import Address
import Time

// Names resolved a moment ago, and who waits for those under way: a thousand connections at once ask once. The system
// tells no time to live, so an answer lives ten seconds, a failure one.

struct NameCache {
    enum Finding: Equatable {
        case known(Result<[IPAddress], NetFailure>)
        /// Resolve it, and hand the answer to `store`; the asker is remembered.
        case ask
        /// It is under way; the asker is remembered.
        case wait
    }

    private struct Entry {
        var answer: Result<[IPAddress], NetFailure>
        var expires: Instant
    }

    static let life = Interval.seconds(10)
    static let failureLife = Interval.seconds(1)
    private static let most = 1000

    private var entries: [String: Entry] = [:]
    private var waiting: [String: [UInt64]] = [:]

    mutating func find(_ host: String, for asker: UInt64, now: Instant) -> Finding {
        // An address needs no resolver.
        if let address = IPAddress(host) { return .known(.success([address])) }
        if let entry = entries[host], now < entry.expires { return .known(entry.answer) }
        let isFirst = waiting[host] == nil
        waiting[host, default: []].append(asker)
        return isFirst ? .ask : .wait
    }

    /// Keeps an answer; gives who waited for it.
    mutating func store(_ answer: Result<[IPAddress], NetFailure>, for host: String, now: Instant) -> [UInt64] {
        if entries.count >= NameCache.most { entries = entries.filter { now < $0.value.expires } }
        if entries.count >= NameCache.most { entries.removeAll() }
        let life = if case .success = answer { NameCache.life } else { NameCache.failureLife }
        entries[host] = Entry(answer: answer, expires: now + life)
        return waiting.removeValue(forKey: host) ?? []
    }
}
