import Address
import CCurl

extension FetchFault {
    /// What libcurl's code means to a person. `origin` is all that is said of the URL.
    static func from(_ code: CURLcode, detail: String, origin: Origin) -> FetchFault {
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST: FetchFault(.unknownHost, "\(origin): the name has no address")
        case CURLE_COULDNT_RESOLVE_PROXY: FetchFault(.unknownHost, "\(origin): the proxy's name has no address")
        case CURLE_COULDNT_CONNECT, CURLE_PROXY: FetchFault(.unreachable, "\(origin): no connection")
        case CURLE_OPERATION_TIMEDOUT: FetchFault(.timeout, "\(origin): no answer in time")
        case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM:
            FetchFault(.cut, "\(origin): the connection ended before the body did")
        case CURLE_BAD_CONTENT_ENCODING: FetchFault(.garbled, "\(origin): the body is not in the encoding that it says")
        case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL:
            FetchFault(.garbled, "\(origin): the answer is not HTTP")
        case CURLE_FILESIZE_EXCEEDED: FetchFault(.tooLarge, "\(origin): the body is larger than allowed")
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_USE_SSL_FAILED, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_SHUTDOWN_FAILED, CURLE_SSL_CRL_BADFILE,
            CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT:
            FetchFault(.tls, "\(origin): TLS failed: \(reason(code, detail))")
        default: FetchFault(.internalFault, "\(origin): \(String(cString: curl_easy_strerror(code)))")
        }
    }

    /// The guard's refusal of an address.
    static func refused(_ address: IPAddress, range: String, for origin: Origin, redirected: Bool = false) -> FetchFault
    {
        let place = origin.host == address.description ? "\(origin)" : "\(origin) is at \(address),"
        let text = "\(place) \(range): not connected to (`fetch.allow` can allow it)"
        return FetchFault(.refusedAddress, redirected ? "after a redirect, " + text : text)
    }

    /// libcurl's own words of the handshake; they name certificates and hosts, never a path or a header.
    private static func reason(_ code: CURLcode, _ detail: String) -> String {
        let words = detail.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
        return words.isEmpty
            ? String(cString: curl_easy_strerror(code)) : String(String.UnicodeScalarView(words).prefix(200))
    }

    /// Whether another attempt may do better.
    var isPassing: Bool {
        switch code {
        case .unknownHost, .unreachable, .cut: true
        case .status: status.map { RetryPolicy.isPassing(status: $0) } ?? false
        default: false
        }
    }
}
