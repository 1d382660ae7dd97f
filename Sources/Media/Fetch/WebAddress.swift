import Address
import CCurl

/// An http or https URL, taken apart by libcurl itself, so that what is judged is what is connected to.
struct WebAddress: Hashable, Sendable {
    /// Normalised; for libcurl alone, since its path and query may hold secrets.
    let text: String
    let isEncrypted: Bool
    let origin: Origin
    /// The last part of the path, percent-decoded; nil where there is none.
    let filename: String?

    enum Fault: Error, Hashable {
        case tooLong, malformed, userName
        case scheme(String)

        /// What is wrong, to go on "the URL ...".
        var text: String {
            switch self {
            case .tooLong: "is longer than \(WebAddress.longest) bytes"
            case .malformed: "is not a URL"
            case .userName: "holds a user name; credentials belong in a header"
            case .scheme(let scheme): "is of \(scheme):, only http: and https: are fetched"
            }
        }
    }

    /// Bytes.
    static let longest = 8192

    init(_ text: String) throws(Fault) { try self.init(text, base: nil) }

    /// What a reference, such as the value of Location, means when it comes from `self` (RFC 3986 section 5).
    func resolving(_ reference: String) throws(Fault) -> WebAddress { try WebAddress(reference, base: self.text) }

    private init(_ text: String, base: String?) throws(Fault) {
        guard text.utf8.count <= Self.longest else { throw .tooLong }
        guard !text.isEmpty, !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }), let parts = curl_url() else {
            throw .malformed
        }
        defer { curl_url_cleanup(parts) }
        let flags = UInt32(CURLU_URLENCODE | CURLU_DISALLOW_USER | CURLU_NON_SUPPORT_SCHEME)
        if let base, curl_url_set(parts, CURLUPART_URL, base, flags) != CURLUE_OK { throw .malformed }
        switch curl_url_set(parts, CURLUPART_URL, text, flags) {
        case CURLUE_OK: break
        case CURLUE_USER_NOT_ALLOWED: throw .userName
        default: throw .malformed
        }
        func part(_ which: CURLUPart, _ flags: Int32 = 0) -> String? {
            var text: UnsafeMutablePointer<CChar>?
            guard curl_url_get(parts, which, &text, UInt32(flags)) == CURLUE_OK, let text else { return nil }
            defer { curl_free(text) }
            return String(cString: text)
        }
        let scheme = part(CURLUPART_SCHEME) ?? ""
        guard scheme == "http" || scheme == "https" else {
            throw .scheme(String(scheme.prefix(16)))
        }
        guard curl_url_set(parts, CURLUPART_FRAGMENT, nil, 0) == CURLUE_OK, let whole = part(CURLUPART_URL),
            whole.utf8.count <= Self.longest * 3, let host = part(CURLUPART_HOST, CURLU_PUNYCODE), !host.isEmpty,
            let port = part(CURLUPART_PORT, CURLU_DEFAULT_PORT).flatMap({ Int($0) })
        else { throw .malformed }
        self.text = whole
        isEncrypted = scheme == "https"
        origin = Origin(host: host, port: port)
        let path = part(CURLUPART_PATH, CURLU_URLDECODE) ?? part(CURLUPART_PATH) ?? "/"
        let last = path.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? ""
        filename = last.isEmpty ? nil : last
    }
}
