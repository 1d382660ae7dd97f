import CSystem

/// A port kept for several processes that listen on it together (`ListenSettings.sharesPort`): bound, so that it stays
/// theirs while none of them listens, and not listened on itself.
public final class SharedPort {
    /// With the real port.
    public let address: SocketAddress
    private let descriptor: Int32

    /// - Throws: `NetFailure.Code.listen` if anybody listens there, those who would share the port too.
    public init(_ address: SocketAddress) throws(NetFailure) {
        // Without SO_REUSEPORT nobody else may be there.
        let alone = try TCPSocket.bind(to: address, sharesPort: false)
        TCPSocket.close(alone.descriptor)
        (descriptor, self.address) = try TCPSocket.bind(to: alone.address, sharesPort: true)
    }

    deinit { TCPSocket.close(descriptor) }
}
