import Foundation
import JSON
import Testing

@testable import Rules

/// A file of the package.
func packageFile(_ path: String) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../../" + path).standardized
}

@Suite("bot.schema.json")
struct SchemaTests {
    /// `REGENERATE=1 swift test --filter SchemaTests` writes it.
    @Test("the committed schema is the one that the declarations give")
    func committed() throws {
        let generated = JSONSchema(BotLanguage.declaration).text
        let file = packageFile("docs/bot.schema.json")
        if ProcessInfo.processInfo.environment["REGENERATE"] != nil {
            try Data(generated.utf8).write(to: file)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == generated)
    }

    @Test("each key and definition that the declarations have is in it, with its help")
    func complete() throws {
        let schema = JSONSchema(BotLanguage.declaration).text
        for object in BotLanguage.declaration.objects {
            for key in object.keys {
                #expect(!key.help.isEmpty, "\(key.name)")
                #expect(schema.contains("\"\(key.name)\""), "\(key.name)")
            }
        }
    }

    @Test("every reference has a definition, and every definition is used")
    func references() {
        let declaration = BotLanguage.declaration
        let defined = declaration.definitions.map(\.name)
        #expect(Set(defined).count == defined.count)
        #expect(Set(defined) == declaration.references)
    }

    @Test("every default has the shape of its key")
    func defaults() {
        let declaration = BotLanguage.declaration
        for object in declaration.objects {
            for key in object.keys {
                guard let fallback = key.fallback else { continue }
                let single = Declaration(title: "", root: key.shape, definitions: declaration.definitions)
                let source = SourceText(path: "", bytes: Array(fallback.utf8))
                #expect(source.diagnostics(against: single).isEmpty, "\(key.name): \(fallback)")
            }
        }
    }

    @Test("groups of keys name declared keys")
    func groups() {
        for object in BotLanguage.declaration.objects {
            for name in (object.exactlyOne + object.atMostOne).joined() {
                #expect(object.keys.contains { $0.name == name }, "\(object.noun): \(name)")
            }
            #expect(object.atMostOne.allSatisfy { $0.count == 2 })
        }
    }
}

extension Declaration {
    /// Every object that is declared somewhere.
    var objects: [ObjectShape] { ([root] + definitions.map(\.shape)).flatMap { Self.objects(in: $0) } }
    /// Every name that is referred to somewhere.
    var references: Set<String> { Set(([root] + definitions.map(\.shape)).flatMap { Self.references(in: $0) }) }

    private static func objects(in shape: Shape) -> [ObjectShape] {
        switch shape {
        case .object(let object): [object] + object.keys.flatMap { objects(in: $0.shape) }
        case .array(let element, _): objects(in: element)
        case .map(_, let value): objects(in: value)
        case .either(let shapes): shapes.flatMap { objects(in: $0) }
        default: []
        }
    }

    private static func references(in shape: Shape) -> [String] {
        switch shape {
        case .named(let name): [name]
        case .object(let object): object.keys.flatMap { references(in: $0.shape) }
        case .array(let element, _): references(in: element)
        case .map(_, let value): references(in: value)
        case .either(let shapes): shapes.flatMap { references(in: $0) }
        default: []
        }
    }
}
