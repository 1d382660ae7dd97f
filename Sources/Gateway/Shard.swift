import CSystem
import Drive
import Glibc

/// One of several processes that are one gateway together (`serve --workers`): which one, and what they share. Its parent
/// tells it by a variable of its environment.
public struct Shard {
    private static let variable = "TALARIA_SHARD"

    /// From 1.
    public let index: Int
    /// The address and port that all listen on.
    let address: String
    /// The folder in which each finds the files that the others offer.
    let offers: String

    init(index: Int, address: String, offers: String) {
        self.index = index
        self.address = address
        self.offers = offers
    }

    /// Of this process; nil: it is a gateway by itself. From now on it ends with its parent.
    public static func own() throws(ExitFault) -> Shard? {
        guard let variable = getenv(Self.variable) else { return nil }
        let words = String(cString: variable).split(separator: " ", maxSplits: 3)
        guard words.count == 4, let parent = pid_t(words[0]), let index = Int(words[1]),
            system_end_with_parent(parent, SIGTERM)
        else { throw ExitFault(.fault, "\(Self.variable) is set, but not by the process that started this one") }
        return Shard(index: index, address: String(words[2]), offers: String(words[3]))
    }

    /// For a child of this process.
    var environment: [String: String] { [Self.variable: "\(getpid()) \(index) \(address) \(offers)"] }

    /// It listens.
    public func sayReady() { ChildProcess.sayReady() }
}
