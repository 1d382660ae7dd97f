import Address
import CSystem
import Drive
import Net
import WebSocket

// What a run needs of this machine, worked out and held against its limits before the first connection: a run that ends
// for want of descriptors or ports in its middle has measured nothing.

/// What this machine can give to a run.
struct Machine {
    var cores: Int
    /// Descriptors that one process may have (the hard limit; the soft one is raised to it).
    var descriptors: Int
    /// Ports that connections may go out from, on each source address.
    var ports: Int

    static func current() -> Machine {
        var limit = rlimit()
        let isKnown = system_descriptor_limit(&limit) == 0
        let range = ProcFile.numbers("/proc/sys/net/ipv4/ip_local_port_range")
        return Machine(
            cores: max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))),
            descriptors: isKnown ? Int(clamping: limit.rlim_max) : 1024,
            ports: range.count == 2 ? max(0, range[1] - range[0] + 1) : 28_232)
    }
}

/// How a run is laid out on a machine.
struct Capacity: Equatable {
    /// Worker processes.
    var workers: Int
    /// Devices of the worker that has most, and the descriptors that it needs for them.
    var devicesAWorker: Int
    var descriptorsAWorker: Int
    /// Where connections go out from; empty: the system's choice.
    var sources: [String]
    /// Connections to one server address that the sources have ports for.
    var ports: Int

    /// What a process has open beside its connections: the loop, pipes, a few files.
    static let spare = 64
    /// What the first process has open for each worker: two pipes, its word and its life.
    static let perWorker = 4

    /// Lays a run out.
    /// - Parameters:
    ///   - devices: of this machine.
    ///   - workers: as asked for; nil: a core each, or more where descriptors demand it.
    ///   - server: all go there, as far as it is known.
    /// - Throws: `badConfiguration`: what the machine lacks, and what helps.
    init(
        devices: Int, workers wanted: Int?, sources given: [String], server: IPAddress?, machine: Machine
    ) throws(ExitFault) {
        let most = machine.descriptors - Capacity.spare
        guard most > 0 else {
            throw ExitFault(
                .badConfiguration, "a process may have \(machine.descriptors) descriptors open: too few for any device",
                hint: "ulimit -Hn, or LimitNOFILE= of the service")
        }
        let least = (devices + most - 1) / most
        workers = wanted ?? max(least, min(machine.cores, (devices + 999) / 1000))
        workers = max(1, min(workers, devices))
        devicesAWorker = (devices + workers - 1) / workers
        descriptorsAWorker = devicesAWorker + Capacity.spare
        guard devicesAWorker <= most else {
            throw ExitFault(
                .badConfiguration,
                "\(devicesAWorker) devices in a worker need \(descriptorsAWorker) descriptors, and a process may have \(machine.descriptors)",
                hint: "--workers \(least) or more, or a higher limit (ulimit -Hn)")
        }
        let parent = workers * Capacity.perWorker + Capacity.spare
        guard workers == 1 || parent <= machine.descriptors else {
            throw ExitFault(
                .badConfiguration,
                "\(workers) worker processes need \(parent) descriptors in the first one, and a process may have \(machine.descriptors)",
                hint: "a higher limit (ulimit -Hn)" + (wanted == nil ? "" : ", or fewer --workers"))
        }
        sources = given
        // A fifth is left for what else runs here, and for connections that are in TIME_WAIT.
        let usable = machine.ports * 4 / 5
        ports = usable * max(1, given.count)
        // The kernel takes ports of one parity first: once half of an address's ports are used up, each further connection
        // looks through all of them, and connecting slows down a hundredfold. So an address is used for less than that,
        // where there are more: every address of 127/8 is this machine's.
        let comfortable = max(1, machine.ports * 2 / 5)
        if given.isEmpty, devices > comfortable, let server, server.isLoopback, server.family == .v4 {
            let count = (devices + comfortable - 1) / comfortable
            sources = (0..<count).map { "127.0.\(1 + $0 / 250).\(1 + $0 % 250)" }
            ports = usable * count
        }
        guard devices <= ports else {
            throw ExitFault(
                .badConfiguration,
                "\(devices) connections to one server need as many ports, and \(max(1, given.count)) source address\(given.count > 1 ? "es have" : " has") \(ports) to give",
                hint: "--sources with more addresses of this machine, or a wider net.ipv4.ip_local_port_range")
        }
    }
}
