/// How a request goes on at another address (RFC 9110 section 15.4), and what it leaves behind.
///
/// At another origin (scheme, host and port) all headers stay behind but a few that cannot hold a credential, and a body is
/// not handed over.
struct Redirect {
    var address: WebAddress
    var method: String
    var headers: [HTTPHeader]
    var body: [UInt8]

    static func isOne(_ head: ResponseHead) -> Bool {
        [301, 302, 303, 307, 308].contains(head.status) && head["location"] != nil
    }

    init(
        _ head: ResponseHead, from: WebAddress, method: String, headers: [HTTPHeader], body: [UInt8]
    ) throws(FetchFault) {
        do {
            address = try from.resolving(head["location"] ?? "")
        } catch {
            throw FetchFault(.badRedirect, "\(from.origin): redirects to what \(error.text)", status: head.status)
        }
        let becomesGet = head.status == 303 && method != "HEAD" || method == "POST" && [301, 302].contains(head.status)
        self.method = becomesGet ? "GET" : method
        self.body = becomesGet ? [] : body
        self.headers = becomesGet ? headers.filter { !$0.name.lowercased().hasPrefix("content-") } : headers
        guard address.origin != from.origin || address.isEncrypted != from.isEncrypted else { return }
        let harmless: Set = ["accept", "accept-language", "range", "if-range"]
        self.headers.removeAll { !harmless.contains($0.name.lowercased()) }
        if !self.body.isEmpty || self.method != "GET" && self.method != "HEAD" {
            throw FetchFault(
                .badRedirect, "\(from.origin): redirects a \(method) to \(address.origin), another origin",
                status: head.status)
        }
    }
}
