import Foundation
import Support
import Testing

@testable import RoostClient

/// A file of its own, gone with the test.
final class Scratch {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("roost-\(UUID().uuidString)")
    var file: URL { folder.appendingPathComponent("file") }

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: folder) }
}

@Suite struct JournalTests {
    private static let records = (0..<5).map {
        Data("{\"number\":\($0),\"text\":\"\(String(repeating: "é", count: $0))\"}".utf8)
    }

    private func read(_ file: URL) throws -> [Data] { try Journal(file).found }

    @Test func `S6: whatever is cut off the end, the records before it are there, and the next one is well`() throws {
        let scratch = try Scratch()
        do {
            let journal = try Journal(scratch.file)
            for record in Self.records { try journal.append(record, isDurable: false) }
        }
        let whole = try Data(contentsOf: scratch.file)
        var ends: [Int] = []
        for (index, byte) in whole.enumerated() where byte == UInt8(ascii: "\n") { ends.append(index + 1) }
        #expect(ends.count == Self.records.count)
        for length in 0...whole.count {
            try whole.prefix(length).write(to: scratch.file)
            let count = ends.count { $0 <= length }
            do {
                let journal = try Journal(scratch.file)
                #expect(journal.found == Array(Self.records.prefix(count)) && journal.damaged == 0)
                try journal.append(Data("{}".utf8), isDurable: false)
            }
            #expect(try read(scratch.file) == Array(Self.records.prefix(count)) + [Data("{}".utf8)], "cut at \(length)")
        }
    }

    @Test func `S6: a byte that changed costs its own record and no other`() throws {
        let scratch = try Scratch()
        do {
            let journal = try Journal(scratch.file)
            for record in Self.records { try journal.append(record, isDurable: false) }
        }
        let whole = try Data(contentsOf: scratch.file)
        var random = SeededRandom(17)
        for _ in 0..<100 {
            var changed = whole
            changed[Int.random(in: 0..<whole.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            try changed.write(to: scratch.file)
            let journal = try Journal(scratch.file)
            // A line end that is gone takes two lines together; one that came divides one.
            #expect(journal.found.count >= Self.records.count - 2)
            #expect(journal.found.allSatisfy(Self.records.contains))
        }
    }

    @Test func `S6: a file is one owner's, and free when that is gone`() throws {
        let scratch = try Scratch()
        do {
            let journal = try Journal(scratch.file)
            #expect(throws: JournalFault.inUse) { try Journal(scratch.file) }
            try journal.append(Data("{}".utf8))
        }
        #expect(try read(scratch.file).count == 1)
    }

    @Test func `S6: what was written anew replaces what was there, and is appended to`() throws {
        let scratch = try Scratch()
        do {
            let journal = try Journal(scratch.file)
            for record in Self.records { try journal.append(record, isDurable: false) }
            try journal.replace(with: [Data("1".utf8)])
            try journal.append(Data("2".utf8))
            #expect(journal.bytes == (try Data(contentsOf: scratch.file)).count)
        }
        #expect(try read(scratch.file) == [Data("1".utf8), Data("2".utf8)])
    }

    @Test func `S6: the check sum is the one that zip files have`() {
        #expect(CheckSum.of(Data("123456789".utf8)) == 0xCBF4_3926)
        #expect(CheckSum.of(Data()) == 0)
    }
}
