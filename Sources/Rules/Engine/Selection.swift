// The rule of selection: rules come in the order in which they are tried, each of which matches, and it says which of them
// act. `first` ends at the first that does not continue; `all` takes every one; `unique` takes none of two. On an
// exec_approval a rule that denies by a command condition takes the place of any that approves, and an approving rule whose
// limit is used up leaves the prompt to a person.

/// The rules that act on one event, as they are found.
struct Selection {
    enum Verdict: Equatable {
        case fires
        /// A rule that denies stands in its place.
        case outranked(by: Int)
        /// Its limit is used up: as if it did not match.
        case limited
        /// Its limit is used up, and it would approve: the prompt is left alone.
        case heldBack
        /// The prompt is left alone because of an earlier rule.
        case leftAlone(by: Int)
        /// Fires already, in the place of a rule that approves.
        case already
    }
    enum Step {
        case next, end
    }

    let hit: HitPolicy
    private(set) var firing: [Int] = []
    private(set) var heldBack: Int?
    /// The first whose limit is used up.
    var limited: Int?
    /// `unique`: what would fire, were it alone.
    private var rivals: [Int] = []

    init(hit: HitPolicy) { self.hit = hit }

    /// `unique`: the rules that matched at once.
    var conflict: [Int] { rivals.count > 1 ? rivals : [] }

    mutating func fire(_ rule: Int, continues: Bool) -> Step {
        firing.append(rule)
        if hit == .unique, !continues {
            rivals.append(rule)
            if rivals.count > 1 { firing.removeAll { rivals.contains($0) } }
        }
        return hit == .first && !continues ? .end : .next
    }

    mutating func holdBack(_ rule: Int, continues: Bool) -> Step {
        heldBack = heldBack ?? rule
        return hit == .first && !continues ? .end : .next
    }

    func isFiring(_ rule: Int) -> Bool { firing.contains(rule) || rivals.contains(rule) }
}

extension Program {
    /// Judges a rule that matches.
    func consider(
        _ rule: Int, _ bucket: Bucket, _ occurrence: borrowing Occurrence,
        _ circumstances: borrowing Circumstances, _ selection: inout Selection
    ) -> Selection.Step {
        switch verdict(on: rule, bucket, occurrence, circumstances, selection) {
        case .fires: return selection.fire(rule, continues: rules[rule].continues)
        case .outranked(let denier):
            if selection.isFiring(denier) { return .next }
            return selection.fire(denier, continues: rules[denier].continues)
        case .heldBack: return selection.holdBack(rule, continues: rules[rule].continues)
        case .limited:
            selection.limited = selection.limited ?? rule
            return .next
        case .leftAlone, .already: return .next
        }
    }

    func verdict(
        on rule: Int, _ bucket: Bucket, _ occurrence: borrowing Occurrence,
        _ circumstances: borrowing Circumstances, _ selection: borrowing Selection
    ) -> Selection.Verdict {
        let compiled = rules[rule]
        if selection.isFiring(rule) { return .already }
        if occurrence.trigger == .prompt, compiled.answers, occurrence.isApproval, !compiled.deniesByCommand {
            if compiled.mayApprove, let denier = denier(bucket, occurrence, circumstances) {
                return .outranked(by: denier)
            }
            if let heldBack = selection.heldBack { return .leftAlone(by: heldBack) }
            if compiled.mayApprove, isLimited(rule, circumstances) { return .heldBack }
        }
        return isLimited(rule, circumstances) ? .limited : .fires
    }

    /// The first rule that denies by a command condition and matches.
    private func denier(
        _ bucket: Bucket, _ occurrence: borrowing Occurrence, _ circumstances: borrowing Circumstances
    ) -> Int? {
        for rule in bucket.order where rules[rule].deniesByCommand {
            if matches(rule, occurrence, circumstances) { return rule }
        }
        return nil
    }

    func isLimited(_ rule: Int, _ circumstances: borrowing Circumstances) -> Bool {
        guard let limit = file.rules[rule].limit else { return false }
        return circumstances.memory.isUsedUp(limit, ofRule: rule, at: circumstances.now.instant)
    }
}
