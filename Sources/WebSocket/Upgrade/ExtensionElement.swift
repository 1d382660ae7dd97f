// One element of Sec-WebSocket-Extensions: a name and its parameters (RFC 6455 section 9.1).

struct ExtensionElement: Equatable {
    struct Parameter: Equatable {
        var name: String
        var value: String?
    }

    var name: String
    var parameters: [Parameter] = []

    /// The elements of all fields, in order. nil: one is malformed.
    static func list(_ values: [String]) -> [ExtensionElement]? {
        var elements: [ExtensionElement] = []
        for value in values {
            var scanner = Scanner(rest: Array(value.utf8)[...])
            repeat {
                // An empty list element is no element (RFC 9110 section 5.6.1.2).
                scanner.skipBlanks()
                if scanner.rest.isEmpty || scanner.rest.first == 0x2C { continue }
                guard let element = scanner.element() else { return nil }
                elements.append(element)
            } while scanner.take(0x2C)
            guard scanner.rest.isEmpty else { return nil }
        }
        return elements
    }

    private struct Scanner {
        var rest: ArraySlice<UInt8>

        mutating func element() -> ExtensionElement? {
            guard let name = token() else { return nil }
            var element = ExtensionElement(name: name)
            while take(0x3B) {
                guard let name = token() else { return nil }
                guard take(0x3D) else {
                    element.parameters.append(Parameter(name: name))
                    continue
                }
                skipBlanks()
                guard let value = rest.first == 0x22 ? quoted() : token() else { return nil }
                element.parameters.append(Parameter(name: name, value: value))
            }
            return element
        }

        mutating func skipBlanks() {
            while let byte = rest.first, HTTPText.isBlank(byte) { rest.removeFirst() }
        }

        mutating func take(_ byte: UInt8) -> Bool {
            skipBlanks()
            guard rest.first == byte else { return false }
            rest.removeFirst()
            return true
        }

        mutating func token() -> String? {
            skipBlanks()
            let bytes = rest.prefix(while: HTTPText.isTokenByte)
            rest = rest.dropFirst(bytes.count)
            return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
        }

        /// A quoted string, which must be a token once the quotes are off.
        mutating func quoted() -> String? {
            rest.removeFirst()
            var bytes: [UInt8] = []
            while var byte = rest.popFirst() {
                if byte == 0x22 { return HTTPText.isToken(bytes) ? String(decoding: bytes, as: UTF8.self) : nil }
                if byte == 0x5C {
                    guard let next = rest.popFirst() else { return nil }
                    byte = next
                }
                bytes.append(byte)
            }
            return nil
        }
    }
}
