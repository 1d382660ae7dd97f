import Address
import CSystem

/// Local addresses that connections go out from, in turn: each gives about 28,000 more ports to one server.
public struct SourcePool: Sendable {
    private var v4: [IPAddress]
    private var v6: [IPAddress]
    private var turns = (v4: 0, v6: 0)

    public init(_ addresses: [IPAddress] = []) {
        v4 = addresses.filter { $0.family == .v4 }
        v6 = addresses.filter { $0.family == .v6 }
    }

    /// The first of them that nothing can be sent from, and why; nil: all are this machine's.
    public func unusable() -> (address: IPAddress, failure: NetFailure)? {
        for address in v4 + v6 {
            do throws(NetFailure) {
                _ = CSystem.close(try TCPSocket.bind(to: SocketAddress(address, port: 0), sharesPort: false).descriptor)
            } catch { return (address, error) }
        }
        return nil
    }

    /// The next address to bind to for a destination of that family; nil: leave it to the system.
    mutating func next(_ family: IPAddress.Family) -> IPAddress? {
        switch family {
        case .v4:
            guard !v4.isEmpty else { return nil }
            turns.v4 = (turns.v4 + 1) % v4.count
            return v4[turns.v4]
        case .v6:
            guard !v6.isEmpty else { return nil }
            turns.v6 = (turns.v6 + 1) % v6.count
            return v6[turns.v6]
        }
    }
}
