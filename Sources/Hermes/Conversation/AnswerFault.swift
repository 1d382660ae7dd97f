/// Why an answer does not fit its prompt (protocol.md, "Device to gateway" and "Prompts").
public enum AnswerFault: String, Error, Sendable, Hashable, CaseIterable {
    /// It names another prompt.
    case otherPrompt = "other_prompt"
    /// It names an option that is not offered.
    case notOffered = "not_offered"
    /// `other` without a text that has something in it.
    case blankText = "blank_text"
    /// Neither an option nor, for an open question, a text.
    case nothingChosen = "nothing_chosen"
}

extension Prompt {
    /// What is wrong with an answer to this prompt; nil: nothing.
    public func fault(of answer: PromptAnswer) -> AnswerFault? {
        guard answer.prompt == id else { return .otherPrompt }
        let isBlank = answer.text.map { $0.allSatisfy(\.isWhitespace) } ?? true
        guard let option = answer.option else {
            return options.isEmpty && !isBlank ? nil : .nothingChosen
        }
        guard self.option(option) != nil else { return .notOffered }
        return option.lowercased() == PromptAnswer.other && isBlank ? .blankText : nil
    }

    /// The option that a gateway applies for an answer, in lower case: an unknown one becomes `deny` for an
    /// exec_approval and `cancel` for a slash_confirm. nil: the answer fits no option, and nothing is applied; or it is
    /// the text of an open question.
    public func applied(_ answer: PromptAnswer) -> String? {
        if fault(of: answer) == nil { return answer.option?.lowercased() }
        switch kind {
        case .execApproval: return "deny"
        case .slashConfirm: return "cancel"
        case .clarify, .other: return nil
        }
    }
}
