import Console
import Drive
import Runner

extension Command {
    static let doctor = Command(
        "doctor", summary: "look at limits, clock, DNS, TLS, token file and state folder: one table",
        details: """
            Looks at what a bot depends on before it runs. With --url it connects too, up to the WebSocket upgrade and no
            further, so that a bot at work under the same token is not disturbed. What --ca, --cert and --key name is read in
            any case.

            Exit codes: 0 nothing is wrong (warnings may be shown), 1 a bot would not work.
            """,
        flags: [.url, .tokenFile, .ca, .clientCert, .key, .insecure, .state, .format, .color], atMost: 0
    ) { (arguments) throws(ExitFault) in
        let findings = Doctor.examine(try RunSettings(arguments), loop: try newLoop())
        if arguments[.format] == "json" {
            Terminal.show(findings.json + "\n")
        } else {
            Terminal.show(findings.table(Paint(isOn: Terminal.hasColor(1, mode: arguments[.color]))))
        }
        return findings.hasFault ? .failed : .well
    }
}
