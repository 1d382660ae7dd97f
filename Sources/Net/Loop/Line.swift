/// A queue: who came first is served first.
struct Line<Element> {
    private var elements: [Element] = []
    /// Those before it have been served.
    private var start = 0

    var count: Int { elements.count - start }

    /// Those who wait, the first first.
    var waiting: ArraySlice<Element> { elements[start...] }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func popFirst() -> Element? {
        guard start < elements.count else { return nil }
        let first = elements[start]
        start += 1
        // Moving the rest down costs less than it frees.
        if start > elements.count / 2 {
            elements.removeFirst(start)
            start = 0
        }
        return first
    }
}
