import Testing

@testable import WebSocket

@Suite("The terms of permessage-deflate")
struct DeflateTermsTests {
    typealias Direction = Compression.Direction

    func element(_ text: String) -> ExtensionElement { ExtensionElement.list([text])![0] }

    @Test(
        "are refused when a parameter is unknown, repeated, out of range, or has or lacks a value",
        arguments: [
            "permessage-deflate; foo", "permessage-deflate; server_no_context_takeover=1",
            "permessage-deflate; client_no_context_takeover=true",
            "permessage-deflate; server_no_context_takeover; server_no_context_takeover",
            "permessage-deflate; server_max_window_bits", "permessage-deflate; server_max_window_bits=7",
            "permessage-deflate; server_max_window_bits=16", "permessage-deflate; server_max_window_bits=08",
            "permessage-deflate; server_max_window_bits=+9", "permessage-deflate; client_max_window_bits=0",
            "permessage-deflate; client_max_window_bits=x",
            "permessage-deflate; client_max_window_bits; client_max_window_bits=9", "permessage-bzip2",
            "permessage-deflate; Server_No_Context_Takeover",
        ])
    func refused(text: String) {
        #expect(DeflateParameters(element(text)) == nil)
        #expect(DeflateGrant(element(text), most: Compression()) == nil)
        #expect(DeflateOffer(Compression()).agreed(to: element(text)) == nil)
    }

    @Test("are offered as the wish says")
    func offers() {
        #expect(DeflateOffer(Compression()).text == "permessage-deflate; client_max_window_bits")
        let narrow = Compression(
            sending: Direction(windowBits: 10, keepsContext: false),
            receiving: Direction(windowBits: 9, keepsContext: false))
        #expect(
            DeflateOffer(narrow).text
                == "permessage-deflate; server_no_context_takeover; client_no_context_takeover; server_max_window_bits=9; "
                + "client_max_window_bits=10")
    }

    @Test("are granted as far as the server's most allows")
    func grants() throws {
        let most = Compression()
        func grant(_ text: String, _ most: Compression = most) throws -> (Compression, String) {
            let grant = try #require(DeflateGrant(element(text), most: most))
            return (grant.compression, grant.text)
        }
        #expect(try grant("permessage-deflate") == (Compression(), "permessage-deflate"))
        #expect(
            try grant("permessage-deflate; client_max_window_bits; server_max_window_bits=10")
                == (Compression(sending: Direction(windowBits: 10)), "permessage-deflate; server_max_window_bits=10"))
        #expect(
            try grant("permessage-deflate; client_max_window_bits=12; server_no_context_takeover")
                == (
                    Compression(sending: Direction(keepsContext: false), receiving: Direction(windowBits: 12)),
                    "permessage-deflate; server_no_context_takeover; client_max_window_bits=12"
                ))
        #expect(
            try grant("permessage-deflate; client_no_context_takeover; server_max_window_bits=15")
                == (
                    Compression(receiving: Direction(keepsContext: false)),
                    "permessage-deflate; client_no_context_takeover; server_max_window_bits=15"
                ))
        let small = Compression(
            sending: Direction(windowBits: 9, keepsContext: false),
            receiving: Direction(windowBits: 9, keepsContext: false))
        #expect(
            try grant("permessage-deflate; client_max_window_bits; server_max_window_bits=12", small)
                == (
                    small,
                    "permessage-deflate; server_no_context_takeover; client_no_context_takeover; server_max_window_bits=9; "
                        + "client_max_window_bits=9"
                ))
        // A client that is silent on its window may use all of it.
        let silent = try grant("permessage-deflate", small)
        #expect(silent.0.receiving.windowBits == 15)
        #expect(!silent.1.contains("client_max_window_bits"))
    }

    @Test("are agreed when the answer fits the offer")
    func agreed() {
        let wish = Compression()
        let narrow = Compression(receiving: Direction(windowBits: 10, keepsContext: false))
        func agree(_ wish: Compression, _ text: String) -> Compression? { DeflateOffer(wish).agreed(to: element(text)) }
        #expect(agree(wish, "permessage-deflate") == Compression())
        #expect(
            agree(wish, "permessage-deflate; server_max_window_bits=9; client_max_window_bits=11")
                == Compression(sending: Direction(windowBits: 11), receiving: Direction(windowBits: 9)))
        #expect(
            agree(wish, "permessage-deflate; server_no_context_takeover; client_no_context_takeover")
                == Compression(sending: Direction(keepsContext: false), receiving: Direction(keepsContext: false)))
        #expect(agree(narrow, "permessage-deflate; server_no_context_takeover; server_max_window_bits=10") == narrow)
        // What we asked for and did not get.
        #expect(agree(narrow, "permessage-deflate; server_no_context_takeover") == nil)
        #expect(agree(narrow, "permessage-deflate; server_max_window_bits=10") == nil)
        #expect(agree(narrow, "permessage-deflate; server_no_context_takeover; server_max_window_bits=11") == nil)
        // A window for us that is wider than offered, or without a number.
        let short = Compression(sending: Direction(windowBits: 9))
        #expect(agree(short, "permessage-deflate; client_max_window_bits=10") == nil)
        #expect(agree(wish, "permessage-deflate; client_max_window_bits") == nil)
    }

    @Test("are always agreed between our own two ends, and alike")
    func ownEnds() throws {
        let directions = [8, 9, 12, 15].flatMap { bits in
            [true, false].map { Direction(windowBits: bits, keepsContext: $0) }
        }
        for wishOut in directions {
            for wishIn in directions {
                for most in directions {
                    let wish = Compression(sending: wishOut, receiving: wishIn)
                    let offer = DeflateOffer(wish)
                    let grant = try #require(
                        DeflateGrant(element(offer.text), most: Compression(sending: most, receiving: most)))
                    let agreed = try #require(offer.agreed(to: element(grant.text)))
                    // A client may use less window or context than the server allows for.
                    #expect(agreed.sending.windowBits <= grant.compression.receiving.windowBits)
                    #expect(!agreed.sending.keepsContext || grant.compression.receiving.keepsContext)
                    #expect(agreed.receiving == grant.compression.sending)
                }
            }
        }
    }
}
