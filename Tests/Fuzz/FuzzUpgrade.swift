import WebSocket

/// Any bytes are a head or a fault, however they are cut; a request that is a head is judged; a response likewise; a URL
/// prints as a URL.
func fuzzUpgrade(_ bytes: [UInt8]) {
    let limits = HeadLimits(bytes: 2000, fields: 20)
    var reader = HeadReader(limits: limits)
    var position = 0
    let progress = reader.read(bytes.span, at: &position)
    var single = HeadReader(limits: limits)
    var byByte = HeadReader.Progress.more
    var taken = 0
    while taken < bytes.count, byByte == .more {
        var place = 0
        byByte = single.read([bytes[taken]].span, at: &place)
        taken += 1
    }
    must(progress == byByte && position == taken, "cutting changes nothing")
    if case .head(let head) = progress {
        if let request = try? RequestHead(head, limits: limits) { judge(request) }
        if let response = try? ResponseHead(head, limits: limits) { judge(response) }
    }
    answers(bytes, limits)
    let text = String(decoding: bytes, as: UTF8.self)
    if let url = try? WebSocketURL(text) {
        var plain = url
        plain.query = nil
        must((try? WebSocketURL("\(url)")) == plain, "a URL prints as itself, its query apart")
    }
}

private func answers(_ bytes: [UInt8], _ limits: HeadLimits) {
    var reader = ResponseReader(limits: limits)
    var position = 0
    let progress = reader.read(bytes.span, at: &position)
    must(progress != .more || position == bytes.count, "all is taken while more is due")
    if case .head(let head) = progress {
        must(head.status == 101 || head.status >= 200, "an interim answer is not the last")
    }
}

private func judge(_ request: RequestHead) {
    _ = (request.path, request.query, request.bearer, request.hasBody, request.queryValue("token"))
    var policy = UpgradePolicy()
    policy.subprotocols = ["hermes"]
    policy.origins = ["https://example.org"]
    policy.compression = Compression()
    var out: [UInt8] = []
    switch policy.judge(request) {
    case .accepted(let response): response.write(into: &out)
    case .refused(let answer): answer.write(into: &out)
    case .plain: HTTPAnswer(status: 426).write(into: &out)
    }
    must((try? ResponseHead(out)) != nil || !out.isEmpty, "an answer is written")
    let end = out.indices.dropLast(3).first { out[$0..<$0 + 4].elementsEqual([13, 10, 13, 10]) }
    must(end.map { (try? ResponseHead(Array(out[..<($0 + 4)]))) != nil } == true, "an answer is a response")
}

private func judge(_ response: ResponseHead) {
    guard let url = try? WebSocketURL("ws://example.org/ws") else { return }
    // The nonce of the RFC's example, so that a corpus can hold a 101 that fits.
    var request = UpgradeRequest(url: url, nonce: (0x7468_6520_7361_6D70, 0x6C65_206E_6F6E_6365))
    request.subprotocols = ["hermes"]
    request.compression = Compression()
    if case .accepted(let agreement) = request.judge(response) {
        must(agreement.subprotocol == nil || agreement.subprotocol == "hermes", "only what was offered is agreed")
        must((8...15).contains(agreement.compression?.sending.windowBits ?? 15), "a window has 8 to 15 bits")
    }
}
