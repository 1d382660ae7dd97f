import Foundation
import Hermes
import JSON

// A frame of 100 bytes, decoded and encoded: ours, and Foundation's coders with Codable structs, made once and used again.

extension Benchmark {
    static let json = measuring(
        "json", arguments: "[WORD]",
        about: "decodes and encodes a 100-byte frame, beside Foundation's coders; WORD picks rows"
    ) { arguments, report in
        let word = arguments.first ?? ""
        try frames(&report, only: word)
        if word.isEmpty || "base64".contains(word) { try base64(&report) }
    }

    private static func frames(_ report: inout Report, only word: String) throws {
        let text = TextFrame(id: "6f1c0a52-9f3e-4b0e-9a55-0d5c1f7e2b11", text: "Hello Ada, are you there at 9?")
        var textBytes: [UInt8] = []
        text.encode(into: &textBytes)
        let message = MessageFrame(id: "m-20260301-0017", text: "All done, it works.", edit: true, final: false)
        var messageBytes: [UInt8] = []
        message.encode(into: &messageBytes)
        report.remark("the frames: \(textBytes.count) bytes (text) and \(messageBytes.count) bytes (message)")

        let decoder = JSONDecoder()
        let encoder = JSONEncoder()
        let textData = Data(textBytes)
        let messageData = Data(messageBytes)
        guard try decoder.decode(FoundationText.self, from: textData).text == text.text,
            try decoder.decode(FoundationMessage.self, from: messageData).text == message.text,
            DeviceFrame.decode(textBytes.span) == .frame(.text(text)),
            GatewayFrame.decode(messageBytes.span) == .frame(.message(message))
        else { throw BenchmarkFault("the contenders do not read the same frames") }

        let foundationText = FoundationText(t: "text", id: text.id, text: text.text)
        let foundationMessage = FoundationMessage(
            t: "message", id: message.id, text: message.text, edit: message.edit, final: message.final)

        let race = Race()
        let rows: [(what: String, expected: Double, ours: (Int) -> Void, theirs: (Int) -> Void)] = [
            (
                "decode text", 8,
                { for _ in 0..<$0 { consume(DeviceFrame.decode(textBytes.span)) } },
                { for _ in 0..<$0 { consume(try? decoder.decode(FoundationText.self, from: textData)) } }
            ),
            (
                "decode message", 8,
                { for _ in 0..<$0 { consume(GatewayFrame.decode(messageBytes.span)) } },
                { for _ in 0..<$0 { consume(try? decoder.decode(FoundationMessage.self, from: messageData)) } }
            ),
            (
                "encode text", 15, encodeOurs(text.encode),
                { for _ in 0..<$0 { consume(try? encoder.encode(foundationText)) } }
            ),
            (
                "encode message", 15, encodeOurs(message.encode),
                { for _ in 0..<$0 { consume(try? encoder.encode(foundationMessage)) } }
            ),
        ]
        for row in rows where row.what.contains(word) || word.isEmpty {
            let samples = race.run([.init(who: "talaria", work: row.ours), .init(who: "Foundation", work: row.theirs)])
            report.add(row.what, "talaria", samples[0], unit: "ns")
            report.add(row.what, "Foundation", samples[1], unit: "ns")
            report.expect(.ratio(what: row.what, over: "Foundation", atLeast: row.expected))
        }
    }

    /// Encodes into one buffer that is used again, as a driver's is.
    private static func encodeOurs(_ encode: @escaping (inout [UInt8]) -> Void) -> (Int) -> Void {
        { times in
            var out: [UInt8] = []
            out.reserveCapacity(256)
            for _ in 0..<times {
                out.removeAll(keepingCapacity: true)
                encode(&out)
                consume(out)
            }
        }
    }

    private static func base64(_ report: inout Report) throws {
        let raw = (0..<3 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 7) }
        var text: [UInt8] = []
        Base64.encode(raw.span, into: &text)
        let data = Data(raw)
        let textData = Data(text)
        var back: [UInt8] = []
        try Base64.decode(text.span, into: &back)
        guard back == raw else { throw BenchmarkFault("base64 does not come back the same") }
        var race = Race()
        race.rounds = 15
        let encoded = race.run([
            .init(who: "talaria") { times in
                for _ in 0..<times {
                    text.removeAll(keepingCapacity: true)
                    Base64.encode(raw.span, into: &text)
                    consume(text)
                }
            },
            .init(who: "Foundation") { times in for _ in 0..<times { consume(data.base64EncodedData()) } },
        ])
        let decoded = race.run([
            .init(who: "talaria") { times in
                for _ in 0..<times {
                    back.removeAll(keepingCapacity: true)
                    try? Base64.decode(text.span, into: &back)
                    consume(back)
                }
            },
            .init(who: "Foundation") { times in for _ in 0..<times { consume(Data(base64Encoded: textData)) } },
        ])
        for (what, samples) in [("base64 encode 3 MiB", encoded), ("base64 decode 3 MiB", decoded)] {
            report.add(what, "talaria", samples[0], unit: "ns")
            report.add(what, "Foundation", samples[1], unit: "ns")
        }
    }
}

private struct FoundationText: Codable {
    var t: String
    var id: String
    var text: String
}

private struct FoundationMessage: Codable {
    var t: String
    var id: String
    var text: String
    var edit: Bool
    var final: Bool
}
