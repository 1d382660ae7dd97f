import Foundation
import Testing
import Time

@testable import Rules

/// docs/diagnostics.md has a section for each code, with an example that has the fault and one that has none.
@Suite("docs/diagnostics.md")
struct DiagnosticsPageTests {
    private struct Section {
        var title: String
        var examples: [String]
    }

    private func sections() throws -> [String: Section] {
        let page = try String(contentsOf: packageFile("docs/diagnostics.md"), encoding: .utf8)
        var sections: [String: Section] = [:]
        for part in page.components(separatedBy: "\n### ").dropFirst() {
            let heading = part.prefix { $0 != "\n" }
            let examples = part.components(separatedBy: "```json\n").dropFirst().map {
                $0.components(separatedBy: "\n```")[0]
            }
            let title = String(heading.dropFirst(6))
            sections[String(heading.prefix(4))] = Section(title: title, examples: Array(examples))
        }
        return sections
    }

    /// A whole file round keys of its top and rules.
    private func file(round example: String) -> String {
        if example.contains("\"version\"") { return example }
        let start = example.range(of: "{ \"id\"")?.lowerBound ?? example.endIndex
        var head = String(example[..<start]).trimmingCharacters(in: .whitespacesAndNewlines)
        if !head.isEmpty, !head.hasSuffix(",") { head += "," }
        let rules =
            start == example.endIndex
            ? #"{ "id": "x", "on": "start", "do": [ { "log": "x" } ] }"# : String(example[start...])
        return "{ \"version\": 1, \"name\": \"x\", \(head) \"rules\": [ \(rules) ] }"
    }

    private func diagnostics(_ example: String) -> [Diagnostic] {
        let options = RuleFile.Options(
            fileExists: { $0 != "b.png" },
            stopwatch: { work in
                work()
                return .milliseconds(9)
            })
        return RuleFile.read(bytes: Array(file(round: example).utf8), path: "x.json", options: options).diagnostics
    }

    @Test("has a section for each code, and no other")
    func complete() throws {
        let sections = try sections()
        #expect(Set(sections.keys) == Set(Diagnostic.Code.allCases.map(\.rawValue)))
        for code in Diagnostic.Code.allCases { #expect(sections[code.rawValue]?.title == code.title) }
    }

    @Test("each example has its fault, each mended one has none", arguments: Diagnostic.Code.allCases)
    func examples(code: Diagnostic.Code) throws {
        let section = try #require(try sections()[code.rawValue])
        let good = try #require(section.examples.last)
        #expect(diagnostics(good).map(\.message) == [])
        guard code != .encoding else { return }
        let bad = try #require(section.examples.first)
        #expect(section.examples.count == 2)
        #expect(Set(diagnostics(bad).map(\.code)) == [code])
    }
}
