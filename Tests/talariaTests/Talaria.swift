import CSystem
import Foundation

/// The real binary, as a user runs it.
struct Talaria {
    struct Outcome {
        var code: Int32
        var output: String
        var errors: String
    }

    /// The binary of this build: it stands beside the test bundle.
    static let path: String = {
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
        return URL(fileURLWithPath: bundle).deletingLastPathComponent().appendingPathComponent("talaria").path
    }()

    /// The root of the checkout.
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    /// This is a build of the thread sanitizer.
    static let isThreadSanitized = dlsym(nil, "__tsan_init") != nil

    /// What a sanitizer's build of it needs to be told; see .ci/sanitize.
    static let surroundings = ProcessInfo.processInfo.environment.filter {
        ["LD_PRELOAD", "TSAN_OPTIONS", "ASAN_OPTIONS"].contains($0.key)
    }

    /// - Parameter input: all of standard input.
    static func run(
        _ words: [String], in folder: String? = nil, environment: [String: String] = [:], input: String? = nil,
        program: String = path
    ) throws -> Outcome {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = words
        process.currentDirectoryURL = URL(fileURLWithPath: folder ?? root)
        process.environment = environment.merging(surroundings) { own, _ in own }
        let typed = Pipe()
        process.standardInput = input == nil ? FileHandle.nullDevice : typed
        let output = Pipe()
        let errors = Pipe()
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        if let input {
            typed.fileHandleForWriting.write(Data(input.utf8))
            try typed.fileHandleForWriting.close()
        }
        let reading = ReadingAll(errors.fileHandleForReading)
        let text = output.fileHandleForReading.readDataToEndOfFile()
        let complaints = reading.finish()
        process.waitUntilExit()
        return Outcome(
            code: process.terminationStatus, output: String(decoding: text, as: UTF8.self),
            errors: String(decoding: complaints, as: UTF8.self))
    }

    /// A fresh folder with these files, removed when the value ends.
    final class Folder: Sendable {
        let path: String

        init(_ files: [String: String] = [:]) throws {
            path = NSTemporaryDirectory() + "/talaria-test-" + UUID().uuidString
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            for (name, text) in files { try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/" + name)) }
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }
}

/// Reads a pipe to its end on a thread of its own, so that neither of two pipes fills up.
private final class ReadingAll: @unchecked Sendable {
    // Safe: `data` is written before `done` is signalled, and read after.
    private var data = Data()
    private let done = DispatchSemaphore(value: 0)

    init(_ handle: FileHandle) {
        Thread.detachNewThread { [self] in
            data = handle.readDataToEndOfFile()
            done.signal()
        }
    }

    func finish() -> Data {
        done.wait()
        return data
    }
}
