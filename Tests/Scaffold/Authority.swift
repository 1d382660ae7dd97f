import COpenSSL
import CSystem

/// A certificate authority made for one test, in a folder of its own that goes with it.
public final class Authority {
    public var folder: String { scratch.path }
    /// Its own certificate, as PEM.
    public let file: String
    private let scratch = Scratch()
    private let key: OpaquePointer
    private let certificate: OpaquePointer
    private var serial = 1

    /// A certificate and its key, as files.
    public struct Issued {
        public var certificate: String
        public var key: String
    }

    public init(_ name: String = "Test authority") throws {
        file = scratch.path + "/authority.pem"
        key = try Authority.makeKey()
        certificate = try Authority.made(X509_new())
        try Authority.fill(certificate, name: name, serial: 1, days: -1...10, key: key)
        X509_set_issuer_name(certificate, X509_get_subject_name(certificate))
        try Authority.add("critical,CA:TRUE", as: NID_basic_constraints, to: certificate)
        try Authority.add("critical,keyCertSign,cRLSign", as: NID_key_usage, to: certificate)
        try Authority.check(X509_sign(certificate, key, nil) > 0)
        try write(certificate: certificate, to: file)
    }

    deinit {
        X509_free(certificate)
        EVP_PKEY_free(key)
    }

    /// - Parameters:
    ///   - names: as in `DNS:a.test,IP:127.0.0.1`.
    ///   - days: from and to, from now.
    public func issue(_ names: String, days: ClosedRange<Int> = -1...10) throws -> Issued {
        serial += 1
        let newKey = try Authority.makeKey()
        let new = try Authority.made(X509_new())
        defer {
            X509_free(new)
            EVP_PKEY_free(newKey)
        }
        try Authority.fill(new, name: "leaf \(serial)", serial: serial, days: days, key: newKey)
        X509_set_issuer_name(new, X509_get_subject_name(certificate))
        try Authority.add(names, as: NID_subject_alt_name, to: new)
        try Authority.check(X509_sign(new, key, nil) > 0)
        let issued = Issued(certificate: "\(folder)/\(serial).pem", key: "\(folder)/\(serial).key")
        try write(certificate: new, to: issued.certificate)
        try write(key: newKey, to: issued.key)
        return issued
    }

    /// A file that is no PEM.
    public func junk() throws -> String {
        let path = folder + "/junk"
        let bio = try Authority.made(BIO_new_file(path, "w"))
        BIO_puts(bio, "junk\n")
        BIO_free(bio)
        return path
    }

    private func write(certificate: OpaquePointer, to path: String) throws {
        let bio = try Authority.made(BIO_new_file(path, "w"))
        PEM_write_bio_X509(bio, certificate)
        BIO_free(bio)
    }

    private func write(key: OpaquePointer, to path: String) throws {
        let bio = try Authority.made(BIO_new_file(path, "w"))
        PEM_write_bio_PrivateKey(bio, key, nil, nil, 0, nil, nil)
        BIO_free(bio)
    }

    private static func makeKey() throws -> OpaquePointer {
        let context = try Authority.made(EVP_PKEY_CTX_new_id(NID_ED25519, nil))
        defer { EVP_PKEY_CTX_free(context) }
        try Authority.check(EVP_PKEY_keygen_init(context) == 1)
        var key: OpaquePointer?
        try Authority.check(EVP_PKEY_keygen(context, &key) == 1)
        return try Authority.made(key)
    }

    private static func fill(
        _ certificate: OpaquePointer, name: String, serial: Int, days: ClosedRange<Int>, key: OpaquePointer
    ) throws {
        X509_set_version(certificate, 2)
        ASN1_INTEGER_set(X509_get_serialNumber(certificate), serial)
        X509_gmtime_adj(X509_getm_notBefore(certificate), days.lowerBound * 86400)
        X509_gmtime_adj(X509_getm_notAfter(certificate), days.upperBound * 86400)
        X509_set_pubkey(certificate, key)
        let subject = X509_get_subject_name(certificate)
        try Authority.check(
            X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8, Array(name.utf8), Int32(name.utf8.count), -1, 0)
                == 1)
    }

    private static func add(_ value: String, as kind: Int32, to certificate: OpaquePointer) throws {
        let made = try Authority.made(X509V3_EXT_conf_nid(nil, nil, kind, value))
        X509_add_ext(certificate, made, -1)
        X509_EXTENSION_free(made)
    }

    /// OpenSSL refused something.
    private struct Refusal: Error {}

    static func made(_ value: OpaquePointer?) throws -> OpaquePointer {
        guard let value else { throw Refusal() }
        return value
    }

    static func check(_ holds: Bool) throws {
        if !holds { throw Refusal() }
    }
}
