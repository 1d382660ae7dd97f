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
