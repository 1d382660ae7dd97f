import Foundation
import Testing

@testable import Rules

/// The corpus in `Tests/Approvals`: 14 named sets of patterns, lines that must be approved and lines that must not.
enum ApprovalsCorpus {
    struct Line: Decodable, CustomTestStringConvertible {
        var policy: String
        var line: String
        var shape: String?
        var why: String?

        var testDescription: String { "\(policy): \(line.debugDescription.prefix(120))" }
    }

    static let policies: [CommandSet] = (try? readPolicies()) ?? []
    static let ordinary: [Line] = (try? read("ordinary")) ?? []
    static let bypasses: [Line] = (try? read("bypass")) ?? []
    /// Made by hand after the corpus, program by program.
    static let hostile: [Line] = (try? read("hostile")) ?? []

    static func data(_ name: String) throws -> Data {
        let tests = URL(filePath: #filePath).appending(path: "../../..").standardized
        return try Data(contentsOf: tests.appending(path: "Approvals/\(name).json"))
    }

    private static func read(_ name: String) throws -> [Line] {
        try JSONDecoder().decode([Line].self, from: data(name))
    }

    private static func readPolicies() throws -> [CommandSet] {
        let sets = try JSONSerialization.jsonObject(with: data("policies")) as? [String: [[Any]]] ?? [:]
        return sets.keys.sorted().map { name in
            let patterns = (sets[name] ?? []).map {
                CommandPattern(tokens: $0.map(token), place: Place(line: 1, column: 1))
            }
            return CommandSet(name: name, patterns: patterns, place: Place(line: 1, column: 1))
        }
    }

    /// A token as the rule language writes it.
    private static func token(_ value: Any) -> CommandToken {
        if let text = value as? String { return .literal(text) }
        let object = value as? [String: Any] ?? [:]
        if let choices = object["any_of"] as? [Any] { return .anyOf(choices.map(token)) }
        if let glob = object["glob"] as? String { return .glob(glob) }
        if let folders = object["path_under"] as? [String] {
            return .pathUnder(folders, relative: object["relative"] as? Bool ?? false)
        }
        if let flags = object["flags"] as? [String] {
            return .flags(flags, valued: (object["valued"] as? [String: Any] ?? [:]).mapValues(token))
        }
        if let rest = object["rest"] { return .rest(token(rest)) }
        return .word
    }
}
