import Glibc

/// Where state is kept when nobody says where (docs/cli.md).
public enum StatePath {
    /// The state folder of a bot.
    /// - Parameters:
    ///   - flag: `--state`.
    ///   - alone: it is the only bot of the process. Then a folder that was named is its own; else each bot has a
    ///     folder of its name in it. In the user's own state folder each bot always has one, so that two that are
    ///     started apart do not meet.
    public static func folder(of bot: String, flag: String?, alone: Bool) -> String {
        if let named = flag ?? variable("STATE_DIRECTORY") { return alone ? named : named + "/" + bot }
        return base() + "/talaria/" + bot
    }

    /// What holds all bots' folders; `approvals.off` counts there too.
    public static func root(flag: String?) -> String {
        flag ?? variable("STATE_DIRECTORY") ?? base() + "/talaria"
    }

    private static func base() -> String {
        variable("XDG_STATE_HOME") ?? (variable("HOME") ?? ".") + "/.local/state"
    }

    private static func variable(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        // systemd joins several folders with colons: the first is ours.
        return String(cString: value).split(separator: ":").first.map(String.init)
    }
}
