import Testing

@testable import Measure

@Suite("The report page")
struct ReportPageTests {
    @Test("needs nothing from elsewhere: no script, no address of a file, a policy that forbids them")
    func selfContained() throws {
        let html = ReportPage.html(try .sample())
        #expect(!html.contains("<script"))
        #expect(!html.contains("src=") || html.contains("default-src 'none'"))
        #expect(!html.contains("@import") && !html.contains("url("))
        #expect(html.contains("name=\"viewport\""))
        #expect(html.contains("prefers-color-scheme: dark"))
    }

    @Test("shows texts of the plan and of the server as texts, never as markup")
    func escaping() throws {
        var record = try RunRecord.sample(seconds: 4, stall: nil)
        let bad = "<script>alert('x')</script>\"&\u{1}"
        record.plan.file = bad
        record.plan.url = bad
        record.plan.schedule = bad
        record.plan.stages = [.init(name: "<b>", from: 0, to: 4)]
        record.errors.count(bad, by: 3)
        record.closes.count(bad, by: 3)
        record.tags = ["<i>": record.metrics, "<u>": record.metrics]
        record.generator.bottleneck = [bad]
        record.generator.version = bad
        record.judge()
        let html = ReportPage.html(record, comparedWith: (record, bad))
        #expect(!html.contains("<script"))
        #expect(!html.contains("<b>\"") && !html.contains("<i>:") && !html.contains("<u>:"))
        #expect(html.contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&quot;&amp;\u{FFFD}"))
    }
}
