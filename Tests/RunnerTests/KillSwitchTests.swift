import Drive
import Files
import Testing

@testable import Runner

@Suite("The kill switch of approvals")
struct KillSwitchTests {
    @Test("a file in either folder turns it, and taking it away turns it back")
    func files() throws {
        let folder = try TemporaryFolder()
        try Folder.create(folder.path + "/bot")
        let killSwitch = KillSwitch(isForced: false, folders: [folder.path + "/bot", folder.path])
        #expect(killSwitch.reason() == nil)
        for path in [folder.path + "/bot/approvals.off", folder.path + "/approvals.off"] {
            _ = try File.create(path)
            #expect(killSwitch.reason() == "\(path) is there")
            try Folder.remove(path)
            #expect(killSwitch.reason() == nil)
        }
    }

    @Test("--no-approve turns it for good")
    func forced() {
        #expect(KillSwitch(isForced: true, folders: []).reason() == "--no-approve was given")
    }
}
