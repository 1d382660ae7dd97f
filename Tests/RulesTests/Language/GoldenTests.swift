import Foundation
import Testing
import Time

@testable import Rules

/// Broken files, each with what is printed about it. `REGENERATE=1 swift test --filter GoldenTests` writes what is printed;
/// read it before it is committed.
@Suite("the printed text of every fault")
struct GoldenTests {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Golden")
    static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
        .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()

    private func read(_ name: String) throws -> RuleFileReading {
        let bytes = try Data(contentsOf: Self.folder.appendingPathComponent(name + ".json"))
        // Every regex that is timed at all takes 9 ms; the machine has one zone and one file.
        let options = RuleFile.Options(
            zoneExists: { $0 == "Europe/Lisbon" }, fileExists: { $0 == "a.png" },
            stopwatch: { work in
                work()
                return .milliseconds(9)
            })
        return RuleFile.read(bytes: Array(bytes), path: "bots/\(name).json", options: options)
    }

    @Test("is what it was", arguments: names)
    func printed(name: String) throws {
        let reading = try read(name)
        let text = DiagnosticPrinter(source: reading.source).text(of: reading.diagnostics)
        let golden = Self.folder.appendingPathComponent(name + ".txt")
        if ProcessInfo.processInfo.environment["REGENERATE"] != nil { try Data(text.utf8).write(to: golden) }
        #expect(try String(contentsOf: golden, encoding: .utf8) == text)
    }

    @Test("names the code that the file is about", arguments: names)
    func code(name: String) throws {
        let reading = try read(name)
        #expect(reading.diagnostics.contains { $0.code.rawValue == name.prefix(4) })
        let isLint = Diagnostic.Code(rawValue: String(name.prefix(4)))?.isLint ?? false
        #expect((reading.file == nil) == !isLint)
    }

    /// Each file that has errors ends in a rule with an unknown key.
    @Test("goes on to the last fault of the file", arguments: names.filter { !Self.ending.contains($0) })
    func goesOn(name: String) throws {
        let reading = try read(name)
        guard reading.diagnostics.hasErrors, !name.hasPrefix("R06"), name != "R056-bypass" else { return }
        #expect(reading.diagnostics.count > 1)
        #expect(reading.diagnostics.last?.message == "\"colour\" is not a key of a rule")
    }

    /// Files that end before there could be another fault.
    private static let ending: Set = ["R001-empty", "R001-cut-off"]

    @Test("covers every code, with forty files and more")
    func coverage() {
        #expect(Self.names.count >= 40)
        let covered = Set(Self.names.map { String($0.prefix(4)) })
        for code in Diagnostic.Code.allCases {
            #expect(covered.contains(code.rawValue), "\(code.rawValue) \(code)")
        }
    }
}
