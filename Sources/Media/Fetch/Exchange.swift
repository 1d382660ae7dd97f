import Address
import CCurl
import CSystem
import Time

/// What an exchange asks for. Nothing is followed, kept or repeated here: one request, one response.
struct ExchangePlan {
    var address: WebAddress
    var method: String
    var headers: [HTTPHeader]
    var body: [UInt8] = []
    /// What `Accept-Encoding` says, and the memory for what comes so; nil: bodies are taken as they come.
    var encodings: (names: String, allowance: UnpackingAllowance)?
    /// Bytes on the wire, as far as the body is concerned.
    var sizeLimit: Int
    var connect: Interval
    /// Until all has come; nil: the owner watches the time itself.
    var total: Interval?
    var rules: AddressGuard
    /// nil: go there directly.
    var proxy: String?
    var settings: Fetcher.Settings
}

/// Who takes what an exchange brings. All calls come on the fetch thread.
protocol ExchangeOwner: AnyObject {
    /// The head is complete. False ends the exchange.
    func took(head: ResponseHead) -> Bool
    /// Bytes of the body, decompressed. False ends the exchange.
    func took(body: UnsafeRawBufferPointer) -> Bool
    /// Nothing more comes. Not called for an exchange that was dropped.
    func ended(_ end: ExchangeEnd)
}

enum ExchangeEnd {
    /// The response is whole.
    case whole
    /// The owner said false.
    case stopped
    case refusedAddress(IPAddress, range: String)
    case tooLarge
    /// It takes more memory to unpack than there may be.
    case tooMuchMemory
    /// The head is longer than any head should be.
    case tooMuchHead
    case failed(CURLcode, detail: String)
}

/// One request on its way: an easy handle of libcurl, and what it told us.
final class Exchange {
    let easy: UnsafeMutableRawPointer
    private(set) var head = ResponseHead()
    /// Where it is really connected to.
    private(set) var connected: IPAddress?

    unowned let owner: any HTTPJob
    private let plan: ExchangePlan
    private var list: UnsafeMutablePointer<curl_slist>?
    private var names: UnsafeMutablePointer<curl_slist>?
    private let detail = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    private var end: ExchangeEnd?
    /// An address that was not connected to; a name may have others.
    private var refusal: (address: IPAddress, range: String)?
    private var headTold = false
    private var hasBody = false
    private var unpacking: (any Unpacking)?

    /// Nil if libcurl has no memory, or does not take an option without which it would not be safe.
    init?(_ plan: ExchangePlan, owner: any HTTPJob) {
        guard let easy = curl_easy_init() else { return nil }
        self.easy = easy
        self.owner = owner
        self.plan = plan
        detail.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        if !prepare() { return nil }
    }

    deinit {
        curl_easy_cleanup(easy)
        curl_slist_free_all(list)
        curl_slist_free_all(names)
        detail.deallocate()
    }

    private func prepare() -> Bool {
        let context = Unmanaged.passUnretained(self).toOpaque()
        var isWell = true
        func set(_ option: CURLoption, _ number: Int) {
            if talaria_curl_set_number(easy, option, number) != CURLE_OK { isWell = false }
        }
        func set(_ option: CURLoption, _ text: String?) {
            if talaria_curl_set_text(easy, option, text) != CURLE_OK { isWell = false }
        }
        set(CURLOPT_URL, plan.address.text)
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
        set(CURLOPT_FOLLOWLOCATION, 0)
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        set(CURLOPT_USERAGENT, plan.settings.userAgent)
        set(CURLOPT_NETRC, 0)
        // An empty name switches off what the environment says.
        set(CURLOPT_PROXY, plan.proxy ?? "")
        set(CURLOPT_NOPROXY, "")
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        set(CURLOPT_CONNECTTIMEOUT_MS, max(1, Int(plan.connect.milliseconds)))
        if let total = plan.total { set(CURLOPT_TIMEOUT_MS, max(1, Int(total.milliseconds))) }
        set(CURLOPT_TCP_KEEPALIVE, 1)
        // The smallest that libcurl has: requests are short, and hundreds of streams may be open at once.
        set(CURLOPT_UPLOAD_BUFFERSIZE, 16 << 10)
        if let authorities = plan.settings.authorities { set(CURLOPT_CAINFO, authorities) }
        if let own = plan.settings.certificate, own.origin == plan.address.origin {
            set(CURLOPT_SSLCERT, own.certificate)
            set(CURLOPT_SSLKEY, own.key ?? own.certificate)
        }
        if !setRequest(set) { return false }
        for line in plan.settings.resolve {
            guard let longer = curl_slist_append(names, line) else { return false }
            names = longer
        }
        if names != nil { _ = talaria_curl_set_list(easy, CURLOPT_RESOLVE, names) }
        _ = talaria_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, detail)
        _ = talaria_curl_set_pointer(easy, CURLOPT_PRIVATE, context)
        talaria_curl_on_header(easy, { Exchange.from($3).took(line: $0, $1 &* $2) }, context)
        talaria_curl_on_body(easy, { Exchange.from($3).took(body: $0, $1 &* $2) }, context)
        talaria_curl_on_open(easy, { Exchange.from($0).open($1, $2) }, context)
        talaria_curl_on_prerequest(easy, { context, remote, _, _, _ in Exchange.from(context).judge(remote) }, context)
        talaria_curl_on_progress(
            easy, { context, _, received, _, _ in Exchange.from(context).watch(received) }, context)
        return isWell
    }

    private func setRequest(_ set: (CURLoption, String?) -> Void) -> Bool {
        func number(_ option: CURLoption, _ value: Int) { _ = talaria_curl_set_number(easy, option, value) }
        if !plan.body.isEmpty || ["POST", "PUT", "PATCH"].contains(plan.method) {
            number(CURLOPT_POST, 1)
            _ = talaria_curl_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, Int64(plan.body.count))
            let copied = plan.body.withUnsafeBufferPointer { buffer in
                buffer.withMemoryRebound(to: CChar.self) {
                    talaria_curl_set_text(easy, CURLOPT_COPYPOSTFIELDS, $0.baseAddress ?? UnsafePointer(detail))
                }
            }
            guard copied == CURLE_OK else { return false }
            set(CURLOPT_CUSTOMREQUEST, plan.method)
        } else if plan.method == "HEAD" {
            number(CURLOPT_NOBODY, 1)
        } else {
            number(CURLOPT_HTTPGET, 1)
            if plan.method != "GET" { set(CURLOPT_CUSTOMREQUEST, plan.method) }
        }
        func names(_ field: String) -> Bool { plan.headers.contains { $0.name.lowercased() == field } }
        // No waiting for "100 Continue", and no type that nobody named.
        var lines = ["Expect:"]
        if !names("content-type") { lines.append("Content-Type:") }
        if let encodings = plan.encodings, !names("accept-encoding") {
            lines.append("Accept-Encoding: \(encodings.names)")
        }
        // A field with a colon and nothing behind it would be left out; a semicolon stands for an empty one.
        lines += plan.headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
        for line in lines {
            guard let longer = curl_slist_append(list, line) else { return false }
            list = longer
        }
        return talaria_curl_set_list(easy, CURLOPT_HTTPHEADER, list) == CURLE_OK
    }

    /// libcurl is done with it.
    func finish(_ code: CURLcode) {
        if let refusal, code == CURLE_COULDNT_CONNECT || code == CURLE_ABORTED_BY_CALLBACK {
            owner.ended(.refusedAddress(refusal.address, range: refusal.range))
        } else if let end {
            owner.ended(end)
        } else if code == CURLE_OK {
            // A response without a body, and one whose head alone was asked for.
            if !headTold, !tellHead() { return owner.ended(.stopped) }
            // A body that was packed has its own end. One that has not begun was empty.
            if hasBody, unpacking?.isWhole == false {
                return owner.ended(.failed(CURLE_BAD_CONTENT_ENCODING, detail: ""))
            }
            owner.ended(.whole)
        } else if code == CURLE_OUT_OF_MEMORY, !headTold {
            // What libcurl says of a single line that is over its own bound of 100 KB.
            owner.ended(.tooMuchHead)
        } else {
            owner.ended(.failed(code, detail: String(cString: detail)))
        }
    }

    // MARK: What libcurl calls

    private static func from(_ context: UnsafeMutableRawPointer?) -> Exchange {
        // The context is the exchange that owns the easy handle, which makes no call once it is cleaned up.
        Unmanaged<Exchange>.fromOpaque(context.unsafelyUnwrapped).takeUnretainedValue()
    }

    private func took(line: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        guard head.take(UnsafeRawBufferPointer(start: line, count: count)) else {
            end = .tooMuchHead
            return 0
        }
        if head.isComplete, !headTold, !tellHead() {
            end = .stopped
            return 0
        }
        return count
    }

    private func tellHead() -> Bool {
        headTold = true
        return owner.took(head: head)
    }

    private func took(body: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        let bytes = UnsafeRawBufferPointer(start: body, count: count)
        if !hasBody {
            hasBody = true
            if let encodings = plan.encodings, head.isEncoded {
                unpacking = encodings.allowance.unpacking(head.encodings)
                if unpacking == nil { end = .failed(CURLE_BAD_CONTENT_ENCODING, detail: "") }
            }
        }
        if end == nil {
            switch unpacking?.take(bytes, owner.took(body:)) ?? (owner.took(body: bytes) ? .well : .stopped) {
            case .well: return count
            case .stopped: end = .stopped
            case .garbled: end = .failed(CURLE_BAD_CONTENT_ENCODING, detail: "")
            case .noMemory: end = .tooMuchMemory
            }
        }
        // Any other number than `count` ends it.
        return count == 0 ? 1 : 0
    }

    /// A socket is about to be made: its address is what counts, whatever the name was.
    private func open(_ purpose: curlsocktype, _ address: UnsafeMutablePointer<curl_sockaddr>?) -> curl_socket_t {
        guard let address, purpose == CURLSOCKTYPE_IPCXN else { return -1 }
        let length = Int(address.pointee.addrlen)
        let isAllowed = withUnsafePointer(to: &address.pointee.addr) { raw in
            IPAddress(socketAddress: UnsafeRawPointer(raw), length: length).map { allows($0) } ?? false
        }
        guard isAllowed else { return -1 }
        return socket(
            address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue), address.pointee.protocol)
    }

    /// The connection stands and the request goes out next: judged again, since it may be one that was made for another.
    private func judge(_ remote: UnsafePointer<CChar>?) -> Int32 {
        guard let remote, let address = IPAddress(String(cString: remote)) else { return CURL_PREREQFUNC_ABORT }
        connected = address
        return allows(address) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
    }

    private func allows(_ address: IPAddress) -> Bool {
        // Through a proxy the address is the proxy's own, which the settings chose.
        if plan.proxy != nil { return true }
        switch plan.rules.verdict(on: address, for: plan.address.origin) {
        case .reachable, .allowed: return true
        case .refused(let range):
            refusal = (address, range)
            return false
        }
    }

    private func watch(_ received: curl_off_t) -> Int32 {
        if received <= curl_off_t(plan.sizeLimit) { return 0 }
        end = .tooLarge
        return 1
    }
}
