import Testing

@testable import WebSocket

@Suite("SHA-1")
struct SHA1Tests {
    func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    @Test(
        "of the standard's vectors",
        arguments: [
            ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
            ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
            ("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "84983e441c3bd26ebaae4aa1f95129e5e54670f1"),
            (String(repeating: "0123456701234567", count: 40), "dea356a2cddd90c7a7ecedc5ebb563934f460452"),
        ])
    func vectors(text: String, digest: String) {
        #expect(hex(SHA1.digest(Array(text.utf8))) == digest)
    }

    @Test("pads at every length around a block")
    func padding() {
        let digests = (0...130).map { SHA1.digest([UInt8](repeating: 0x61, count: $0)) }
        #expect(Set(digests).count == 131)
        #expect(hex(digests[55]) == "c1c8bbdc22796e28c0e15163d20899b65621d65a")
        #expect(hex(digests[56]) == "c2db330f6083854c99d4b5bfb6e8f29f201be699")
        #expect(hex(digests[64]) == "0098ba824b5c16427bd7a1122a5a442a25ec644d")
    }
}

@Suite("The handshake's key")
struct HandshakeKeyTests {
    @Test("is answered as in the RFC's example (section 1.3)")
    func example() throws {
        #expect(try #require(HandshakeKey("dGhlIHNhbXBsZSBub25jZQ==")).accept == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    }

    @Test("is 16 bytes of base64")
    func form() {
        let nonce: (UInt64, UInt64) = (0x7468_6520_7361_6D70, 0x6C65_206E_6F6E_6365)
        #expect(HandshakeKey(nonce: nonce).text == "dGhlIHNhbXBsZSBub25jZQ==")
        #expect(HandshakeKey(nonce: (0, 0)).text == "AAAAAAAAAAAAAAAAAAAAAA==")
        #expect(HandshakeKey(nonce: (.max, .max)).text == "/////////////////////w==")
        for text in [
            "", "dGhlIHNhbXBsZSBub25jZQ", "dGhlIHNhbXBsZSBub25jZQ=", "dGhlIHNhbXBsZSBub25j!Q==",
            "dGhlIHNhbXBsZSBub25jZQAA", "dGhlIHNhbXBsZSBub25jZQAA==",
        ] {
            #expect(HandshakeKey(text) == nil)
        }
    }
}
