import Files
import Scaffold
import Testing
import Time

@testable import Media

@Suite("Reading a file for sending")
struct PartReaderTests {
    private let scratch = Scratch()

    @Test(
        "gives its parts, which together are the file",
        arguments: [(0, 10, 1), (1, 10, 1), (10, 10, 1), (11, 10, 2), (100, 7, 15), (5, 0, 5), (3, -1, 3)])
    func parts(size: Int, partSize: Int, count: Int) throws {
        let bytes = (0..<size).map { UInt8($0) }
        let reader = try PartReader(try scratch.write("f", bytes), partSize: partSize)
        #expect(reader.count == count)
        #expect(reader.size == size)
        var all: [UInt8] = []
        for part in 0..<count {
            let before = all.count
            try reader.read(part, appendTo: &all)
            #expect(part == count - 1 || all.count - before == reader.partSize)
        }
        #expect(all == bytes)
    }

    @Test("gives a part again, and none that is not there")
    func again() throws {
        let reader = try PartReader(try scratch.write("f", Array("abcdef".utf8)), partSize: 4)
        var bytes: [UInt8] = []
        try reader.read(1, appendTo: &bytes)
        try reader.read(1, appendTo: &bytes)
        #expect(bytes == Array("efef".utf8))
        for part in [-1, 2, Int.max] { #expect(throws: FileFault.self) { try reader.read(part, appendTo: &bytes) } }
    }

    @Test("tells the type from the bytes")
    func type() throws {
        #expect(
            try PartReader(try scratch.write("x.png", Array("%PDF-1.4".utf8)), partSize: 4).type.mime
                == "application/pdf")
    }

    @Test("says when the file has changed under its hands")
    func changed() throws {
        let reader = try PartReader(try scratch.write("f", Array("abcdef".utf8)), partSize: 4)
        try scratch.write("f", Array("abc".utf8))
        var bytes: [UInt8] = []
        #expect(throws: FileFault.self) { try reader.read(0, appendTo: &bytes) }
        #expect(throws: FileFault.self) { try PartReader(scratch.path + "/none", partSize: 4) }
        #expect(throws: FileFault.self) { try PartReader(scratch.path, partSize: 4) }
    }
}

@Suite("The header of a WAV file")
struct WaveHeaderTests {
    private let scratch = Scratch()

    private static func bytes(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func chunk(_ name: String, _ body: [UInt8], length: Int? = nil) -> [UInt8] {
        Array(name.utf8) + bytes(length ?? body.count, 4) + body + (body.count % 2 == 1 ? [0] : [])
    }

    private static func format(_ format: Int = 1, channels: Int = 1, rate: Int = 16_000, frame: Int = 2, bits: Int = 16)
        -> [UInt8]
    {
        chunk(
            "fmt ",
            bytes(format, 2) + bytes(channels, 2) + bytes(rate, 4) + bytes(rate * frame, 4) + bytes(frame, 2)
                + bytes(bits, 2))
    }

    private func read(_ chunks: [UInt8], riff: String = "RIFF", wave: String = "WAVE") throws -> WaveHeader {
        let all = Array(riff.utf8) + Self.bytes(chunks.count + 4, 4) + Array(wave.utf8) + chunks
        return try WaveHeader(path: try scratch.write("f", all))
    }

    private func fault(_ chunks: [UInt8], riff: String = "RIFF", wave: String = "WAVE") -> WaveHeader.Fault? {
        do {
            _ = try read(chunks, riff: riff, wave: wave)
            return nil
        } catch { return error as? WaveHeader.Fault }
    }

    @Test("says the rate and the length")
    func sound() throws {
        let header = try read(Self.format() + Self.chunk("data", [UInt8](repeating: 0, count: 48_000)))
        #expect(header.sampleRate == 16_000)
        #expect(header.channels == 1)
        #expect(header.bitsPerSample == 16)
        #expect(header.length == .milliseconds(1500))
    }

    @Test("is found behind other chunks, of odd lengths too")
    func chunks() throws {
        let header = try read(
            Self.chunk("LIST", [1, 2, 3]) + Self.format(channels: 2, rate: 8000, frame: 4) + Self.chunk("fact", [0])
                + Self.chunk("data", [UInt8](repeating: 0, count: 32)))
        #expect(header.length == .milliseconds(1))
    }

    @Test("whose length is not known takes what is there", arguments: [0, 0xFFFF_FFFF, 9999])
    func streamed(length: Int) throws {
        #expect(
            try read(Self.format() + Self.chunk("data", [UInt8](repeating: 0, count: 320), length: length)).dataSize
                == 320)
    }

    @Test("that is none, or not whole, or cannot be, is a fault")
    func faults() {
        let data = Self.chunk("data", [0, 0])
        #expect(fault(Self.format() + data, riff: "RIFX") == .notWave)
        #expect(fault(Self.format() + data, wave: "AVI ") == .notWave)
        #expect(fault([]) == .incomplete)
        #expect(fault(data) == .incomplete)
        #expect(fault(Self.format()) == .incomplete)
        #expect(fault(Self.chunk("fmt ", [1, 0]) + data) == .incomplete)
        #expect(fault(Self.format(channels: 0) + data) == .unsound)
        #expect(fault(Self.format(rate: 0) + data) == .unsound)
        #expect(fault(Self.format(frame: 0) + data) == .unsound)
        #expect(fault(Self.format(frame: 3) + data) == .unsound)
        #expect(fault(Self.chunk("LIST", [], length: 0xFFFF_FFFF) + data) == .incomplete)
        #expect(fault([UInt8](repeating: 0, count: 8 * 100)) == .incomplete)
        #expect(WaveHeader.Fault.notWave.description == "it is not a WAV file")
    }
}
