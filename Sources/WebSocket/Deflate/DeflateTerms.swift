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

/// What a client asks for.
struct DeflateOffer {
    let wish: Compression

    init(_ wish: Compression) { self.wish = wish }

    var text: String {
        var parameters = DeflateParameters()
        parameters.serverNoTakeover = !wish.receiving.keepsContext
        parameters.clientNoTakeover = !wish.sending.keepsContext
        if wish.receiving.windowBits < 15 { parameters.serverBits = .at(wish.receiving.windowBits) }
        parameters.clientBits = wish.sending.windowBits < 15 ? .at(wish.sending.windowBits) : .any
        return parameters.text
    }

    /// The server's answer as terms. nil: it does not fit the offer.
    func agreed(to element: ExtensionElement) -> Compression? {
        guard let answer = DeflateParameters(element) else { return nil }
        var agreed = wish
        // What we asked of the server must be said again; more than we asked may be (section 7.1.1.1, 7.1.2.1).
        guard answer.serverNoTakeover || wish.receiving.keepsContext else { return nil }
        agreed.receiving.keepsContext = !answer.serverNoTakeover
        switch answer.serverBits {
        case .at(let bits) where bits <= wish.receiving.windowBits: agreed.receiving.windowBits = bits
        case .absent where wish.receiving.windowBits == 15: break
        default: return nil
        }
        if answer.clientNoTakeover { agreed.sending.keepsContext = false }
        switch answer.clientBits {
        case .at(let bits) where bits <= wish.sending.windowBits: agreed.sending.windowBits = bits
        case .absent: break
        default: return nil
        }
        return agreed
    }
}

/// What a server grants to one offer.
struct DeflateGrant {
    let compression: Compression
    let text: String

    /// nil: not an offer that we can take; the next may be.
    init?(_ element: ExtensionElement, most: Compression) {
        guard let offer = DeflateParameters(element) else { return nil }
        var terms = most
        var answer = DeflateParameters()
        terms.sending.keepsContext = most.sending.keepsContext && !offer.serverNoTakeover
        answer.serverNoTakeover = !terms.sending.keepsContext
        terms.receiving.keepsContext = most.receiving.keepsContext && !offer.clientNoTakeover
        answer.clientNoTakeover = !terms.receiving.keepsContext
        if case .at(let bits) = offer.serverBits { terms.sending.windowBits = min(bits, most.sending.windowBits) }
        if terms.sending.windowBits < 15 || offer.serverBits != .absent {
            answer.serverBits = .at(terms.sending.windowBits)
        }
        switch offer.clientBits {
        // A client that did not say that it knows the parameter cannot be told to use a smaller window.
        case .absent: terms.receiving.windowBits = 15
        case .any: break
        case .at(let bits): terms.receiving.windowBits = min(bits, most.receiving.windowBits)
        }
        if offer.clientBits != .absent, terms.receiving.windowBits < 15 {
            answer.clientBits = .at(terms.receiving.windowBits)
        }
        compression = terms
        text = answer.text
    }
}
