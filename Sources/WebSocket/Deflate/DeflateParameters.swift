// How permessage-deflate is negotiated (RFC 7692 section 7.1). The parameters name the ends of the connection, a
// `Compression` names directions as one end sees them; here is where the two meet.

/// The parameters of one permessage-deflate element. nil from `init`: unknown, repeated or out of range.
struct DeflateParameters: Equatable {
    static let name = "permessage-deflate"

    enum Bits: Equatable {
        case absent
        /// Present without a value.
        case any
        case at(UInt8)
    }

    var serverNoTakeover = false
    var clientNoTakeover = false
    var serverBits = Bits.absent
    var clientBits = Bits.absent

    init() {}

    init?(_ element: ExtensionElement) {
        guard HeaderFields.isSame(element.name, Self.name) else { return nil }
        var seen: Set<String> = []
        for parameter in element.parameters {
            guard seen.insert(parameter.name).inserted else { return nil }
            switch (parameter.name, parameter.value) {
            case ("server_no_context_takeover", nil): serverNoTakeover = true
            case ("client_no_context_takeover", nil): clientNoTakeover = true
            case ("client_max_window_bits", nil): clientBits = .any
            case ("server_max_window_bits", let value?):
                guard let bits = Self.bits(value) else { return nil }
                serverBits = .at(bits)
            case ("client_max_window_bits", let value?):
                guard let bits = Self.bits(value) else { return nil }
                clientBits = .at(bits)
            default: return nil
            }
        }
    }

    /// 8 to 15, without a leading zero.
    private static func bits(_ value: String) -> UInt8? {
        guard let bits = UInt8(value), (8...15).contains(bits), String(bits) == value else { return nil }
        return bits
    }

    var text: String {
        var text = Self.name
        if serverNoTakeover { text += "; server_no_context_takeover" }
        if clientNoTakeover { text += "; client_no_context_takeover" }
        if case .at(let bits) = serverBits { text += "; server_max_window_bits=\(bits)" }
        switch clientBits {
        case .absent: break
        case .any: text += "; client_max_window_bits"
        case .at(let bits): text += "; client_max_window_bits=\(bits)"
        }
        return text
    }
}
