import Testing

@testable import Rules

@Suite("The approvals corpus")
struct ApprovalsCorpusTests {
    @Test("is whole")
    func whole() {
        #expect(ApprovalsCorpus.policies.count == 14)
        #expect(ApprovalsCorpus.ordinary.count == 533)
        #expect(ApprovalsCorpus.bypasses.count == 1091)
        #expect(ApprovalsCorpus.hostile.count == 123)
    }

    @Test("approves every ordinary line under its policy")
    func ordinary() {
        for line in ApprovalsCorpus.ordinary {
            let condition = CommandCondition(every: [line.policy])
            let failure = condition.failure(on: PromptCommand(line: line.line), sets: ApprovalsCorpus.policies)
            #expect(failure == nil, "\(line.testDescription): \(failure.map { "\($0)" } ?? "")")
        }
    }

    @Test("approves no bypass under the policy that it was made for")
    func bypasses() {
        for line in ApprovalsCorpus.bypasses {
            let condition = CommandCondition(every: [line.policy])
            let held = condition.holds(on: PromptCommand(line: line.line), sets: ApprovalsCorpus.policies)
            #expect(!held, "\(line.testDescription): \(line.shape ?? ""): \(line.why ?? "")")
        }
    }

    @Test("approves none of the hostile lines that were made after it")
    func hostile() {
        for line in ApprovalsCorpus.hostile {
            let condition = CommandCondition(every: [line.policy])
            let held = condition.holds(on: PromptCommand(line: line.line), sets: ApprovalsCorpus.policies)
            #expect(!held, "\(line.testDescription): \(line.why ?? "")")
        }
    }
}
