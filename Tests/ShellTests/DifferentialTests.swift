import Foundation
import Shell
import Testing

/// Real shells read clear lines as we do. They run in an empty folder with an empty PATH, and all that they can run are
/// functions of ours that print their argv.
@Suite("A clear line is read by a real shell as it is here", .serialized)
struct DifferentialTests {
    /// One command that ran: the line's number, then the argv.
    private typealias Ran = [String]

    private static let names = ["yes", "ok", "aye", "no", "nope"]

    /// Clear lines in which every program is one of ours, and none is cut short by `&&` or `||`.
    private static let clear: [(line: String, commands: [SimpleCommand])] = {
        var lines = LineGenerator(seed: 7)
        var clear: [(line: String, commands: [SimpleCommand])] = []
        while clear.count < 6000 {
            let line = lines.line()
            guard case .clear(let commands) = ShellLine(line) else { continue }
            guard commands.allSatisfy({ names.contains($0.argv[0]) }) else { continue }
            let allRun = zip(commands, commands.dropFirst()).allSatisfy { command, next in
                let fails = command.argv[0].hasPrefix("n")
                return next.joint == .or ? fails : next.joint != .and || !fails
            }
            if allRun { clear.append((line, commands)) }
        }
        return clear
    }()

    private func prologue() -> String {
        Self.names.map { name in
            let status = name.hasPrefix("n") ? 1 : 0
            return "\(name)() { printf '%s\\0' \"$#\" \"$n\" \(name) \"$@\" >&3; return \(status); }\n"
        }.joined()
    }

    private func run(_ shell: String, _ script: String, in folder: URL) throws -> [Ran] {
        let file = folder.appending(path: "script")
        let output = folder.appending(path: "output")
        try Data(script.utf8).write(to: file)
        try Data().write(to: output)
        let process = Process()
        process.executableURL = URL(filePath: shell)
        process.arguments = [file.path]
        process.environment = ["PATH": folder.path + "/bin", "LC_ALL": "C.UTF-8"]
        process.currentDirectoryURL = folder.appending(path: "empty")
        process.standardInput = FileHandle.nullDevice
        let errors = Pipe()
        process.standardOutput = errors
        process.standardError = errors
        try process.run()
        let said = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(said.isEmpty, "\(shell) said: \(String(decoding: said.prefix(500), as: UTF8.self))")
        return try records(Data(contentsOf: output))
    }

    /// `printf` wrote a count, a line number, a name and so many arguments, each with a NUL behind it.
    private func records(_ data: Data) throws -> [Ran] {
        let fields = data.split(separator: 0, omittingEmptySubsequences: false).dropLast().map {
            String(decoding: $0, as: UTF8.self)
        }
        var records: [Ran] = []
        var index = 0
        while index < fields.count {
            let end = index + 3 + (try #require(Int(fields[index])))
            guard end <= fields.count else { break }
            records.append(Array(fields[(index + 1)..<end]))
            index = end
        }
        return records
    }

    private func inFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "shell-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder.appending(path: "empty"), withIntermediateDirectories: true)
        try FileManager.default.createDirectory(at: folder.appending(path: "bin"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    /// Order within a pipe is chance.
    private func sorted(_ records: [Ran]) -> [Ran] {
        records.sorted { a, b in
            (Int(a[0]) ?? 0, a.joined(separator: "\0")) < (Int(b[0]) ?? 0, b.joined(separator: "\0"))
        }
    }

    @Test("over 6,000 generated lines", arguments: ["/bin/sh", "/usr/bin/dash", "/usr/bin/bash"])
    func generated(shell: String) throws {
        guard FileManager.default.isExecutableFile(atPath: shell) else { return }
        try inFolder { folder in
            // bash writes a record in several pieces, so those of a pipe's two ends get mixed: it is given no pipes.
            let clear = shell.hasSuffix("bash") ? Self.clear.filter { !$0.line.contains("|") } : Self.clear
            let body = clear.enumerated().map { "n=\($0.offset)\n\($0.element.line)\n" }.joined()
            let output = folder.appending(path: "output").path
            let ran = try run(shell, prologue() + "exec 3>>'\(output)'\n" + body, in: folder)
            let expected = clear.enumerated().flatMap { index, line in line.commands.map { ["\(index)"] + $0.argv } }
            let (got, wanted) = (sorted(ran), sorted(expected))
            #expect(got.count == wanted.count)
            if let (left, right) = zip(got, wanted).first(where: { $0 != $1 }) {
                Issue.record("\(shell): \(left) ran, not \(right): \(clear[Int(right[0]) ?? 0].line.debugDescription)")
            }
        }
    }

    @Test("with programs of its own in place of functions, whatever they are called")
    func programs() throws {
        try inFolder { folder in
            let names = ["ls", "git", "rm", "a-b.c", "é", "x y", "it's", "50%", "@x", "+x", "if"]
            for name in names {
                let file = folder.appending(path: "bin/" + name)
                try Data("#!/bin/sh\nprintf '%s\\0' \"$#\" 0 '\(name.replacing("'", with: "'\\''"))' \"$@\" >&3\n".utf8)
                    .write(to: file)
                try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: file.path)
            }
            var lines = LineGenerator(seed: 8)
            var expected: [Ran] = []
            var script = "exec 3>>'\(folder.appending(path: "output").path)'\n"
            while expected.count < 200 {
                let line =
                    ShellLine.quoted(names[expected.count % names.count]) + " " + lines.word() + " " + lines.word()
                guard case .clear(let commands) = ShellLine(line), commands.count == 1 else { continue }
                expected.append(["0"] + commands[0].argv)
                script += line + "\n"
            }
            #expect(try run("/bin/sh", script, in: folder) == expected)
        }
    }
}
