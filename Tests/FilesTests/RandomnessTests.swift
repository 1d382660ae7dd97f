import Testing

@testable import Files

@Suite("Random names and digests")
struct RandomnessTests {
    @Test("a UUID is of version 4, and no two are equal")
    func uuid() {
        let uuids = (0..<200).map { _ in Randomness.uuid() }
        #expect(Set(uuids).count == 200)
        for uuid in uuids {
            let characters = Array(uuid)
            #expect(characters.count == 36)
            #expect(characters[14] == "4")
            #expect("89ab".contains(characters[19]))
            #expect([8, 13, 18, 23].allSatisfy { characters[$0] == "-" })
        }
    }

    @Test("random bytes are as many as were asked for", arguments: [0, 1, 16, 255, 256, 257, 5000])
    func count(count: Int) { #expect(Randomness.bytes(count).count == count) }

    @Test("hexadecimal digits are two a byte") func hexadecimal() {
        #expect(Randomness.hexadecimal([0x00, 0x0F, 0xA5, 0xFF]) == "000fa5ff")
    }

    @Test(
        "SHA-256 gives what FIPS 180-4 says",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ])
    func sha256(text: String, hash: String) {
        #expect(SHA256.hex(text.utf8) == hash)
        let pieces = SHA256()
        for byte in text.utf8 { pieces.add([byte]) }
        #expect(pieces.finish() == hash)
        #expect(pieces.finish() == nil)
    }
}
