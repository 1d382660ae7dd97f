import Time

/// The pause of a bot that does not run, as it is kept under `KeptPause.key`.
public struct KeptPause: Sendable, Equatable {
    public static let key = "approvals"

    /// Why approvals pause.
    public let reason: String
    /// What is to be kept instead, so that they go on.
    public let resumed: [UInt8]

    /// Nil: there is no pause in these bytes.
    public init?(_ kept: [UInt8]) {
        var unpacker = Unpacker(kept)
        do throws(PackingFault) {
            guard try unpacker.byte() == Keeping.version, let reason = try unpacker.textIfAny() else { return nil }
            let recent = try unpacker.list { (u: inout Unpacker) throws(PackingFault) in try u.signed() }
            var packer = Packer()
            packer.put(Keeping.version)
            packer.put(nil as String?)
            packer.put(recent) { $0.put($1) }
            self.reason = reason
            resumed = packer.bytes
        } catch {
            return nil
        }
    }
}
