import JSON

/// What is read from one event, once and only when a rule asks for it; its buffers serve the next event.
final class EventReading {
    private let subjects = TextField.allCases.map { _ in Subject() }
    /// One bit a field.
    private var isRead: UInt16 = 0
    private var commandRead: PromptCommand?
    private var fields: [FrameField?]
    private let paths: [[String]]
    /// For texts that one rule alone looks at.
    let spare = Subject()
    /// What `chance` is decided by.
    var seed: UInt64 = 0

    /// - Parameter paths: of `field` conditions, by number.
    init(paths: [[String]]) {
        self.paths = paths
        fields = Array(repeating: nil, count: paths.count)
    }

    /// Forgets the event before.
    func begin() {
        isRead = 0
        if !fields.isEmpty { for index in fields.indices { fields[index] = nil } }
        if commandRead != nil { commandRead = nil }
    }

    /// The field's text, ready for matching; nil if the event has none.
    func subject(_ field: TextField, of occurrence: borrowing Occurrence) -> Subject? {
        let subject = subjects[field.number]
        if isRead >> UInt16(field.number) & 1 == 0 {
            guard let text = occurrence.text(of: field) else { return nil }
            subject.read(text)
            isRead |= 1 << UInt16(field.number)
        }
        return subject
    }

    /// The command of an exec_approval; nil for other events.
    func command(of occurrence: borrowing Occurrence) -> PromptCommand? {
        guard occurrence.isApproval else { return nil }
        if let commandRead { return commandRead }
        let command = PromptCommand(occurrence)
        commandRead = command
        return command
    }

    func field(_ path: Int, of occurrence: borrowing Occurrence) -> FrameField {
        if let field = fields[path] { return field }
        let field = FrameField.find(paths[path], in: occurrence.frame.span)
        fields[path] = field
        return field
    }
}

extension TextField {
    /// Its place among all cases.
    var number: Int {
        switch self {
        case .text: 0
        case .caption: 1
        case .filename: 2
        case .mime: 3
        case .label: 4
        case .code: 5
        case .state: 6
        case .url: 7
        case .reason: 8
        case .error: 9
        }
    }
}

extension Occurrence {
    /// The field's text. `label` is that of the option that was chosen.
    func text(of field: TextField) -> String? {
        switch field {
        case .text: text
        case .caption: caption
        case .filename: filename
        case .mime: mime
        case .label: label ?? chosen?.label
        case .code: code
        case .state: state
        case .url: url
        case .reason: reason
        case .error: error
        }
    }

    /// The option that was chosen, where the event names one and says what was offered.
    var chosen: Option? {
        guard let option else { return nil }
        return options.first { $0.id.lowercased() == option.lowercased() }
    }

    /// A prompt that asks whether a command may run, as the event itself or as its frame.
    var isApproval: Bool {
        (trigger == .prompt || trigger == .frame) && kind?.lowercased() == "exec_approval"
    }
}
