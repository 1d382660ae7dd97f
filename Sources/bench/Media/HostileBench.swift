import Foundation
import Net
import Scaffold
import Time

// One bot that fetches from a web server which does everything wrong, many at once: each fetch must come to its own end,
// and the process stay small.

enum HostileBench {
    /// What the server does for each path, and how the fetch must end.
    private static let cases: [(path: String, outcome: String)] = [
        ("loopback", "not connected to"), ("file", "only http: and https:"), ("ring", "more than 5 redirects"),
        ("short", "the connection ended before the body did"), ("announced", "over the limit"),
        ("endless", "over the limit"),
        ("chunks", "over the limit"), ("drip", "not done in 3 s"), ("bomb", "it unpacks to more"),
        ("wide", "unpacking it takes more than"), ("head", "the head is over"),
        ("silent", "not done in 3 s"), ("busy", "HTTP 429"), ("garbage", "not HTTP"),
    ]
    private static let times = 6

    static func run(_ folder: String, _ report: inout Report) throws {
        let server = HostileServer { request, connection in answer(request, connection) }
        let rules = #"""
            { "version": 1, "name": "a", "fetch": { "allow": ["127.0.0.1:\#(server.port)"], "timeout": "3s", "max_size": "20MB" }, "rules": [
              { "id": "get", "on": "message", "on_overlap": "parallel", "when": { "text": { "regex": "^(?<url>http\\S+)$" } },
                "do": [{ "media": { "url": "{{url}}" } }] },
              { "id": "told", "on": "result", "do": [{ "log": "ended: {{error}}" }] } ] }
            """#
        try Data(rules.utf8).write(to: URL(fileURLWithPath: folder + "/hostile.json"))
        let end = try FarEnd()
        let url = try end.listen()
        let talaria = try Shipped(["run", "hostile.json", "--url", url, "--state", folder + "/hostile"], in: folder)
        defer { talaria.stop() }
        try end.wait("connecting") { end.device != nil }
        let began = Loop.readClocks().instant
        for time in 0..<times {
            for one in cases {
                let address = server.url("/\(one.path)?\(time)")
                end.say(#"{"t":"message","id":"\#(one.path)\#(time)","text":"\#(address)","edit":false,"final":true}"#)
            }
        }
        let all = times * cases.count
        var ended = 0
        try end.wait("hostile fetches", atMost: .seconds(120)) {
            ended = talaria.said.components(separatedBy: "ended: ").count - 1
            return ended >= all || Loop.readClocks().instant - began > .seconds(110)
        }
        let said = talaria.said
        for one in cases {
            let found = said.split(separator: "\n").filter { $0.contains("ended: ") && $0.contains(one.outcome) }.count
            if found < times { report.remark("\(one.path): \(found) of \(times) ended with “\(one.outcome)”") }
        }
        report.add("hostile fetches that ended", "talaria", Double(ended), unit: "of \(all)")
        report.add("private memory, hostile", "talaria", talaria.mostMemory.own, unit: "MB")
        report.add("anonymous memory, hostile", "talaria", talaria.mostMemory.anonymous, unit: "MB")
        report.expect(.atLeast(what: "hostile fetches that ended", who: "talaria", Double(all)))
        report.expect(.atMost(what: "private memory, hostile", who: "talaria", 32))
        end.sockets.shutdown()
    }

    /// 64 million zeros, in brotli with a window of 4 MiB.
    private static let bomb = hex(
        "cbffff3f002400e2b14072effff8ffff078004401c1680eefd1fffffff00900088c302d0bdffe3ffff1f001200715800baf77ffcffff0340"
            + "02200e0b40f7fe8fffff7f004800c46101e8defff1ffff0f000980382c00ddfbbffc7f84022001108705a07b0805")
    /// The same with a window of 16 MiB, which the server has for whoever asks, whatever he asks for.
    private static let wide = hex(
        "cfffff7f002400e2b14072effff9ffff0f8004401c1680eefd3fffffff01900088c302d0bdffcfff4768001200715800ba87d0")

    private static func hex(_ text: String) -> [UInt8] {
        let digits = Array(text)
        return stride(from: 0, to: digits.count - 1, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
    }

    private static func answer(_ request: HostileServer.Request, _ connection: HostileServer.Connection) -> Bool {
        let block = String(repeating: "x", count: 65_536)
        switch request.path.dropFirst().prefix(while: { $0 != "?" }) {
        case "loopback": return connection.answer(302, ["Location: http://127.0.0.1:1/"])
        case "file": return connection.answer(302, ["Location: file:///etc/passwd"])
        case "ring": return connection.answer(302, ["Location: /ring?\(request.number)"])
        case "short":
            connection.send("HTTP/1.1 200 x\r\nContent-Length: 1000\r\n\r\nshort")
            return false
        case "announced":
            connection.send("HTTP/1.1 200 x\r\nContent-Length: 9000000000\r\n\r\n")
            while connection.send(block) {}
            return false
        case "endless":
            connection.send("HTTP/1.1 200 x\r\nConnection: close\r\n\r\n")
            while connection.send(block) {}
            return false
        case "chunks":
            connection.send("HTTP/1.1 200 x\r\nTransfer-Encoding: chunked\r\n\r\n")
            while connection.send("10000\r\n\(block)\r\n") {}
            return false
        case "drip":
            connection.send("HTTP/1.1 200 x\r\nContent-Length: 100000\r\n\r\n")
            while connection.send("x"), !connection.isPeerGone(within: 50) {}
            return false
        case "bomb": return connection.answer(200, ["Content-Encoding: br"], body: bomb)
        case "wide": return connection.answer(200, ["Content-Encoding: br"], body: wide)
        case "head":
            connection.send("HTTP/1.1 200 x\r\n")
            while connection.send("X-A: \(block.prefix(4000))\r\n") {}
            return false
        case "silent":
            connection.waitForPeer()
            return false
        case "busy": return connection.answer(429, ["Retry-After: 3600"])
        case "garbage":
            connection.send("SSH-2.0-OpenSSH\r\n")
            return false
        default: return connection.answer(404)
        }
    }
}
