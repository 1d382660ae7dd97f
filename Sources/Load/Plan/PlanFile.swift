import Drive
import Files
import JSON
import Rules

/// Load plans as files, and plans that flags make of a rule file.
public enum PlanFile {
    /// Names of plans end so.
    public static let ending = ".load.json"

    /// Whether a path names a plan rather than a rule file.
    public static func isPlan(_ path: String) -> Bool { path.hasSuffix(ending) }

    /// Reads a plan and all that it names.
    /// - Parameter change: what flags say goes before what the file says.
    /// - Throws: `noInput` if it cannot be read, `badFile` with every fault printed if it is not right.
    public static func read(
        path: String, paint: Paint, change: (inout LoadPlan) throws(ExitFault) -> Void = { _ in }
    ) throws(ExitFault) -> Cast {
        let bytes: [UInt8]
        do throws(FileFault) { bytes = try wholeFile(path, atMost: BotSource.largest) } catch {
            throw ExitFault(unreadable: error)
        }
        let reading = PlanReader.read(bytes: bytes, path: path)
        guard var plan = reading.plan else {
            throw fault(reading.diagnostics, reading.source, paint)
        }
        try change(&plan)
        let cast = try Cast(plan, bytes: bytes, paint: paint)
        let names = reading.templates.diagnostics(knowing: variables(of: cast))
        if names.hasErrors { throw fault(names, reading.source, paint) }
        return cast
    }

    /// What is wrong with a plan, the rule files that it names included.
    public static func check(bytes: [UInt8], path: String) -> FileReport {
        let reading = PlanReader.read(bytes: bytes, path: path)
        var diagnostics = reading.diagnostics
        guard let plan = reading.plan else { return FileReport(source: reading.source, diagnostics: diagnostics) }
        do throws(ExitFault) {
            let cast = try Cast(plan, paint: Paint(isOn: false))
            diagnostics += reading.templates.diagnostics(knowing: variables(of: cast))
        } catch {
            var named = plan.bots.map { (path: $0.path, range: $0.range) }
            if let data = plan.data { named.append((path: data, range: plan.dataRange)) }
            let place = named.first { error.message.contains($0.path) }?.range ?? 0..<1
            let first = error.message.split(separator: "\n").first.map(String.init) ?? error.message
            diagnostics.append(
                Diagnostic(
                    error.code == .noInput ? .missingFile : .badPath, severity: .error, range: place, message: first,
                    hint: error.hint))
        }
        return FileReport(source: reading.source, diagnostics: diagnostics.inFileOrder)
    }

    /// Which rule files a plan is for, and what it does with their variables: its texts look at them, its data sets them.
    public static func uses(bytes: [UInt8], path: String) -> (bots: [String], uses: VariableUses)? {
        let reading = PlanReader.read(bytes: bytes, path: path)
        guard let plan = reading.plan else { return nil }
        var uses = VariableUses(read: reading.templates.names)
        if let data = plan.data, let bytes = try? wholeFile(data, atMost: 1 << 30),
            let rows = try? Rows(bytes: bytes, path: data)
        {
            uses.set.formUnion(rows.columns)
        }
        return (plan.bots.map(\.path), uses)
    }

    /// A text of a flag as a template, such as that of `--text`.
    ///
    /// - Parameter cast: whose variables it may name; nil: that is not looked at.
    /// - Throws: `usage`, with what is wrong with it.
    @discardableResult
    public static func template(_ text: String, flag: String, for cast: Cast? = nil) throws(ExitFault) -> Template {
        let source = SourceText(path: flag, bytes: Array(JSONWriter.text { $0.string(text) }.utf8))
        var reader = TemplateReader(source: source)
        let template = source.tree.root.flatMap { reader.template($0) }
        let faults = cast.map { reader.diagnostics(knowing: variables(of: $0)) } ?? reader.diagnostics
        guard let template, !faults.hasErrors else {
            let fault = faults.first { $0.severity == .error }
            throw ExitFault(.usage, "\(flag): \(fault?.message ?? "this is no text")", hint: fault?.hint)
        }
        return template
    }

    /// Variables that every bot of the plan has.
    private static func variables(of cast: Cast) -> [Variable] {
        (cast.bots.first?.file.variables ?? []).filter { variable in
            cast.bots.allSatisfy { bot in bot.file.variables.contains { $0.name == variable.name } }
        }
    }

    private static func fault(_ diagnostics: [Diagnostic], _ source: SourceText, _ paint: Paint) -> ExitFault {
        let errors = diagnostics.filter { $0.severity == .error }
        return ExitFault(.badFile, DiagnosticPrinter(source: source, colour: paint.isOn).text(of: errors))
    }
}
