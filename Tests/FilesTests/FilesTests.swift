import Testing

@testable import Files

@Suite("Files")
struct FilesTests {
    @Test("a UUID is of version 4, and no two are equal")
    func uuid() {
        let one = Randomness.uuid()
        #expect(one.count == 36)
        #expect(Array(one)[14] == "4")
        #expect("89ab".contains(Array(one)[19]))
        #expect(one != Randomness.uuid())
    }
}
