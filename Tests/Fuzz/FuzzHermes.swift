import Hermes

/// Any bytes are a frame or malformed, in both directions, and every range that a frame tells is inside the bytes.
func fuzzHermes(_ bytes: [UInt8]) {
    switch GatewayFrame.decode(bytes.span) {
    case .frame(.media(let media)): check(media, bytes.count)
    case .frame(.message(let message)):
        var out: [UInt8] = []
        message.encode(into: &out)
        must(GatewayFrame.decode(out.span) == .frame(.message(message)), "a message is read as it was written")
    case .frame(.prompt(let prompt)):
        var out: [UInt8] = []
        prompt.encode(into: &out)
        _ = GatewayFrame.decode(out.span)
    case .frame: break
    case .malformed(let fault): must(!fault.description.isEmpty, "a fault has words")
    }
    switch DeviceFrame.decode(bytes.span) {
    case .frame(.media(let media)): check(media, bytes.count)
    case .frame(.text(let text)):
        var out: [UInt8] = []
        text.encode(into: &out)
        must(DeviceFrame.decode(out.span) == .frame(.text(text)), "a text is read as it was written")
    case .frame: break
    case .malformed(let fault): must(!fault.description.isEmpty, "a fault has words")
    }
}

private func check(_ media: MediaFrame, _ count: Int) {
    guard case .data(let field) = media.body else { return }
    must(field.range.lowerBound >= 0 && field.range.upperBound <= count, "data is inside the message")
}
