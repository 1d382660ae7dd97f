// Fuzzing with libFuzzer: one program for all targets, built by `.ci/fuzz` and by nothing else. FUZZ_TARGET names the
// target. A target is a function over bytes that must hold what it promises for all of them; a trap is a finding.

#if canImport(Glibc)
    import Glibc
#endif

/// A promise about any input: returns if it holds, traps if not.
typealias FuzzTarget = @Sendable ([UInt8]) -> Void

let targets: [(name: String, target: FuzzTarget)] = [
    ("websocket-client", { fuzzWebSocket($0, .client, nil) }),
    ("websocket-server", { fuzzWebSocket($0, .server, nil) }),
    ("websocket-client-deflate", { fuzzWebSocket($0, .client, deflateTerms) }),
    ("websocket-server-deflate", { fuzzWebSocket($0, .server, deflateTerms) }),
    ("upgrade", fuzzUpgrade),
    ("json", fuzzJSON),
    ("hermes", fuzzHermes),
    ("rules", fuzzRules),
    ("shell", fuzzShell),
]

let chosen: FuzzTarget = {
    let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = targets.first(where: { $0.name == name }) else {
        print("FUZZ_TARGET is one of: " + targets.map(\.name).joined(separator: " "))
        exit(64)
    }
    return target.target
}()

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    chosen(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}

/// A promise of a target.
func must(_ holds: Bool, _ promise: @autoclosure () -> String, line: UInt = #line) {
    guard holds else { fatalError("broken promise: \(promise())", line: line) }
}

/// Random numbers for a target, seeded from its input.
struct FuzzRandom: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }
}
