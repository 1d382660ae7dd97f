import JSON

/// Reads a device's `server` settings where they stand in other files than rule files, such as load plans.
public enum ServerReader {
    /// The shapes that declarations of such files need, for `Shape.named("server")` and what is in it.
    public static let definitions = BotLanguage.settings.filter { name, _ in
        ["server", "backoff", "secret"].contains(name)
    }

    /// What the node says goes before `settings`.
    public static func read(
        _ node: Node, over settings: ServerSettings, source: SourceText
    ) -> (settings: ServerSettings, diagnostics: [Diagnostic]) {
        var reader = BotReader(source: source)
        reader.file.server = settings
        reader.readServer(node)
        return (reader.file.server, reader.diagnostics)
    }
}
