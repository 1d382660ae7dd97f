// Which conditions were looked at, and what they said: for the coverage of tests. They are looked at as matching does it,
// from the left, and no further than is needed.

/// What one condition of a rule said to one event. `all`, `any` and `not` are told by the conditions in them.
public struct ConditionOutcome: Sendable, Hashable {
    public var place: Place
    public var held: Bool
}

extension Program {
    /// The outcomes of a rule's conditions; none if it is for another event or state.
    func outcomes(
        of rule: Int, _ verdict: Verdict?, _ occurrence: borrowing Occurrence, _ circumstances: borrowing Circumstances
    ) -> [ConditionOutcome] {
        switch verdict {
        case .otherEvent, .otherState: return []
        default: break
        }
        guard let condition = file.rules[rule].condition, let compiled = rules[rule].condition else { return [] }
        var outcomes: [ConditionOutcome] = []
        addOutcomes(of: condition, compiled, occurrence, circumstances, to: &outcomes)
        return outcomes
    }

    /// Adds the outcomes of all conditions in one.
    ///
    /// - Returns: whether it holds.
    @discardableResult
    func addOutcomes(
        of condition: Condition, _ compiled: CompiledCondition, _ occurrence: borrowing Occurrence,
        _ circumstances: borrowing Circumstances, to outcomes: inout [ConditionOutcome]
    ) -> Bool {
        switch (condition.test, compiled) {
        case (.all(let conditions), .all(let parts)):
            for (condition, part) in zip(conditions, parts) {
                guard addOutcomes(of: condition, part, occurrence, circumstances, to: &outcomes) else { return false }
            }
            return true
        case (.any(let conditions), .any(let parts)):
            for (condition, part) in zip(conditions, parts)
            where addOutcomes(of: condition, part, occurrence, circumstances, to: &outcomes) {
                return true
            }
            return false
        case (.not(let condition), .not(let part)):
            return !addOutcomes(of: condition, part, occurrence, circumstances, to: &outcomes)
        default:
            let held = holds(compiled, occurrence, circumstances)
            outcomes.append(ConditionOutcome(place: condition.place, held: held))
            return held
        }
    }
}

extension Condition {
    /// The conditions in it that are neither `all`, `any` nor `not`: those that have outcomes.
    public var leaves: [Condition] {
        switch test {
        case .all(let conditions), .any(let conditions): conditions.flatMap(\.leaves)
        case .not(let condition): condition.leaves
        default: [self]
        }
    }
}
