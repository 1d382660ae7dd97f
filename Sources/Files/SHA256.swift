import COpenSSL

/// SHA-256 (FIPS 180-4), by OpenSSL.
public final class SHA256 {
    private let context: OpaquePointer?
    private var isWell: Bool

    public init() {
        context = EVP_MD_CTX_new()
        isWell = context != nil && EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1
    }

    deinit { EVP_MD_CTX_free(context) }

    public func add(_ bytes: some Sequence<UInt8>) {
        let done: Bool? = bytes.withContiguousStorageIfAvailable {
            EVP_DigestUpdate(context, $0.baseAddress, $0.count) == 1
        }
        guard let done else { return add(Array(bytes)) }
        isWell = isWell && done
    }

    /// 32 bytes, as 64 lower-case hexadecimal digits; nil if OpenSSL fails. Called once.
    public func finish() -> String? {
        guard isWell else { return nil }
        isWell = false
        var digest = [UInt8](repeating: 0, count: 32)
        var length: UInt32 = 0
        guard EVP_DigestFinal_ex(context, &digest, &length) == 1, length == 32 else { return nil }
        return Randomness.hexadecimal(digest)
    }

    /// Of some bytes at once.
    public static func hex(_ bytes: some Sequence<UInt8>) -> String? {
        let hash = SHA256()
        hash.add(bytes)
        return hash.finish()
    }
}
