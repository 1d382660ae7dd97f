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
