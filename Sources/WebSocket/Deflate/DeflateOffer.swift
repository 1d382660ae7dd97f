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
