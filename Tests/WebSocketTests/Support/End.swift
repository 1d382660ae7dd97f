import Random

@testable import WebSocket

/// What an end heard, with the bytes taken out of wherever the codec left them.
enum Heard: Equatable {
    case text(String)
    case binary([UInt8])
    case ping([UInt8])
    case pong([UInt8])
    case close(UInt16, String)
    case failure(Failure)
}

/// How bytes are cut on their way.
enum Delivery: CaseIterable {
    case whole
    case byteByByte
    case random
}

/// One end of a connection in memory: a codec with limits and a seeded source of mask keys.
final class End {
    var codec: Codec
    var isIdle: Bool { codec.isIdle }
    var isFinished: Bool { codec.isFinished }
    var isClosing: Bool { codec.isClosing }
    var limits = Limits()
    var random: SplitMix
    /// How many messages came as ranges of the input.
    var rangesHeard = 0

    init(_ role: Role, compression: Compression? = nil, limits: Limits = Limits(), seed: UInt64 = 1) {
        codec = Codec(role: role, compression: compression)
        self.limits = limits
        random = SplitMix(seed: seed)
    }

    func hear(_ bytes: [UInt8], _ delivery: Delivery = .whole) -> [Heard] {
        var heard: [Heard] = []
        var rest = bytes[...]
        repeat {
            let count: Int =
                switch delivery {
                case .whole: rest.count
                case .byteByByte: min(1, rest.count)
                case .random: min(rest.count, Int.random(in: 1...40, using: &random))
                }
            var chunk = Array(rest.prefix(count))
            rest = rest.dropFirst(count)
            heard += take(&chunk)
        } while !rest.isEmpty
        return heard
    }

    private func take(_ chunk: inout [UInt8]) -> [Heard] {
        var heard: [Heard] = []
        var input = chunk.mutableSpan
        var position = 0
        while let event = codec.next(&input, at: &position, limits: limits) {
            switch event {
            case .message(let kind, let payload):
                if case .input = payload { rangesHeard += 1 }
                let bytes = payload.bytes(in: input.span)
                heard.append(kind == .text ? .text(String(decoding: bytes, as: UTF8.self)) : .binary(bytes))
            case .ping(let payload): heard.append(.ping(payload.bytes(in: input.span)))
            case .pong(let payload): heard.append(.pong(payload.bytes(in: input.span)))
            case .close(let code, let reason): heard.append(.close(code, reason))
            case .failure(let failure): heard.append(.failure(failure))
            }
        }
        return heard
    }

    func text(_ text: String, part: Codec.Part = .whole, compress: Bool = true) -> [UInt8] {
        var out: [UInt8] = []
        codec.send(.text, Array(text.utf8).span, part: part, compress: compress, mask: mask(), into: &out)
        return out
    }

    func binary(_ bytes: [UInt8], part: Codec.Part = .whole, compress: Bool = true) -> [UInt8] {
        var out: [UInt8] = []
        codec.send(.binary, bytes.span, part: part, compress: compress, mask: mask(), into: &out)
        return out
    }

    func ping(_ bytes: [UInt8]) -> [UInt8] {
        var out: [UInt8] = []
        codec.ping(bytes.span, mask: mask(), into: &out)
        return out
    }

    func pong(_ bytes: [UInt8]) -> [UInt8] {
        var out: [UInt8] = []
        codec.pong(bytes.span, mask: mask(), into: &out)
        return out
    }

    func close(_ code: UInt16, _ reason: String = "") -> [UInt8] {
        var out: [UInt8] = []
        codec.close(code: code, reason: reason, mask: mask(), into: &out)
        return out
    }

    func mask() -> UInt32 { UInt32.random(in: 0 ... .max, using: &random) }
}

extension Codec.Payload {
    func bytes(in input: Span<UInt8>) -> [UInt8] {
        withBytes(in: input) { span in span.indices.map { span[$0] } }
    }
}

/// A frame as a test wants it, right or wrong. Masked with `mask` unless that is nil.
func frame(
    _ opcode: UInt8, _ payload: [UInt8] = [], fin: Bool = true, rsv: UInt8 = 0, mask: UInt32? = nil,
    lengthBytes: Int? = nil
) -> [UInt8] {
    let count = payload.count
    var bytes = [(fin ? 0x80 : 0) | rsv << 4 | opcode]
    let lengthBytes = lengthBytes ?? (count <= 125 ? 0 : count <= 0xFFFF ? 2 : 8)
    let maskBit: UInt8 = mask == nil ? 0 : 0x80
    bytes.append(maskBit | (lengthBytes == 0 ? UInt8(count) : lengthBytes == 2 ? 126 : 127))
    for index in (0..<lengthBytes).reversed() { bytes.append(UInt8(truncatingIfNeeded: count >> (8 * index))) }
    guard let mask else { return bytes + payload }
    let key = (0..<4).map { UInt8(truncatingIfNeeded: mask >> (8 * UInt32($0))) }
    return bytes + key + payload.enumerated().map { $1 ^ key[$0 % 4] }
}

func frame(
    _ opcode: UInt8, _ payload: String, fin: Bool = true, rsv: UInt8 = 0, mask: UInt32? = nil
) -> [UInt8] {
    frame(opcode, Array(payload.utf8), fin: fin, rsv: rsv, mask: mask)
}
