import JSON
import Time

// The rule of rendering: a lookup's value is put in as it is and never read again, neither as a template nor as JSON.

extension Program {
    /// The template's text. A name that has no value is empty, or what stands behind `or`.
    public func render(_ template: Template, _ scope: borrowing Scope) -> String {
        if template.pieces.count == 1, case .literal(let text) = template.pieces[0] { return text }
        var result = ""
        for piece in template.pieces {
            switch piece {
            case .literal(let text): result += text
            case .lookup(let lookup): result += value(of: lookup, scope)
            }
        }
        return result
    }

    /// Appends the JSON text of the value, its templates rendered and escaped.
    public func render(_ template: JSONTemplate, _ scope: borrowing Scope, into bytes: inout [UInt8]) {
        switch template {
        case .literal(let text): bytes.append(contentsOf: text.utf8)
        case .text(let text): bytes.append(jsonString: render(text, scope))
        case .array(let items):
            bytes.append(UInt8(ascii: "["))
            for (index, item) in items.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                render(item, scope, into: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                bytes.append(jsonString: member.key)
                bytes.append(UInt8(ascii: ":"))
                render(member.value, scope, into: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    /// A value that is missing, empty, or empty behind its filters makes way for the fallback, which is filtered too.
    private func value(of lookup: Template.Lookup, _ scope: borrowing Scope) -> String {
        if lookup.name == "now" { return time(lookup.filters, scope) }
        let found = text(of: lookup.name, scope) ?? ""
        guard let fallback = lookup.fallback else { return found.filtered(lookup.filters) }
        let filtered = found.isEmpty ? "" : found.filtered(lookup.filters)
        return filtered.isEmpty ? fallback.filtered(lookup.filters) : filtered
    }

    /// `now` in its format; without one as ISO 8601 says, in UTC.
    private func time(_ filters: [Template.Filter], _ scope: borrowing Scope) -> String {
        var text: String?
        for case .format(let format, let name) in filters.prefix(1) {
            let zone = scope.zones[name] ?? .utc
            text = (try? TimeFormat(parsing: format))?.text(of: scope.now.wall, in: zone)
        }
        return (text ?? scope.now.wall.iso8601).filtered(filters)
    }

    /// What a name stands for; nil where the event has no such thing.
    private func text(of name: String, _ scope: borrowing Scope) -> String? {
        if let capture = scope.captures[name] { return capture }
        if name == "error", let error = scope.error { return error }
        if let field = scope.occurrence.text(named: name) { return field }
        if let value = value(of: name, in: scope.memory) { return value.text }
        switch name {
        case "count": return String(scope.count)
        case "bot.name": return file.name
        case "event.id": return scope.occurrence.id
        case "device.id": return scope.device.id
        case "device.name": return scope.device.name
        case "device.platform": return scope.device.platform
        case "device.app_version": return scope.device.appVersion
        case "device.index": return String(scope.device.index)
        default: return nil
        }
    }
}

extension Occurrence {
    /// The field of that name as a template shows it.
    func text(named name: String) -> String? {
        if name == "message", trigger == .error { return text }
        guard let field = EventField(rawValue: name) else { return nil }
        func show(_ flag: Bool?) -> String? { flag.map { $0 ? "true" : "false" } }
        switch field {
        case .text: return text
        case .caption: return caption
        case .filename: return filename
        case .mime: return mime
        case .label: return label ?? chosen?.label
        case .code: return code
        case .state: return state
        case .url: return url
        case .reason: return reason
        case .error: return error
        case .t: return t
        case .kind: return kind
        case .option: return option
        case .style: return chosen?.style
        case .of: return of
        case .again: return show(again)
        case .final: return show(final)
        case .fatal: return show(fatal)
        case .expired: return show(expired)
        case .clean: return show(clean)
        case .ok: return show(ok)
        case .parts: return parts.map(String.init)
        case .size: return size.map(String.init)
        case .command:
            if case .text(let line) = command { return line }
            return nil
        }
    }
}
