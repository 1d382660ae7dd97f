import Drive
import Foundation
import Gateway
import Testing

@Suite("What the embedded gateway plays")
struct SceneTests {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    @Test("the built-in scene is bots/agent.json, byte for byte")
    func sameFile() throws {
        let file = try Data(contentsOf: URL(fileURLWithPath: Self.root + "/bots/agent.json"))
        #expect(Scene.agent == Array(file))
    }

    @Test("its pictures are there while it is played, and gone after")
    func pictures() throws {
        var scene: Scene? = try Scene(nil, paint: Paint(isOn: false))
        let folder = try #require(scene?.source.folder)
        for name in ["lighthouse", "harbour"] {
            let picture = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/media/\(name).png"))
            #expect(try picture == Data(contentsOf: URL(fileURLWithPath: Self.root + "/bots/media/\(name).png")))
        }
        scene = nil
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test("a file that is not there is 66, one with a fault 65")
    func faults() {
        #expect { _ = try Scene("/none.json", paint: Paint(isOn: false)) } throws: {
            ($0 as? ExitFault)?.code == .noInput
        }
        #expect { _ = try Scene(#filePath, paint: Paint(isOn: false)) } throws: { ($0 as? ExitFault)?.code == .badFile }
    }
}
