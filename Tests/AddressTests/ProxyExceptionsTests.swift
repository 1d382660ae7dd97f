import Testing

@testable import Address

@Suite("Hosts that go without a proxy")
struct ProxyExceptionsTests {
    @Test(
        "are named by name, by what they are under, by port, address or network",
        arguments: [
            ("a.test", "a.test", 80, true), ("a.test", "b.a.test", 80, true), (".a.test", "b.a.test", 80, true),
            ("a.test", "ba.test", 80, false), ("*.a.test", "b.a.test", 80, true), ("A.TEST", "a.test", 80, true),
            ("*.a.test", "a.test", 80, true), ("*.a.test", "ba.test", 80, false),
            ("*.a.test:81", "b.a.test", 80, false), ("*.A.test.:80", "b.a.test.", 80, true),
            ("*", "a.test", 80, true), ("*", "10.1.2.3", 80, true), ("*", "fd12::1", 80, true),
            ("*:80", "a.test", 80, true), ("*:81", "a.test", 80, false), ("*.", "a.test", 80, false),
            ("*test", "a.test", 80, false), ("b.*", "b.a.test", 80, false), ("*.2.3", "10.1.2.3", 80, false),
            ("x.test, a.test", "a.test", 80, true), ("a.test:81", "a.test", 80, false),
            ("a.test:80", "A.test.", 80, true),
            ("10.1.2.3", "10.1.2.3", 80, true), ("10.0.0.0/8", "10.1.2.3", 80, true),
            ("10.1.0.0/8", "10.9.2.3", 80, true),
            ("10.0.0.0/16", "10.1.2.3", 80, false), ("10.0.0.0/8", "a.test", 80, false),
            ("10.0.0.0/x", "10.1.2.3", 80, false),
            ("10.0.0.0/64", "10.0.0.0", 80, false), ("fd00::/8", "fd12::1", 80, true),
            ("[fd12::1]:80", "fd12::1", 80, true),
            ("[fd12::1]:81", "fd12::1", 80, false), ("fd12::1", "[FD12::1]", 80, true),
            ("10.1.2.3:80", "10.1.2.3", 80, true),
            (".", "a.test", 80, false), ("2.3", "10.1.2.3", 80, false), ("", "a.test", 80, false),
            ("a:b:c", "a", 80, false),
        ])
    func entries(list: String, host: String, port: Int, isCovered: Bool) {
        #expect(ProxyExceptions(list).covers(host: host, port: port) == isCovered)
    }

    @Test(
        "are always this machine",
        arguments: ["localhost", "LOCALHOST.", "a.localhost", "127.0.0.1", "127.9.9.9", "::1", "[::1]"])
    func loopback(host: String) { #expect(ProxyExceptions("").covers(host: host, port: 80)) }
}
