import Drive
import Files
import Foundation
import Rules
import Testing

@Suite("Secrets")
struct SecretReaderTests {
    private func read(_ text: String) throws -> Result<String, SecretFault> {
        let folder = try TemporaryFolder()
        try File.create(folder.path + "/token").write(Array(text.utf8))
        return Result { () throws(SecretFault) in
            try SecretReader(folder: folder.path).read(.file("token")).exposed
        }
    }

    @Test("a file's blanks at its ends do not count")
    func trimmed() throws {
        #expect(try read("  abc\n").get() == "abc")
        #expect(try read("a b\r\n").get() == "a b")
    }

    @Test("an empty file, or one with several lines, is refused, and nothing of it is shown")
    func refused() throws {
        for text in ["", " \n", "s3cret\nother", "s3cret\u{0}"] {
            guard case .failure(let fault) = try read(text) else {
                Issue.record("\(text.debugDescription) was taken")
                continue
            }
            #expect(!fault.text.contains("s3cret"))
        }
    }

    @Test("a file that is not there is named, unless its name could be the token itself")
    func missing() {
        func fault(_ name: String) -> String? {
            do { _ = try SecretReader(folder: "/nowhere").read(.file(name)) } catch { return "\(error)" }
            return nil
        }
        #expect(fault("keys/bot") == "cannot open /nowhere/keys/bot: No such file or directory")
        #expect(
            fault("s3cret")
                == "the token's file is not there (its name is not shown: it could be the token itself; ./NAME is)")
    }

    @Test("a variable that is not set is named")
    func variable() {
        #expect {
            _ = try SecretReader(folder: ".").read(.environment("TALARIA_TEST_NOT_SET"))
        } throws: {
            "\($0)" == "the variable TALARIA_TEST_NOT_SET is not set"
        }
    }

    @Test("a secret prints as dots")
    func dots() throws {
        let folder = try TemporaryFolder()
        try File.create(folder.path + "/token").write(Array("s3cret".utf8))
        let secret = try SecretReader(folder: folder.path).read(.file("token"))
        #expect("\(secret) \(String(reflecting: secret)) \([secret])" == "••• ••• [•••]")
    }
}
