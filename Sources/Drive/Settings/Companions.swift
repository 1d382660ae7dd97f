import Files
import Rules

// A rule file is not alone: tests look at its variables, and the data of load plans sets them. So before a lint says that
// nobody does, those files are read too: the ones in its folder, and the ones that were named with it.

/// The tests and load plans of rule files.
public struct Companions {
    /// Which rule files such a file is for, as paths, and what it does with their variables; nil if it cannot be read.
    public typealias Reader = (_ bytes: [UInt8], _ path: String) -> (bots: [String], uses: VariableUses)?

    private let named: [String]
    private let read: Reader
    private var known: [String: [(bot: FileIdentity, uses: VariableUses)]] = [:]

    /// - Parameter named: files that may be companions, whatever folder they are in.
    public init(named: [String], reader: @escaping Reader) {
        self.named = named.filter(Self.isCompanion)
        read = reader
    }

    /// What is wrong with a rule file.
    public mutating func check(_ bytes: [UInt8], _ path: String) -> FileReport {
        var options = BotSource.options(folder: folder(of: path))
        var reading = RuleFile.read(bytes: bytes, path: path, options: options)
        if reading.diagnostics.contains(where: { $0.code == .unusedVariable || $0.code == .unsetVariable }) {
            options.elsewhere = uses(of: path)
            reading = RuleFile.read(bytes: bytes, path: path, options: options)
        }
        return FileReport(source: reading.source, diagnostics: reading.diagnostics)
    }

    private mutating func uses(of path: String) -> VariableUses {
        var uses = VariableUses()
        guard let bot = FileIdentity(path) else { return uses }
        let folder = folder(of: path)
        let beside = ((try? Folder.names(folder)) ?? []).filter(Self.isCompanion).map { "\(folder)/\($0)" }
        for companion in beside + named {
            for (other, own) in bots(of: companion) where other == bot { uses.formUnion(own) }
        }
        return uses
    }

    private mutating func bots(of companion: String) -> [(bot: FileIdentity, uses: VariableUses)] {
        if let found = known[companion] { return found }
        var found: [(bot: FileIdentity, uses: VariableUses)] = []
        if let bytes = try? wholeFile(companion, atMost: BotSource.largest), let (bots, uses) = read(bytes, companion) {
            found = bots.compactMap(FileIdentity.init).map { ($0, uses) }
        }
        known[companion] = found
        return found
    }

    private static func isCompanion(_ path: String) -> Bool {
        path.hasSuffix(".test.json") || path.hasSuffix(".load.json")
    }
}
