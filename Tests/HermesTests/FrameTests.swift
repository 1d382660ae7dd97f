import Hermes
import Testing

/// The bytes that an encoder appends, as text.
func encoded(_ encode: (inout [UInt8]) -> Void) -> String {
    var out: [UInt8] = []
    encode(&out)
    return String(decoding: out, as: UTF8.self)
}

func decodedDevice(_ text: String) -> Decoded<DeviceFrame> { DeviceFrame.decode(Array(text.utf8).span) }
func decodedGateway(_ text: String) -> Decoded<GatewayFrame> { GatewayFrame.decode(Array(text.utf8).span) }

@Suite("Frames")
struct FrameTests {
    @Test("a text goes out and comes in")
    func text() {
        let frame = TextFrame(id: "a1", text: "Hello \"you\"\n👋")
        let json = encoded(frame.encode)
        #expect(json == #"{"t":"text","id":"a1","text":"Hello \"you\"\n👋"}"#)
        #expect(decodedDevice(json) == .frame(.text(frame)))
    }
}
