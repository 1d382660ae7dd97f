/// The flags that several commands share.
extension Flag {
    public static let help = Flag("--help", .none, "Show this help.")
    public static let url = Flag(
        "--url", .text("URL"), "The server, ws://… or wss://…; it comes before the rule file's own.")
    public static let tokenFile = Flag(
        "--token-file", .text("FILE"),
        "Read the token from this file, anew for each attempt. A token is never a flag itself.")
    public static let ca = Flag(
        "--ca", .text("FILE"), "Trust the certificate authorities in this PEM file, and no others.")
    public static let insecure = Flag(
        "--insecure", .none, "Take any certificate. Refused together with a token, unless the server is this machine.")
    public static let state = Flag(
        "--state", .text("DIR"),
        "Keep state here. Default: $STATE_DIRECTORY, then talaria in $XDG_STATE_HOME, then in ~/.local/state.")
    public static let log = Flag("--log", .choice(["text", "json"]), "How log lines look. Default: text.")
    public static let logLevel = Flag(
        "--log-level", .choice(["debug", "info", "warning", "error"]),
        "The least important lines to show. Default: info.")
    public static let watch = Flag(
        "--watch", .none, "Go on with a rule file as soon as it changes, as SIGHUP does.")
    public static let quiet = Flag("--quiet", .none, "Show warnings and errors alone.")
    public static let color = Flag(
        "--color", .choice(["auto", "always", "never"]), "Colours. Default: auto, that is on a terminal that has them.")
    public static let format = Flag(
        "--format", .choice(["text", "json"]), "For a person or for a program. Default: text.")

    /// Of a client. A server's has another help and the same name.
    public static let clientCert = Flag(
        "--cert", .text("FILE"), "The certificate chain (PEM) for a wss server that asks its clients for one.")
    public static let key = Flag(
        "--key", .text("FILE"), "The certificate's private key (PEM). Default: it is in the certificate's file.")

    /// What every command that connects takes.
    public static let connecting: [Flag] = [
        url, tokenFile, ca, clientCert, key, insecure, state, log, logLevel, quiet, color,
    ]
}
