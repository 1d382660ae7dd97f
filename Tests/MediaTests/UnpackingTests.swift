import Testing

@testable import Media

@Suite("Unpacking a body")
struct UnpackingTests {
    private let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7 &* 31) }

    /// What comes out of a body that is handed over in pieces, and how that ended.
    private func unpack(
        _ packed: [UInt8], _ unpacking: any Unpacking, by piece: Int = 16 << 10, atMost: Int = .max
    ) -> ([UInt8], UnpackingStep) {
        var out: [UInt8] = []
        for start in stride(from: 0, to: packed.count, by: piece) {
            let step = packed[start..<min(start + piece, packed.count)].withUnsafeBytes { raw in
                unpacking.take(raw) { bytes in
                    out += bytes
                    return out.count <= atMost
                }
            }
            if step != .well { return (out, step) }
        }
        return (out, .well)
    }

    @Test("gives what was packed, in pieces of any size", arguments: [1, 7, 1000, 1 << 20])
    func pieces(piece: Int) throws {
        let allowance = UnpackingAllowance()
        for (name, window): (String, Int32) in [("gzip", 31), ("X-GZIP", 31), ("deflate", 15), ("deflate", -15)] {
            let unpacking = try #require(allowance.unpacking([name]))
            let packed = Bodies.gzip(bytes, window: window)
            let (out, step) = unpack(packed, unpacking, by: piece)
            #expect(out == bytes && step == .well && unpacking.isWhole, "\(name) \(window)")
        }
        let brotli = try #require(allowance.unpacking(["br"]))
        #expect(unpack(Bodies.helloBrotli, brotli, by: piece).0 == Array("Hello, brotli!".utf8))
        #expect(brotli.isWhole)
    }

    @Test("knows no other encoding, and no two at once")
    func unknown() {
        let allowance = UnpackingAllowance()
        for names in [[], ["zstd"], ["compress"], ["gzip", "br"]] {
            #expect(allowance.unpacking(names) == nil, "\(names)")
        }
    }

    @Test("goes on with the next member of a gzip file, and leaves what follows alone")
    func members() throws {
        let unpacking = Inflating()
        let (out, step) = unpack(Bodies.gzip([1, 2]) + Bodies.gzip([3]) + [0, 0, 9], unpacking, by: 3)
        #expect(out == [1, 2, 3] && step == .well && unpacking.isWhole)
    }

    @Test("is not whole before its end, nor well in the middle of what it is not")
    func broken() {
        let packed = Bodies.gzip(bytes)
        let cut = Inflating()
        #expect(unpack(Array(packed.dropLast(9)), cut).1 == .well && !cut.isWhole)
        #expect(unpack(Array("nope, no gzip".utf8), Inflating()).1 == .garbled)
        #expect(unpack(Array("nope, no brotli".utf8), BrotliUnpacking(UnpackingAllowance())).1 == .garbled)
    }

    @Test("stops when it is told to", arguments: ["gzip", "br"])
    func stops(encoding: String) throws {
        let packed = encoding == "br" ? Bodies.bombBrotli : Bodies.gzip([UInt8](repeating: 0, count: 1 << 20), times: 9)
        let unpacking = try #require(UnpackingAllowance().unpacking([encoding]))
        let (out, step) = unpack(packed, unpacking, atMost: 100_000)
        #expect(step == .stopped && out.count <= 100_000 + 16 << 10)
    }

    @Test("by brotli takes no more than the allowance, together, and gives all back")
    func memory() {
        let allowance = UnpackingAllowance()
        var first: BrotliUnpacking? = BrotliUnpacking(allowance)
        // In the middle of its first 4 MiB.
        #expect(unpack(Array(Bodies.bombBrotli.prefix(12)), first!, atMost: 1 << 30).1 == .well)
        #expect(allowance.used > 4 << 20)
        #expect(unpack(Bodies.bombBrotli, BrotliUnpacking(allowance)).1 == .noMemory)
        #expect(unpack(Bodies.wideBrotli, BrotliUnpacking(allowance)).1 == .noMemory)
        first = nil
        #expect(allowance.used == 0)
        #expect(unpack(Bodies.bombBrotli, BrotliUnpacking(allowance), atMost: 100).1 == .stopped)
        #expect(allowance.used == 0 && allowance.mostUsed <= allowance.most)
        #expect(unpack(Bodies.helloBrotli, BrotliUnpacking(UnpackingAllowance(100))).1 == .noMemory)
    }
}
