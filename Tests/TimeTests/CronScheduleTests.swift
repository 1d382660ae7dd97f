import Testing
import Time

@Test("a schedule has five fields")
func fiveFields() {
    #expect(throws: CronFault.self) { try CronSchedule(parsing: "* * * *") }
}
