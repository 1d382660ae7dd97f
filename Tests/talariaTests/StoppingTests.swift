import CSystem
import Foundation
import Testing

@Suite("A second signal ends the process")
struct StoppingTests {
    /// A process whose standard error is a pipe: read up to a line, and then full for good.
    private final class Choked {
        let process = Process()
        private let errors = Pipe()
        private let ended = DispatchSemaphore(value: 0)

        init(_ words: [String], in folder: String) throws {
            process.executableURL = URL(fileURLWithPath: Talaria.path)
            process.arguments = words
            process.currentDirectoryURL = URL(fileURLWithPath: folder)
            process.environment = Talaria.surroundings
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = FileHandle.nullDevice
            process.standardError = errors
            process.terminationHandler = { [ended] _ in ended.signal() }
            try process.run()
        }

        deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

        func read(upTo text: String) {
            var seen = ""
            while !seen.contains(text), case let bytes = errors.fileHandleForReading.availableData, !bytes.isEmpty {
                seen += String(decoding: bytes, as: UTF8.self)
            }
        }

        /// Fills the pipe through an opening of its own, so that the process's own end still waits as it always did.
        func fill() throws {
            let path = "/proc/self/fd/\(errors.fileHandleForReading.fileDescriptor)"
            let descriptor = open(path, O_WRONLY | O_NONBLOCK)
            try #require(descriptor >= 0)
            defer { close(descriptor) }
            for size in [4096, 1] {
                let bytes = [UInt8](repeating: 0x2E, count: size)
                while write(descriptor, bytes, size) > 0 {}
            }
        }

        /// Sends the signal again and again, since one that comes while another waits to be heard counts as one with it.
        func signalUntilItEnds(_ signal: Int32) -> Int32? {
            for _ in 0..<400 {
                kill(process.processIdentifier, signal)
                if ended.wait(timeout: .now() + .milliseconds(50)) == .success { return process.terminationStatus }
            }
            return nil
        }
    }

    @Test(
        "also one that cannot write its last words, with 130 or 143",
        arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
    func choked(signal: Int32, code: Int32) throws {
        let folder = try Talaria.Folder()
        let serve = try Choked(["serve", "--listen", "127.0.0.1:0"], in: folder.path)
        serve.read(upTo: "listening on")
        try serve.fill()
        #expect(serve.signalUntilItEnds(signal) == code)
        #expect(serve.process.terminationReason == .exit)
    }
}
