import Drive
import Media
import Store

extension ExitFault {
    /// State that cannot be opened or written at a start, and what to do about it. Nothing that was kept is lost by it: what
    /// there is stays as it was.
    static func cannotKeep(_ error: any Error, in folder: String) -> ExitFault {
        let isFull =
            switch error {
            case let fault as StateFault: fault.code == .full
            case let fault as InboxFault: fault.code == .full
            default: false
            }
        return ExitFault(
            .cannotWrite, "\(error)",
            hint: isFull
                ? "make room for \(folder) and start again, or name another folder with --state; what was kept is still there"
                : nil)
    }
}
