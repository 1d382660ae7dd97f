import Address
import Drive
import Net
import Testing

@testable import Load

@Suite("What a run takes of a machine")
struct CapacityTests {
    private let machine = Machine(cores: 2, descriptors: 20_000, ports: 28_000)

    private func capacity(_ devices: Int, workers: Int? = nil, sources: [String] = [], server: String? = "127.0.0.1")
        throws -> Capacity
    {
        try Capacity(
            devices: devices, workers: workers, sources: sources, server: server.flatMap { IPAddress($0) },
            machine: machine)
    }

    private func fault(_ body: () throws -> Capacity) -> String {
        do {
            _ = try body()
            return "none"
        } catch let fault as ExitFault {
            return "\(fault.code.rawValue): \(fault.message) [\(fault.hint ?? "")]"
        } catch { return "\(error)" }
    }

    @Test("few devices need one process, many a core each, and more where descriptors demand it")
    func workers() throws {
        #expect(try capacity(1).workers == 1)
        #expect(try capacity(1000).workers == 1)
        #expect(try capacity(1001).workers == 2)
        #expect(try capacity(20_000).workers == 2)
        #expect(try capacity(50_000).workers == 3)
        #expect(try capacity(3, workers: 5).workers == 3)
    }

    @Test("where the ports of one loopback address run out, more of them are taken")
    func sources() throws {
        #expect(try capacity(11_200).sources == [])
        #expect(try capacity(11_201).sources == ["127.0.1.1", "127.0.1.2"])
        #expect(try capacity(100_000).sources.count == 9)
        #expect(try capacity(100_000).ports == 201_600)
        #expect(try capacity(5_700_000, workers: 300).sources.last == "127.0.3.9")
        #expect(try capacity(30_000, sources: ["127.0.0.2", "127.0.0.3"]).sources == ["127.0.0.2", "127.0.0.3"])
    }

    @Test("what the machine lacks is said before anything begins, with what helps")
    func faults() {
        #expect(
            fault { try capacity(50_000, workers: 2) }
                == "78: 25000 devices in a worker need 25064 descriptors, and a process may have 20000 [--workers 3 or more, or a higher limit (ulimit -Hn)]"
        )
        #expect(
            fault { try capacity(30_000, server: "192.0.2.1") }
                == "78: 30000 connections to one server need as many ports, and 1 source address has 22400 to give [--sources with more addresses of this machine, or a wider net.ipv4.ip_local_port_range]"
        )
        #expect(
            fault { try capacity(50_000, sources: ["127.0.0.2", "127.0.0.3"]) }
                == "78: 50000 connections to one server need as many ports, and 2 source addresses have 44800 to give [--sources with more addresses of this machine, or a wider net.ipv4.ip_local_port_range]"
        )
    }

    @Test("the first process has descriptors for all workers")
    func parent() throws {
        let small = Machine(cores: 2, descriptors: 80, ports: 28_000)
        func capacity(_ devices: Int, workers: Int?) throws -> Capacity {
            try Capacity(devices: devices, workers: workers, sources: [], server: nil, machine: small)
        }
        #expect(try capacity(64, workers: nil).workers == 4)
        #expect(
            fault { try capacity(500, workers: nil) }
                == "78: 32 worker processes need 192 descriptors in the first one, and a process may have 80 [a higher limit (ulimit -Hn)]"
        )
        #expect(
            fault { try capacity(64, workers: 5) }
                == "78: 5 worker processes need 84 descriptors in the first one, and a process may have 80 [a higher limit (ulimit -Hn), or fewer --workers]"
        )
    }

    @Test("the machine is asked for real")
    func current() {
        let machine = Machine.current()
        #expect(machine.cores >= 1)
        #expect(machine.descriptors > 64)
        #expect(machine.ports > 0)
    }
}
