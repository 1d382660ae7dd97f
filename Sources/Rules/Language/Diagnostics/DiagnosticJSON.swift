import JSON

// Diagnostics for programs: `check --format json`, and SARIF 2.1.0 for code hosts.

/// The diagnostics of one file, for a report of several.
public struct FileReport: Sendable {
    public var source: SourceText
    public var diagnostics: [Diagnostic]

    public init(source: SourceText, diagnostics: [Diagnostic]) {
        self.source = source
        self.diagnostics = diagnostics
    }
}

extension [FileReport] {
    /// One object a diagnostic, in an array: `file`, `line`, `column`, `end_line`, `end_column`, `code`, `severity`,
    /// `message`, `hint`, `related`. Columns count Unicode scalars from 1; an end is behind the last one.
    public var json: String {
        JSONWriter.text { writer in
            writer.array { writer in
                for report in self {
                    for diagnostic in report.diagnostics {
                        writer.object { writer in report.write(diagnostic, into: &writer) }
                    }
                }
            }
        }
    }

    /// A SARIF 2.1.0 log (OASIS) with one run.
    /// - Parameter version: Talaria's own.
    public func sarif(version: String) -> String {
        JSONWriter.text { writer in
            writer.object { writer in
                writer.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
                writer.member("version", "2.1.0")
                writer.key("runs")
                writer.array { writer in
                    writer.object { writer in
                        writer.key("tool")
                        writer.object { writer in Self.writeDriver(version, into: &writer) }
                        writer.member("columnKind", "unicodeCodePoints")
                        writer.key("results")
                        writer.array { writer in
                            for report in self {
                                for diagnostic in report.diagnostics {
                                    writer.object { writer in report.writeResult(diagnostic, into: &writer) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    private static func writeDriver(_ version: String, into writer: inout JSONWriter) {
        writer.key("driver")
        writer.object { writer in
            writer.member("name", "talaria")
            writer.member("version", version)
            writer.key("rules")
            writer.array { writer in
                for code in Diagnostic.Code.allCases {
                    writer.object { writer in
                        writer.member("id", code.rawValue)
                        writer.member("name", "\(code)")
                        writer.key("shortDescription")
                        writer.object { $0.member("text", code.title) }
                    }
                }
            }
        }
    }
}

extension FileReport {
    fileprivate func write(_ diagnostic: Diagnostic, into writer: inout JSONWriter) {
        writer.member("file", source.path)
        writePlace(diagnostic.range, into: &writer)
        writer.member("code", diagnostic.code.rawValue)
        writer.member("severity", diagnostic.severity.rawValue)
        writer.member("message", diagnostic.message)
        writer.member("hint", ifPresent: diagnostic.hint)
        guard !diagnostic.related.isEmpty else { return }
        writer.key("related")
        writer.array { writer in
            for related in diagnostic.related {
                writer.object { writer in
                    writePlace(related.range, into: &writer)
                    writer.member("message", related.message)
                }
            }
        }
    }

    private func writePlace(_ range: Range<Int>, into writer: inout JSONWriter) {
        let start = source.place(of: range.lowerBound)
        let end = source.place(of: range.upperBound)
        writer.member("line", start.line)
        writer.member("column", start.column)
        writer.member("end_line", end.line)
        writer.member("end_column", end.column)
    }

    fileprivate func writeResult(_ diagnostic: Diagnostic, into writer: inout JSONWriter) {
        writer.member("ruleId", diagnostic.code.rawValue)
        writer.member("level", diagnostic.severity == .error ? "error" : "note")
        writer.key("message")
        writer.object { $0.member("text", diagnostic.message + (diagnostic.hint.map { " (\($0))" } ?? "")) }
        writer.key("locations")
        writer.array { writer in writer.object { writeLocation(diagnostic.range, message: nil, into: &$0) } }
        guard !diagnostic.related.isEmpty else { return }
        writer.key("relatedLocations")
        writer.array { writer in
            for related in diagnostic.related {
                writer.object { writeLocation(related.range, message: related.message, into: &$0) }
            }
        }
    }

    private func writeLocation(_ range: Range<Int>, message: String?, into writer: inout JSONWriter) {
        writer.key("physicalLocation")
        writer.object { writer in
            writer.key("artifactLocation")
            writer.object { $0.member("uri", uri) }
            writer.key("region")
            writer.object { writer in
                let start = source.place(of: range.lowerBound)
                let end = source.place(of: range.upperBound)
                writer.member("startLine", start.line)
                writer.member("startColumn", start.column)
                writer.member("endLine", end.line)
                writer.member("endColumn", end.column)
            }
        }
        guard let message else { return }
        writer.key("message")
        writer.object { $0.member("text", message) }
    }

    /// The path as a relative or file URI: what RFC 3986 does not allow in a path is percent-encoded.
    private var uri: String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in source.path.utf8 {
            let isPlain =
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || "-._~/".utf8.contains(byte)
            bytes += isPlain ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return (source.path.hasPrefix("/") ? "file://" : "") + String(decoding: bytes, as: UTF8.self)
    }
}
