import JSON
import Rules

extension [FileResult] {
    /// One JSON object: `tests`, `failed`, `files` with their tests, and the failures with all that the text shows.
    public func json(coverage: [Coverage] = []) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { json in
            json.member("tests", reduce(0) { $0 + $1.tests.count })
            json.member("failed", reduce(0) { $0 + $1.failed })
            json.key("files")
            json.array { json in for file in self { file.write(to: &json) } }
            if coverage.isEmpty { return }
            json.key("coverage")
            json.array { json in for file in coverage { file.write(to: &json) } }
        }
        return writer.bytes
    }
}

extension FileResult {
    fileprivate func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("path", path)
            json.member("bot", bot)
            json.key("tests")
            json.array { json in for test in tests { test.write(to: &json) } }
        }
    }
}

extension TestResult {
    fileprivate func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("name", name)
            json.member("line", place.line)
            json.member("outcome", failure == nil ? "passed" : "failed")
            json.member("virtual_ms", Int(lasted.milliseconds))
            guard let failure else { return }
            json.key("failure")
            json.object { json in failure.write(to: &json) }
        }
    }
}

extension TestFailure {
    fileprivate func write(to json: inout JSONWriter) {
        json.member("step", step)
        json.member("line", place.line)
        json.member("column", place.column)
        json.member("time", time.iso8601)
        json.member("message", message)
        if let expected {
            json.key("expected")
            json.raw(expected)
        }
        json.key("got")
        json.array { json in for frame in got { json.string(frame) } }
        json.member("difference", ifPresent: difference)
        json.key("unheard")
        json.array { json in
            for unheard in unheard {
                json.object { json in
                    json.member("line", unheard.place.line)
                    json.member("column", unheard.place.column)
                    json.member("reason", unheard.reason)
                }
            }
        }
        json.key("events")
        json.array { json in
            for event in events {
                json.object { json in
                    json.member("time", event.time.iso8601)
                    json.key("trace")
                    var trace: [UInt8] = []
                    event.trace.json(into: &trace)
                    json.raw(String(decoding: trace, as: UTF8.self))
                }
            }
        }
        json.key("notes")
        json.array { json in for note in notes { json.string(note) } }
    }
}

extension Coverage {
    fileprivate func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("path", path)
            json.member("reached", reached)
            json.member("of", items.count)
            json.member("percent", percent)
            json.key("missed")
            json.array { json in
                for item in items where item.count == 0 {
                    json.object { json in
                        json.member("kind", item.kind.rawValue)
                        json.member("rule", item.rule)
                        json.member("line", item.place.line)
                        json.member("column", item.place.column)
                    }
                }
            }
        }
    }
}
