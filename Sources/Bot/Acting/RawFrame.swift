import JSON
import Rules

/// What `send` may not send. The checker refuses it in the file; here the rendered bytes are judged, since `t` may be a
/// template: an answer to a prompt goes only by `answer`, and a hello only when the socket opens.
enum RawFrame {
    static func refusal(_ bytes: [UInt8], role: Role) -> String? {
        var types: [String] = []
        do throws(JSONError) {
            types = try self.types(bytes.span)
        } catch {
            return "no JSON object"
        }
        guard types.count == 1 else { return types.isEmpty ? "no \"t\"" : "\"t\" comes twice" }
        let t = types[0].lowercased()
        guard role == .device, t == "hello" || t == "prompt" else { return nil }
        return "a \"\(t)\" frame is never sent by \"send\""
    }

    private static func types(_ bytes: Span<UInt8>) throws(JSONError) -> [String] {
        var types: [String] = []
        var reader = JSONReader(bytes)
        try reader.enterObject()
        while let key = try reader.nextKey() {
            if reader.text(of: key) == "t" {
                let value = try reader.readString()
                types.append(reader.text(of: value))
            } else {
                _ = try reader.skip()
            }
        }
        try reader.finish()
        return types
    }
}
