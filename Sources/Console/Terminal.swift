import CSystem
import Drive
import Glibc
import JSON

/// Standard output for results, standard error for the rest.
public enum Terminal {
    /// A result that cannot be written is a failure (73), unless whoever read it has gone.
    public static func show(_ text: String) {
        guard !writeAll(Array(text.utf8), to: 1), errno != EPIPE else { return }
        complain("talaria: cannot write the result: \(String(cString: strerror(errno)))\n")
        exit(ExitCode.cannotWrite.rawValue)
    }

    /// Standard error, as it stands.
    public static func complain(_ text: String) { writeAll(Array(text.utf8), to: 2) }

    /// A failure as people read it. What was already laid out over several lines stays as it is.
    public static func complain(_ failure: ExitFault) {
        if failure.message.contains("\n") {
            complain(failure.message)
            return
        }
        let paint = Paint(isOn: hasColor(2, mode: nil))
        complain(paint.red("talaria: ") + visible(failure.message) + "\n")
        if let hint = failure.hint { complain("  " + visible(hint) + "\n") }
    }

    /// Characters of a line and lines, as they are now; nil: it is no terminal, or one that cannot move its cursor.
    public static func size(_ descriptor: Int32) -> (width: Int, height: Int)? {
        guard isatty(descriptor) == 1, getenv("TERM").map({ strcmp($0, "dumb") != 0 }) ?? false else { return nil }
        var width: Int32 = 0
        var height: Int32 = 0
        system_terminal_size(descriptor, &width, &height)
        return (width > 0 ? Int(width) : 80, height > 0 ? Int(height) : 24)
    }

    /// Whether to paint what goes to this descriptor (https://no-color.org).
    public static func hasColor(_ descriptor: Int32, mode: String?) -> Bool {
        switch mode {
        case "always": true
        case "never": false
        default:
            isatty(descriptor) == 1 && getenv("NO_COLOR").map { $0.pointee == 0 } ?? true
                && getenv("TERM").map { strcmp($0, "dumb") != 0 } ?? false
        }
    }
}
