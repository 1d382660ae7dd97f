extension Program {
    /// Looks at every rule, in the order in which they are tried, and says what became of each.
    func explain(
        _ bucket: Bucket, _ occurrence: borrowing Occurrence, _ circumstances: borrowing Circumstances,
        _ selection: inout Selection
    ) -> Trace {
        for rule in bucket.order where matches(rule, occurrence, circumstances) {
            if consider(rule, bucket, occurrence, circumstances, &selection) == .end { break }
        }
        return Trace()
    }
}
