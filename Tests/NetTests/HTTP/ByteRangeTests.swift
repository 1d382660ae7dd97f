import Testing

@testable import Net

@Suite("The Range field")
struct ByteRangeTests {
    @Test(
        "one range of bytes",
        arguments: [
            ("bytes=0-0", ByteRange.part(0..<1)), ("bytes=2-5", .part(2..<6)), ("bytes=5-", .part(5..<10)),
            ("bytes=0-99", .part(0..<10)),
            ("bytes=-3", .part(7..<10)), ("bytes=-99", .part(0..<10)), ("bytes=9-9", .part(9..<10)),
            ("bytes=0-99999999999999999999999", .part(0..<10)),
        ])
    func parts(field: String, range: ByteRange) {
        #expect(ByteRange(field, size: 10) == range)
    }

    @Test(
        "a range behind the end cannot be satisfied",
        arguments: ["bytes=10-", "bytes=10-20", "bytes=-0", "bytes=99999999999999999999999-"])
    func unsatisfiable(field: String) {
        #expect(ByteRange(field, size: 10) == .unsatisfiable)
    }

    @Test(
        "what is not understood is ignored",
        arguments: [
            nil, "", "bytes", "bytes=", "bytes=-", "bytes=5-2", "bytes=a-b", "bytes=0-1,3-4", "lines=0-1", "bytes=1",
            "bytes=+1-2", "bytes=1--2",
        ])
    func ignored(field: String?) {
        #expect(ByteRange(field, size: 10) == .whole)
    }

    @Test("nothing of an empty file can be asked for")
    func empty() {
        #expect(ByteRange("bytes=0-", size: 0) == .unsatisfiable)
        #expect(ByteRange("bytes=-1", size: 0) == .unsatisfiable)
        #expect(ByteRange(nil, size: 0) == .whole)
    }
}
