import COpenSSL
import CSystem
import Testing

/// A certificate authority made for one test, in a folder of its own that goes with it.
final class Authority {
    let folder: String
    let file: String
    private let key: OpaquePointer
    private let certificate: OpaquePointer
    private var serial = 1
    private var files: [String] = []

    struct Issued {
        var certificate: String
        var key: String
    }

    init(_ name: String = "Test authority") throws {
        var template = Array("/tmp/talaria-net-XXXXXX\0".utf8CString)
        try #require(mkdtemp(&template) != nil)
        folder = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        file = folder + "/authority.pem"
        key = try Authority.makeKey()
        certificate = try #require(X509_new())
        try Authority.fill(certificate, name: name, serial: 1, days: -1...10, key: key)
        X509_set_issuer_name(certificate, X509_get_subject_name(certificate))
        try Authority.add("critical,CA:TRUE", as: NID_basic_constraints, to: certificate)
        try Authority.add("critical,keyCertSign,cRLSign", as: NID_key_usage, to: certificate)
        try #require(X509_sign(certificate, key, nil) > 0)
        try write(certificate: certificate, to: file)
    }

    deinit {
        for file in files { unlink(file) }
        rmdir(folder)
        X509_free(certificate)
        EVP_PKEY_free(key)
    }

    /// - Parameters:
    ///   - names: as in `DNS:a.test,IP:127.0.0.1`.
    ///   - days: from and to, from now.
    func issue(_ names: String, days: ClosedRange<Int> = -1...10) throws -> Issued {
        serial += 1
        let newKey = try Authority.makeKey()
        let new = try #require(X509_new())
        defer {
            X509_free(new)
            EVP_PKEY_free(newKey)
        }
        try Authority.fill(new, name: "leaf \(serial)", serial: serial, days: days, key: newKey)
        X509_set_issuer_name(new, X509_get_subject_name(certificate))
        try Authority.add(names, as: NID_subject_alt_name, to: new)
        try #require(X509_sign(new, key, nil) > 0)
        let issued = Issued(certificate: "\(folder)/\(serial).pem", key: "\(folder)/\(serial).key")
        try write(certificate: new, to: issued.certificate)
        try write(key: newKey, to: issued.key)
        return issued
    }

    /// A file that is no PEM.
    func junk() throws -> String {
        let path = folder + "/junk"
        let bio = try #require(BIO_new_file(path, "w"))
        BIO_puts(bio, "junk\n")
        BIO_free(bio)
        files.append(path)
        return path
    }

    private func write(certificate: OpaquePointer, to path: String) throws {
        let bio = try #require(BIO_new_file(path, "w"))
        PEM_write_bio_X509(bio, certificate)
        BIO_free(bio)
        files.append(path)
    }

    private func write(key: OpaquePointer, to path: String) throws {
        let bio = try #require(BIO_new_file(path, "w"))
        PEM_write_bio_PrivateKey(bio, key, nil, nil, 0, nil, nil)
        BIO_free(bio)
        files.append(path)
    }

    private static func makeKey() throws -> OpaquePointer {
        let context = try #require(EVP_PKEY_CTX_new_id(NID_ED25519, nil))
        defer { EVP_PKEY_CTX_free(context) }
        try #require(EVP_PKEY_keygen_init(context) == 1)
        var key: OpaquePointer?
        try #require(EVP_PKEY_keygen(context, &key) == 1)
        return try #require(key)
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
        try #require(
            X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8, Array(name.utf8), Int32(name.utf8.count), -1, 0)
                == 1)
    }

    private static func add(_ value: String, as kind: Int32, to certificate: OpaquePointer) throws {
        let made = try #require(X509V3_EXT_conf_nid(nil, nil, kind, value))
        X509_add_ext(certificate, made, -1)
        X509_EXTENSION_free(made)
    }
}
