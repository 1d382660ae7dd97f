/// Files that the gateway serves by itself, each at a path that cannot be guessed.
struct Offers {
    struct Offer {
        let path: String
        let mime: String
    }
    /// What the path of every one begins with.
    static let path = "/media/"

    private var offers: [String: Offer] = [:]
    private var order: [String] = []
    /// Over it the oldest goes.
    private static let most = 4096

    /// - Parameter name: from the random source.
    mutating func add(_ offer: Offer, name: String) {
        offers[name] = offer
        order.append(name)
        if order.count > Self.most { offers[order.removeFirst()] = nil }
    }

    subscript(name: String) -> Offer? { offers[name] }

    mutating func removeAll() {
        offers = [:]
        order = []
    }
}
