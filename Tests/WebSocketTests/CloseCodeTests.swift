import Testing

import WebSocket

@Suite("Close codes")
struct CloseCodeTests {
    @Test("that may travel are the registered ones, the libraries' and the applications'")
    func mayTravel() {
        let legal = Set<UInt16>([1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014])
            .union(3000...4999)
        #expect(Set((UInt16.min...UInt16.max).filter(CloseCode.mayTravel)) == legal)
    }

    @Test("of failures are as RFC 6455 section 7.4.1 says, and never 1008")
    func failures() {
        for failure in Failure.allCases {
            let expected: UInt16 =
                switch failure {
                case .invalidUTF8, .badDeflate: 1007
                case .frameTooBig, .messageTooBig, .tooManyFragments: 1009
                default: 1002
                }
            #expect(failure.closeCode == expected)
            #expect(failure.rawValue.hasPrefix("ws-"))
            #expect(failure.description.utf8.count <= 123)
        }
        #expect(Set(Failure.allCases.map(\.description)).count == Failure.allCases.count)
    }
}
