import Random
import WebSocket

/// Received with the whole window: beyond a smaller one, what zlib sees hangs on how the bytes are cut.
let deflateTerms = Compression(sending: .init(windowBits: 9), receiving: .init(windowBits: 15))

/// The first byte says how the rest is cut. However it is, the same is heard; texts are UTF-8, no limit is passed, and
/// what was heard can be said and heard again.
func fuzzWebSocket(_ bytes: [UInt8], _ role: Role, _ terms: Compression?) {
    guard let seed = bytes.first else { return }
    let wire = Array(bytes.dropFirst())
    let limits = Limits(frame: 1 << 16, message: 1 << 17, fragments: 20)
    var random = SplitMix(seed: UInt64(seed))

    var whole = Codec(role: role, compression: terms)
    let heard = hear(&whole, wire, limits)
    var cut = Codec(role: role, compression: terms)
    var pieces: [FuzzHeard] = []
    var rest = wire[...]
    while !rest.isEmpty {
        let piece = rest.prefix(seed == 0 ? 1 : Int.random(in: 1...20, using: &random))
        rest = rest.dropFirst(piece.count)
        pieces += hear(&cut, Array(piece), limits)
    }
    must(pieces == heard, "cutting changes nothing: \(heard) and \(pieces)")
    must(whole.isIdle == cut.isIdle, "both keep as much")
    say(heard, from: role == .client ? .server : .client, terms, limits)
}

enum FuzzHeard: Equatable {
    case message(MessageKind, [UInt8])
    case other(Codec.Event)
}

private func hear(_ codec: inout Codec, _ wire: [UInt8], _ limits: Limits) -> [FuzzHeard] {
    var wire = wire
    var heard: [FuzzHeard] = []
    var input = wire.mutableSpan
    var position = 0
    while let event = codec.next(&input, at: &position, limits: limits) {
        switch event {
        case .message(let kind, let payload):
            let bytes = copy(payload, input.span)
            must(bytes.count <= limits.message, "a message is within its limit")
            must(kind == .binary || String(validating: bytes, as: UTF8.self) != nil, "a text is UTF-8")
            heard.append(.message(kind, bytes))
        case .ping(let payload): heard.append(.other(.ping(.assembled(copy(payload, input.span)))))
        case .pong(let payload): heard.append(.other(.pong(.assembled(copy(payload, input.span)))))
        case .close, .failure: heard.append(.other(event))
        }
    }
    must(position == wire.count, "all of the input is taken")
    return heard
}

private func copy(_ payload: Codec.Payload, _ input: Span<UInt8>) -> [UInt8] {
    payload.withBytes(in: input) { span in span.indices.map { span[$0] } }
}

private func say(_ heard: [FuzzHeard], from role: Role, _ terms: Compression?, _ limits: Limits) {
    let mirrored = terms.map { Compression(sending: $0.receiving, receiving: $0.sending) }
    var speaker = Codec(role: role, compression: mirrored)
    var wire: [UInt8] = []
    var said: [FuzzHeard] = []
    for event in heard {
        let mask = UInt32(truncatingIfNeeded: wire.count &* 0x9E37_79B1)
        switch event {
        case .message(let kind, let bytes) where bytes.count <= limits.frame / 2:
            speaker.send(kind, bytes.span, mask: mask, into: &wire)
            said.append(event)
        case .other(.ping(.assembled(let bytes))):
            speaker.ping(bytes.span, mask: mask, into: &wire)
            said.append(event)
        case .other(.close(let code, let reason)):
            speaker.close(code: code, reason: reason, mask: mask, into: &wire)
            said.append(event)
        default: break
        }
    }
    var listener = Codec(role: role == .client ? .server : .client, compression: terms)
    must(hear(&listener, wire, limits) == said, "what is said is heard")
}
