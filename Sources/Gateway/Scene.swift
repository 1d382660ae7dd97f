import CScene
import Drive
import Files

/// What the embedded gateway plays: a rule file, or bots/agent.json with its pictures as they were built into the binary.
public struct Scene {
    public let source: BotSource
    /// For people.
    public let name: String
    /// Received files, and the pictures of the built-in scene, while it is played.
    let folder: TemporaryFolder
    private let isBuiltIn: Bool

    /// - Parameter path: of a rule file; nil: the built-in one.
    public init(_ path: String?, paint: Paint) throws(ExitFault) {
        folder = try TemporaryFolder()
        isBuiltIn = path == nil
        if let path {
            source = try BotSource(path: path, paint: paint)
            name = path
            return
        }
        do {
            try Folder.create(folder.path + "/media")
            try Self.write(
                Self.bytes(scene_lighthouse, scene_lighthouse_size), to: folder.path + "/media/lighthouse.png")
            try Self.write(Self.bytes(scene_harbour, scene_harbour_size), to: folder.path + "/media/harbour.png")
        } catch {
            throw ExitFault(
                .cannotWrite, "\(error)", hint: "make room there, or set TMPDIR to a folder that can be written")
        }
        source = try BotSource(bytes: Self.agent, path: "agent.json", folder: folder.path, paint: paint)
        name = "the built-in scene"
    }

    /// The rule file once more, as it is now.
    func readAgain(paint: Paint) throws(ExitFault) -> BotSource {
        isBuiltIn ? source : try BotSource(path: source.file.path, paint: paint)
    }

    /// The built-in rule file's text.
    public static var agent: [UInt8] { bytes(scene_agent, scene_agent_size) }

    private static func bytes(_ start: UnsafePointer<UInt8>, _ count: Int) -> [UInt8] {
        // Safe: the bytes are constants of the binary.
        Array(UnsafeBufferPointer(start: start, count: count))
    }

    private static func write(_ bytes: [UInt8], to path: String) throws(FileFault) {
        try File.create(path).write(bytes)
    }
}
