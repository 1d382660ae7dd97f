import Rules
import Testing

@testable import Load

@Suite("The data of devices")
struct RowsTests {
    private func rows(_ text: String, _ path: String = "d.csv") throws -> Rows {
        try Rows(bytes: Array(text.utf8), path: path)
    }

    private func fault(_ text: String, _ path: String = "d.csv") -> String {
        do {
            _ = try rows(text, path)
            return "none"
        } catch { return "\(error)" }
    }

    @Test("a CSV row is variables by the names of the first row")
    func csv() throws {
        let rows = try rows("city,token,device_id\nLisbon,t1,d-1\r\n\"Rio \"\"de\"\"\nJaneiro\",\"t,2\",d-2\n\n")
        #expect(rows.count == 2)
        #expect(rows.columns == ["city", "token", "device_id"])
        #expect(rows[0] == Rows.Row(variables: ["city": .text("Lisbon")], token: "t1", device: "d-1"))
        #expect(rows[1] == Rows.Row(variables: ["city": .text("Rio \"de\"\nJaneiro")], token: "t,2", device: "d-2"))
        #expect(rows[2] == Rows.Row())
    }

    @Test("a line of NDJSON is variables with their types")
    func ndjson() throws {
        let rows = try rows("{\"city\": \"Lisbon\", \"age\": 4}\n\n{\"vip\": true, \"token\": \"t\"}", "d.ndjson")
        #expect(rows.count == 2)
        #expect(rows.columns == ["city", "age", "vip", "token"])
        #expect(rows[0] == Rows.Row(variables: ["city": .text("Lisbon"), "age": .number(4)]))
        #expect(rows[1] == Rows.Row(variables: ["vip": .flag(true)], token: "t"))
    }

    @Test("a faulty file is told with its line")
    func faults() {
        #expect(fault("a,b\n1,2\n3\n") == "d.csv:3: this row has 1 fields, and the first one names 2")
        #expect(fault("a,a\n1,2\n") == "d.csv:1: two columns are called \"a\"")
        #expect(fault("a\n\"x\n") == "d.csv:3: a quote is opened and never closed")
        #expect(
            fault("a\nx\"y\n")
                == "d.csv:2: a quote stands inside a field; write the whole field in quotes, and this one twice")
        #expect(fault("a\n\"x\"y\n") == "d.csv:2: something stands behind a closing quote")
        #expect(fault("a\n") == "d.csv:1: there is no row of data in it")
        #expect(fault("") == "d.csv:1: there is no row of data in it")
        #expect(fault("{}\n[1]\n", "d.ndjson") == "d.ndjson:2: a line must be one JSON object")
        #expect(fault("{\"a\": []}\n", "d.ndjson") == "d.ndjson:1: \"a\" must be a text, a number, true or false")
    }

    @Test("bytes that are no UTF-8 are told")
    func noUTF8() {
        #expect(throws: Rows.Fault(path: "d.csv", line: 2, message: "this row is not UTF-8")) {
            try Rows(bytes: [0x61, 0x0A, 0xFF, 0x0A], path: "d.csv")
        }
    }

    @Test("an empty cell is no token and no id")
    func empty() throws {
        #expect(try rows("token,device_id,x\n,,\n")[0] == Rows.Row(variables: ["x": .text("")]))
    }

    @Test("two devices of one id are told, and so is an id that is no text")
    func ids() throws {
        let twice = try rows("device_id\nd-1\n\"d\n2\"\nd-1\n")
        try twice.checkIDs(devices: 2)
        #expect(throws: Rows.Fault(path: "d.csv", line: 5, message: "another row has the device_id \"d-1\" already")) {
            try twice.checkIDs(devices: 3)
        }
        #expect(fault("{\"device_id\": 5}\n", "d.ndjson") == "d.ndjson:1: \"device_id\" must be a text")
        #expect(fault("{\"token\": true}\n", "d.ndjson") == "d.ndjson:1: \"token\" must be a text")
    }

    @Test("a hundred thousand columns are read in no time")
    func columns() throws {
        let names = (0..<100_000).map { "c\($0)" }.joined(separator: ",")
        #expect(try rows(names + "\n" + names + "\n").columns.count == 100_000)
    }
}
