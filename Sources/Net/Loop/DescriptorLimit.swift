import CSystem

/// How many descriptors, and so connections, this process may have open.
public enum DescriptorLimit {
    /// Raises the soft limit, often 1024, to the hard one.
    /// - Returns: the limit from then on.
    @discardableResult
    public static func raise() -> Int {
        var limit = rlimit()
        guard system_descriptor_limit(&limit) == 0 else { return 0 }
        let soft = limit.rlim_cur
        limit.rlim_cur = limit.rlim_max
        return Int(clamping: system_set_descriptor_limit(&limit) == 0 ? limit.rlim_max : soft)
    }
}
