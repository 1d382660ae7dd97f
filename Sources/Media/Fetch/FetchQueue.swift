/// Whose turn it is: so many fetches at once in all, and so many to one host. Hosts take turns.
final class FetchQueue {
    private struct Host {
        var active = 0
        var waiting: [FetchJob] = []
        var isListed = false
    }

    private let perHost: Int
    private let atOnce: Int
    private var active = 0
    private var hosts: [String: Host] = [:]
    /// Hosts for which somebody waits and another fetch may begin.
    private var turns: [String] = []

    init(perHost: Int, atOnce: Int) {
        self.perHost = max(1, perHost)
        self.atOnce = max(1, atOnce)
    }

    func enter(_ job: FetchJob, host: String) {
        hosts[host, default: Host()].waiting.append(job)
        list(host)
    }

    /// The fetch that had begun for this host has ended.
    func leave(host: String) {
        active -= 1
        hosts[host]?.active -= 1
        if let left = hosts[host], left.active == 0, left.waiting.isEmpty { hosts[host] = nil }
        list(host)
    }

    /// The next one to begin; nil: none may.
    func next() -> FetchJob? {
        while active < atOnce, !turns.isEmpty {
            let name = turns.removeFirst()
            guard var host = hosts[name] else { continue }
            host.isListed = false
            host.waiting.removeAll(where: \.isOver)
            let job = host.waiting.isEmpty ? nil : host.waiting.removeFirst()
            if job != nil {
                host.active += 1
                active += 1
            }
            hosts[name] = host.active == 0 && host.waiting.isEmpty ? nil : host
            list(name)
            if let job { return job }
        }
        return nil
    }

    private func list(_ name: String) {
        guard let host = hosts[name], !host.isListed, host.active < perHost, !host.waiting.isEmpty else { return }
        hosts[name]?.isListed = true
        turns.append(name)
    }
}
