import JSON
import Random
import Testing

// Whatever the bytes are, there is an answer and no trap; and the two readers agree on what is JSON.

@Suite("Hostile bytes")
struct HostileTests {
    private static let seeds = [
        #"{"t":"message","id":"m1","text":"Hello \"you\" \u00e9\ud83d\udc4b é 👋","edit":false,"final":true}"#,
        #"[1,-2.5e3,0,true,false,null,"",[],{},[[{"a":[1,2,3]}]]]"#,
        "{ // comment\n \"a\" : /* b */ [ 1 , 2 ] , \"a\" : \"x\" }\r\n",
    ]

    @Test("texts with bytes changed, left out and put in never trap, and are judged alike", arguments: 0..<6)
    func mutations(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let interesting: [UInt8] =
            Array("{}[]\":,\\/u0-+.eE*'tn \n".utf8) + [0, 0x1F, 0x80, 0xC3, 0xED, 0xA0, 0xF4, 0xFF]
        for _ in 0..<3_000 {
            var bytes = Array((Self.seeds.randomElement(using: &random) ?? "").utf8)
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<max(1, bytes.count), using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0 where !bytes.isEmpty: bytes[place] = interesting.randomElement(using: &random) ?? 0
                case 1 where !bytes.isEmpty: bytes.remove(at: place)
                case 2: bytes.insert(interesting.randomElement(using: &random) ?? 0, at: min(place, bytes.count))
                default: bytes = Array(bytes.prefix(place))
                }
            }
            judge(bytes)
        }
    }

    @Test("bytes by chance never trap", arguments: 10..<14)
    func noise(seed: UInt64) {
        var random = SplitMix(seed: seed)
        for _ in 0..<3_000 {
            judge((0..<Int.random(in: 0..<64, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) })
        }
    }

    private func judge(_ bytes: [UInt8]) {
        let read = try? Value.read(bytes)
        var reader = JSONReader(bytes.span)
        let skipped = (try? reader.skip()) != nil && (try? reader.finish()) != nil
        if read != nil { #expect(skipped, "\(bytes)") }
        let tree = LocatedTree.parse(bytes)
        for fault in tree.faults {
            #expect(fault.range.lowerBound >= 0 && fault.range.upperBound <= bytes.count, "\(bytes)")
        }
        if let read {
            #expect(tree.root.map { Value($0) } == read, "\(bytes)")
            #expect(tree.faults.allSatisfy { $0.code == .duplicateKey }, "\(bytes)")
        } else if tree.comments.isEmpty {
            #expect(!tree.faults.isEmpty, "\(bytes)")
        }
        var out: [UInt8] = []
        try? Base64.decode(insideJSONString: bytes.span, into: &out)
    }
}
