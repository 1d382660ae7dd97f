import CSystem
import Drive
import Files
import Glibc
import Store

// What of this machine a bot depends on, each looked at for itself.

extension Doctor {
    static func descriptors() -> Finding {
        var limit = rlimit()
        guard system_descriptor_limit(&limit) == 0 else {
            return Finding("descriptors", .skipped, "the limit cannot be read")
        }
        let (soft, hard) = (limit.rlim_cur, limit.rlim_max)
        let text = "\(soft) open files and connections, \(hard) at most"
        if soft < 256 {
            return Finding("descriptors", .warning, text, hint: "ulimit -n 1024, or LimitNOFILE= in a systemd unit")
        }
        return Finding("descriptors", .well, text)
    }

    static func ports() -> Finding {
        let path = "/proc/sys/net/ipv4/ip_local_port_range"
        let words = (try? wholeProcFile(path))?.split(whereSeparator: \.isWhitespace).compactMap { Int($0) } ?? []
        guard words.count == 2, words[1] >= words[0] else {
            return Finding("ports", .skipped, "the range of local ports cannot be read")
        }
        return Finding(
            "ports", .well,
            "\(words[1] - words[0] + 1) local ports (\(words[0]) to \(words[1])): that many connections to one server from one address"
        )
    }

    static func memory() -> Finding {
        let line = (try? wholeProcFile("/proc/meminfo"))?.split(separator: "\n").first { $0.hasPrefix("MemAvailable:") }
        guard let kibibytes = line?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
            return Finding("memory", .skipped, "what is available cannot be read")
        }
        let mebibytes = kibibytes / 1024
        return mebibytes < 64
            ? Finding("memory", .warning, "\(mebibytes) MiB are available", hint: "a bot needs about 10 MiB")
            : Finding("memory", .well, "\(mebibytes) MiB are available")
    }

    static func clock() -> Finding {
        // 2026-01-01: before it a certificate of today is not valid yet.
        guard system_wall() > 1_767_225_600_000 else {
            return Finding(
                "clock", .fault, "it stands in the past", hint: "certificates and cron rules need the right time")
        }
        switch system_clock_is_kept() {
        case 1: return Finding("clock", .well, "it is kept by NTP or PTP")
        case 0:
            return Finding(
                "clock", .warning, "the kernel knows of nothing that keeps it right",
                hint: "run chrony or systemd-timesyncd; in a container the host does")
        default: return Finding("clock", .skipped, "the kernel does not tell whether anything keeps it right")
        }
    }

    static func zones() -> Finding {
        let folder = ZoneFolder()
        return folder.zone("Europe/Lisbon") == nil
            ? Finding(
                "time zones", .warning, "there are none in \(folder.path)",
                hint: "apt-get install tzdata, or set TZDIR; rules with a zone do not load without")
            : Finding("time zones", .well, folder.path)
    }

    /// The folder under which state would be kept: made, written to, locked and measured.
    static func state(_ flag: String?) -> Finding {
        let root = StatePath.root(flag: flag)
        let folder = root + "/.doctor-" + Randomness.name(8)
        do {
            defer { try? Folder.removeAll(folder) }
            let held = try StateFolder.open(folder)
            try Folder.replace(held.path(of: "probe"), with: [0x0A])
        } catch {
            return Finding("state", .fault, "\(error)", hint: "--state DIR, or STATE_DIRECTORY, names another folder")
        }
        let free = system_free_space(root)
        guard free >= 0 else { return Finding("state", .well, "\(root) can be written") }
        let mebibytes = free >> 20
        let text = "\(root) can be written; \(mebibytes) MiB are free"
        return mebibytes < 100
            ? Finding("state", .warning, text, hint: "with a full disk a bot answers nothing that it must keep")
            : Finding("state", .well, text)
    }

    /// The token's file: who can read it.
    static func tokenFile(_ source: TokenSource) -> Finding {
        guard let named = source.source else {
            return Finding("token", .skipped, "none is named", hint: "--token-file FILE, or the variable TALARIA_TOKEN")
        }
        do { _ = try source.read() } catch { return Finding("token", .fault, "\(error)") }
        guard case .file(let path) = named else { return Finding("token", .well, "it is there") }
        guard let mode = try? Folder.status(path).mode else { return Finding("token", .well, "it is there") }
        return mode & 0o077 == 0
            ? Finding("token", .well, "\(path) is there, and readable by its owner alone")
            : Finding(
                "token", .warning, "\(path) can be read by others (mode \(String(mode & 0o777, radix: 8)))",
                hint: "chmod 600 \(path)")
    }

    /// Files of /proc have no size: they are read to their end.
    private static func wholeProcFile(_ path: String) throws(FileFault) -> String {
        let file = try File.read(path)
        var bytes: [UInt8] = []
        while bytes.count < 1 << 16, try file.read(4096, at: bytes.count, appendTo: &bytes) > 0 {}
        return String(decoding: bytes, as: UTF8.self)
    }
}
