/// A schedule in the five fields of cron(5): minute, hour, day of month, month, day of week.
public struct CronSchedule: Sendable, Hashable {
}
