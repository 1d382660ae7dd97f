/// What the generator needed, and whether it was the bottleneck itself.
public struct GeneratorRecord: Hashable, Sendable {
    /// The program's version.
    public var version: String
    /// Worker processes, over all machines.
    public var workers: Int
    /// Cores of the machines.
    public var cores: Int
    /// Seconds of CPU, user and system together.
    public var cpuSeconds: Double
    /// The largest resident memory of all workers together, in bytes.
    public var memory: Int
    /// What of it they had before the first device.
    public var memoryBase: Int
    /// How late the loops came to their timers, in microseconds.
    public var loopLag: Histogram
    /// Why the run proves nothing about the server; empty where the generator kept up.
    public var bottleneck: [String]

    public init(
        version: String = "", workers: Int = 1, cores: Int = 1, cpuSeconds: Double = 0, memory: Int = 0,
        memoryBase: Int = 0, loopLag: Histogram = Histogram(), bottleneck: [String] = []
    ) {
        self.version = version
        self.workers = workers
        self.cores = cores
        self.cpuSeconds = cpuSeconds
        self.memory = memory
        self.memoryBase = memoryBase
        self.loopLag = loopLag
        self.bottleneck = bottleneck
    }

    /// - Parameter sameMachine: both ran on the same cores.
    mutating func merge(_ other: GeneratorRecord, sameMachine: Bool) {
        if version.isEmpty { version = other.version }
        workers.add(other.workers)
        cores = sameMachine ? Swift.max(cores, other.cores) : cores.adding(other.cores)
        cpuSeconds += other.cpuSeconds
        memory.add(other.memory)
        memoryBase.add(other.memoryBase)
        loopLag.merge(other.loopLag)
        for reason in other.bottleneck where !bottleneck.contains(reason) { bottleneck.append(reason) }
    }
}
