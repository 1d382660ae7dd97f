import Drive
import Net
import Rules
import WebSocket

/// Looks at all that a bot depends on before it runs: this machine, its state folder, its token, and its server.
public enum Doctor {
    /// - Parameter settings: as `run` would be told; without a URL no server is looked at.
    public static func examine(_ settings: RunSettings, loop: Loop) -> [Finding] {
        let source = TokenSource(flag: settings.tokenFile, server: ServerSettings(), folder: ".")
        var findings = [
            descriptors(), ports(), memory(), clock(), zones(), state(settings.state), tokenFile(source),
        ]
        let files = tlsFiles(settings.tls)
        findings += files
        if files.hasFault {
            return findings + [Finding("server", .skipped, "not without the files that are named for it")]
        }
        guard let url = settings.url else {
            return findings + [Finding("server", .skipped, "no server is named", hint: "--url ws://…")]
        }
        let target: Target
        let token = try? source.read()
        do throws(ExitFault) {
            target = try Target(url, server: ServerSettings(), tls: settings.tls, hasToken: token != nil)
        } catch {
            return findings + [Finding("server", .fault, error.message, hint: error.hint)]
        }
        let probe = Probe(loop: loop)
        findings += probe.examine(target.request(token))
        return findings
    }

    /// What `--ca`, `--cert` and `--key` name, with or without a server: nothing, if they name nothing.
    static func tlsFiles(_ settings: TLSContext.Settings) -> [Finding] {
        guard settings.namesFiles else { return [] }
        do throws(ExitFault) {
            try settings.checkFiles()
            do { _ = try TLSContext.client(settings) } catch { throw ExitFault(.badConfiguration, error.text) }
        } catch {
            return [Finding("TLS files", .fault, error.message, hint: error.hint)]
        }
        let names = [settings.authorities, settings.certificate, settings.key].compactMap(\.self)
        return [Finding("TLS files", .well, "\(names.joined(separator: ", ")): read, and fit to be used")]
    }
}
