import Time

/// What single devices are due to say, earliest first: a binary heap of 12 bytes an entry, and nothing a device.
struct Reminders {
    private struct Entry {
        /// Nanoseconds since the run's start.
        var due: Int64
        var device: UInt32
    }

    private var heap: [Entry] = []

    var count: Int { heap.count }
    /// When the first is due.
    var next: Interval? { heap.first.map { Interval(nanoseconds: $0.due) } }

    mutating func add(_ device: Int, at due: Interval) {
        heap.append(Entry(due: due.nanoseconds, device: UInt32(truncatingIfNeeded: device)))
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].due < heap[parent].due else { break }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    /// Takes the first, if it is due.
    mutating func pop(upTo now: Interval) -> (device: Int, due: Interval)? {
        guard let first = heap.first, first.due <= now.nanoseconds else { return nil }
        let last = heap.removeLast()
        if !heap.isEmpty {
            heap[0] = last
            sink()
        }
        return (Int(first.device), Interval(nanoseconds: first.due))
    }

    private mutating func sink() {
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child].due < heap[least].due
            {
                least = child
            }
            guard least != parent else { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
