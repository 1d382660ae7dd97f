import Testing

@testable import WebSocket

@Suite("Sec-WebSocket-Extensions")
struct ExtensionElementTests {
    typealias Parameter = ExtensionElement.Parameter

    @Test("is read into names and parameters, over all its fields")
    func elements() {
        #expect(ExtensionElement.list([]) == [])
        #expect(ExtensionElement.list([""]) == [])
        #expect(ExtensionElement.list([" , ,"]) == [])
        #expect(
            ExtensionElement.list(["foo", "bar; a ; b=1;c = \"x\" , baz"]) == [
                ExtensionElement(name: "foo"),
                ExtensionElement(
                    name: "bar",
                    parameters: [
                        Parameter(name: "a"), Parameter(name: "b", value: "1"), Parameter(name: "c", value: "x"),
                    ]),
                ExtensionElement(name: "baz"),
            ])
        #expect(
            ExtensionElement.list(["a; b=\"1\\5\""])
                == [ExtensionElement(name: "a", parameters: [Parameter(name: "b", value: "15")])])
    }

    @Test(
        "is malformed",
        arguments: [
            "a b", ";", "a;", "a; ;", "a; b=", "a; b=\"\"", "a; b=\"c", "a; b=\"c d\"", "a; b=\"c\\", "=", "a, é",
            "a; b=c d",
        ])
    func malformed(text: String) {
        #expect(ExtensionElement.list([text]) == nil)
    }
}
