import Testing

@testable import Rules

private let place = Place(line: 1, column: 1)

private func condition(_ test: Condition.Test) -> Condition { Condition(test, place: place) }

private let every = condition(.command(CommandCondition(every: ["read"])))
private let some = condition(.command(CommandCondition(some: ["harm"])))
private let chance = condition(.chance(0.5))

private func kind(_ kinds: String...) -> Condition { condition(.word(.kind, kinds)) }

private func rule(
    _ when: Condition?, _ answers: AnswerChoice..., on triggers: [Trigger] = [.prompt], lasting: Bool = false,
    unguarded: Bool = false
) -> Rule {
    var rule = Rule(id: "r", place: place, triggers: triggers)
    rule.condition = when
    rule.actions = answers.map { Action(.answer($0), place: place) }
    rule.lasting = lasting
    rule.unguarded = unguarded
    return rule
}

@Suite("The guard of an approval")
struct GuardTests {
    @Test("is a command.every at the top of when, or in an all there")
    func guarding() {
        #expect(every.guardingSets == ["read"])
        #expect(condition(.all([chance, every])).guardingSets == ["read"])
        #expect(condition(.all([chance, condition(.all([every]))])).guardingSets == ["read"])
        for other in [
            chance, some, condition(.any([every])), condition(.not(every)), condition(.all([condition(.any([every]))])),
            condition(.all([])),
        ] {
            #expect(other.guardingSets == nil)
        }
    }

    @Test("is not needed where kind is pinned to something else")
    func pins() {
        #expect(kind("clarify").pinnedKinds == ["clarify"])
        #expect(
            condition(.all([chance, kind("Clarify", "slash_confirm")])).pinnedKinds == ["clarify", "slash_confirm"])
        #expect(condition(.all([kind("a", "b"), kind("b", "c")])).pinnedKinds == ["b"])
        for other in [
            chance, condition(.any([kind("clarify")])), condition(.not(kind("exec_approval"))),
            condition(.word(.option, ["clarify"])),
        ] {
            #expect(other.pinnedKinds == nil)
        }
        #expect(!rule(kind("clarify"), .id("once")).mayApprove)
        #expect(rule(kind("clarify", "exec_approval"), .id("once")).mayApprove)
        #expect(rule(nil, .id("once")).mayApprove)
        #expect(!rule(nil, .id("once"), on: [.message]).mayApprove)
    }

    @Test("is needed for every answer but deny")
    func mayApprove() {
        #expect(!rule(nil, .id("deny")).mayApprove)
        #expect(!rule(nil, .id("DENY"), .firstOf([.id("deny"), .id("Deny")])).mayApprove)
        #expect(!rule(nil).mayApprove)
        for choice in [AnswerChoice.id("once"), .id("other"), .label("Deny"), .firstOf([.id("deny"), .id("once")])] {
            #expect(rule(nil, choice).mayApprove)
        }
        #expect(rule(nil, .id("deny"), .id("once")).mayApprove)
        let text = Template(literal: "deny", place: place)
        #expect(rule(nil, .text(text)).mayApprove && rule(nil, .other(text)).mayApprove)
    }

    @Test("is looked for in what an AI's failure does too")
    func onError() {
        var asking = rule(nil)
        let ask = AskAI(
            url: "http://x", model: "m", prompt: Template(literal: "p", place: place),
            onError: [Action(.answer(.id("once")), place: place)])
        asking.actions = [Action(.askAI(ask), place: place)]
        #expect(asking.mayApprove)
    }

    @Test("of a rule that denies is any command condition, and it never approves")
    func deniers() {
        #expect(rule(some, .id("deny")).deniesByCommand)
        #expect(rule(condition(.not(every)), .id("deny")).deniesByCommand)
        #expect(rule(condition(.any([chance, some])), .id("deny")).deniesByCommand)
        #expect(!rule(chance, .id("deny")).deniesByCommand)
        #expect(!rule(some, .id("deny"), .id("once")).deniesByCommand)
        #expect(!rule(some).deniesByCommand)
        #expect(!rule(condition(.all([kind("clarify"), some])), .id("deny")).deniesByCommand)
    }

    @Test("judges the option that is really sent")
    func refusals() {
        let guarded = rule(every, .id("once"))
        #expect(guarded.refusal(toSend: "once", styled: nil, chosenBy: .id("once")) == nil)
        #expect(guarded.refusal(toSend: "ONCE", styled: nil, chosenBy: .label("Allow")) == nil)
        #expect(guarded.refusal(toSend: "session", styled: nil, chosenBy: .id("session")) == .lasting)
        #expect(guarded.refusal(toSend: "always", styled: nil, chosenBy: .label("Always")) == .lasting)
        #expect(guarded.refusal(toSend: nil, styled: nil, chosenBy: .id("once")) == .lasting)
        #expect(rule(every, lasting: true).refusal(toSend: "always", styled: nil, chosenBy: .label("Always")) == nil)
        #expect(guarded.refusal(toSend: "once", styled: "danger", chosenBy: .label("Allow")) == .danger)
        #expect(
            guarded.refusal(toSend: "once", styled: "Danger", chosenBy: .firstOf([.label("Allow"), .id("session")]))
                == .danger)
        #expect(
            guarded.refusal(toSend: "once", styled: "danger", chosenBy: .firstOf([.id("session"), .id("once")])) == nil)
        let bare = rule(nil, .id("once"))
        #expect(bare.refusal(toSend: "once", styled: nil, chosenBy: .id("once")) == .unguarded)
        #expect(bare.refusal(toSend: "deny", styled: "danger", chosenBy: .label("No")) == nil)
        #expect(rule(nil, unguarded: true).refusal(toSend: "once", styled: nil, chosenBy: .id("once")) == nil)
        #expect(
            rule(condition(.any([every]))).refusal(toSend: "once", styled: nil, chosenBy: .id("once")) == .unguarded)
        for refusal in ApprovalRefusal.allCases { #expect(!refusal.message.isEmpty) }
    }
}
