/// What a request may hold. Its parts may come from templates, and those from outside.
enum RequestCheck {
    /// Fields that are the fetcher's own: they would change where the message ends, or whom it is for.
    private static let own: Set = [
        "content-length", "transfer-encoding", "connection", "host", "te", "trailer", "upgrade", "expect", "keep-alive",
        "proxy-authorization", "proxy-connection", "accept-encoding", "cookie2",
    ]

    /// Nil: all is sound.
    static func fault(method: String, headers: [HTTPHeader]) -> FetchFault? {
        guard ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].contains(method) else {
            return FetchFault(.badURL, "the method is none of GET, HEAD, POST, PUT, PATCH, DELETE and OPTIONS")
        }
        guard headers.count <= 100 else { return FetchFault(.badURL, "more than 100 headers") }
        for header in headers {
            guard header.isSound, header.name.utf8.count + header.value.utf8.count <= 16 << 10 else {
                return FetchFault(.badURL, "a header that is not a name with a single line of text")
            }
            if own.contains(header.name.lowercased()) {
                return FetchFault(.badURL, "the header \(header.name) is set by the fetcher alone")
            }
        }
        return nil
    }
}
