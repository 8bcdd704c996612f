import Foundation
import Images
import Postgres
import Sheets
import Support
import Testing
import Web

@testable import Console
@testable import Core
@testable import Sandbox

/// 13.9 and 13.12: strangers' files are read in a process that can reach nothing, and whose end is no more than a message.
@Suite(.serialized) struct ConfinedReadingTests {
    private let drawing = Array(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><path d=\"M0 0\"/></svg>".utf8)

    private func reading(_ program: ConfinedProgram = .built) -> ConfinedReading {
        ConfinedReading(program, logger: .silent)
    }

    /// A sheet of so many rows, which its own writer makes.
    private func workbook(rows: Int) -> [UInt8] {
        let writer = SheetFormat.xlsx.writer(name: "Rows")
        writer.begin(columns: [SheetColumn(id: "a", title: "A"), SheetColumn(id: "b", title: "B")])
        for number in 0..<rows {
            writer.text("row \(number)")
            writer.text("Zoë \(number)")
            writer.endRow()
        }
        writer.finish()
        return writer.take()
    }

    @Test func `a picture and a workbook come out of it as they would from a reader at home`() async throws {
        let image = try await reading().image(drawing, .icon)
        #expect(try image.get() == ImageReader.check(drawing))
        let refused = try await reading().image(Array("no picture".utf8), .icon)
        #expect(refused == .failure(.notAnImage))
        let file = workbook(rows: 3000)
        let (far, near) = (try reading().workbook(file), try XLSXReader(file))
        while let row = try near.next() { #expect(try far.next() == row) }
        #expect(try far.next() == nil)
        #expect(throws: SheetProblem(.notWorkbook)) { try reading().workbook([1, 2, 3]).next() }
    }

    @Test
    func `13.9: it has no privileges to gain, its system calls are filtered, and it has no file but its one socket`()
        throws
    {
        // It waits until somebody takes its rows: time to look at it.
        let child = try ConfinedChild(
            .built, [ConfinedReading.workbook, "268435456", "60", "40000000", "0", "0", "100"],
            input: workbook(rows: 100_000),
            within: .piece(seconds: 30))
        #expect(try !child.read().isEmpty)
        let status = try text("/proc/\(child.process)/status")
        #expect(status.contains("NoNewPrivs:\t1") && status.contains("Seccomp:\t2") && status.contains("Threads:\t1"))
        let limits = try text("/proc/\(child.process)/limits")
        for line in [/Max open files +3 +3/, /Max core file size +0 +0/, /Max cpu time +60 +60/, /Max file size +0 +0/]
        {
            #expect(limits.contains(line))
        }
        #expect(!limits.contains(/Max address space +unlimited/))
        #expect(try text("/proc/\(child.process)/oom_score_adj") == "1000\n")
        let environment = try text("/proc/\(child.process)/environ")
        #expect(!environment.contains("DATABASE") && !environment.contains("ROOST"))
    }

    #if DEBUG
        /// For a file that comes whole, and for one that comes piece by piece.
        @Test(arguments: ["whole", "pieces"])
        func `13.9: whatever it has no use for ends it: files, networks, processes, other input and output, code`(
            manner: String
        ) throws {
            func start(_ act: String) throws -> ConfinedChild {
                try ConfinedChild(
                    .built, [ConfinedReading.trespass, act, manner], input: [], within: .whole(seconds: 20))
            }
            for act in ["open", "connect", "spawn", "kill", "read", "write", "execute"] {
                let child = try start(act)
                #expect(throws: ConfinedProblem.ended(128 + SIGSYS), "\(act)") { try child.read() }
            }
            // Who does none of it comes to its end.
            #expect(try start("nothing").answer(upTo: 16) == [1])
        }
    #endif

    @Test func `13.9: a reader that ends, is killed, or is out of memory or time is a message and no more`()
        async throws
    {
        let none = reading(ConfinedProgram(path: "/bin/false"))
        #expect(try await none.image(drawing, .icon) == .failure(.unreadable))
        #expect(throws: SheetProblem(.unreadable)) { try none.workbook(workbook(rows: 2)).next() }
        let missing = reading(ConfinedProgram(path: "/nowhere/roost"))
        #expect(try await missing.image(drawing, .icon) == .failure(.unreadable))
        let file = workbook(rows: 200_000)
        let killed = try ConfinedChild(
            .built, [ConfinedReading.workbook, "268435456", "60", "40000000", "0", "0", "100"], input: file,
            within: .piece(seconds: 30))
        kill(killed.process, SIGKILL)
        #expect(throws: ConfinedProblem.ended(137)) { while try !killed.read().isEmpty {} }
        // The file alone is longer than what it may have.
        let poor = try ConfinedChild(
            .built, [ConfinedReading.workbook, "1048576", "60", "40000000", "0", "0", "100"], input: file,
            within: .piece(seconds: 30))
        #expect(throws: ConfinedProblem.self) { while try !poor.read().isEmpty {} }
        let late = try ConfinedChild(ConfinedProgram(path: "/bin/sleep"), ["30"], input: [], within: .whole(seconds: 1))
        #expect(throws: ConfinedProblem.silent) { try late.read() }
    }

    @Test func `13.12: files of apps' users never keep an admin waiting`() async throws {
        let reading = reading()
        let release = DispatchSemaphore(value: 0)
        async let held: Void = reading.atOnce(from: .user) { release.wait() }
        // Behind the first one wait others, and all the same an admin's file is read.
        async let behind: Void = reading.atOnce(from: .user) {}
        #expect(try await reading.atOnce { 7 } == 7)
        #expect(try await reading.image(drawing, .icon).get() == ImageReader.check(drawing))
        release.signal()
        try await held
        try await behind
    }

    private func stream() throws -> ConfinedChild {
        try ConfinedChild(
            .built, [ConfinedReading.stream, "fitness.activities", "gpx", "134217728", "60"],
            within: .piece(seconds: 30))
    }

    @Test func `FI11: a file that comes piece by piece is read under the same limits, and answered while it comes`()
        throws
    {
        let child = try stream()
        let track = Array(
            "<trk><trkseg><trkpt lat=\"1\" lon=\"1\"><time>2024-05-01T04:30:00Z</time></trkpt><trkpt lat=\"1\" lon=\"1\"><time>2024-05-01T05:30:00Z</time></trkpt></trkseg></trk>"
                .utf8)
        var answered = try child.exchange(Array("<gpx>".utf8))
        // More than either side's buffer holds, both ways: neither waits for the other.
        for _ in 0..<200 { answered += try child.exchange(Array((0..<200).map { _ in track }.joined())) }
        #expect(!answered.isEmpty)
        let status = try text("/proc/\(child.process)/status")
        #expect(status.contains("NoNewPrivs:\t1") && status.contains("Seccomp:\t2") && status.contains("Threads:\t1"))
        #expect(try text("/proc/\(child.process)/limits").contains(/Max open files +3 +3/))
        answered += try child.exchange(Array("</gpx>".utf8))
        child.endInput()
        answered += try child.answer(upTo: 16 << 20)
        let lines = String(decoding: answered, as: UTF8.self).split(separator: "\n")
        #expect(lines.count == 40_001 && lines.last == "E 0")
        #expect(Set(lines.dropLast()) == ["A other 1714537800000000 3600 - 0 - -"])
    }

    @Test func `FI11: a reader of pieces that is killed, or is none, is a message and no more`() throws {
        let killed = try stream()
        kill(killed.process, SIGKILL)
        #expect(throws: ConfinedProblem.self) {
            while true { _ = try killed.exchange([UInt8](repeating: 32, count: 100_000)) }
        }
        let none = try ConfinedChild(
            .built, [ConfinedReading.stream, "nobody.knows", "gpx", "134217728", "60"], within: .piece(seconds: 30))
        none.endInput()
        #expect(throws: ConfinedProblem.self) { try none.read() }
    }

    @Test func `a picture of 24 megapixels fits into what its reader may have`() async throws {
        // As short as a PNG of one colour is; its pixels are 100 MB.
        let image = try await reading().image(grey(6000, 4000), .icon)
        #expect(try image.get().width == 512)
    }

    private func grey(_ width: Int, _ height: Int) throws -> [UInt8] {
        let python = Process()
        python.executableURL = URL(filePath: "/usr/bin/env")
        python.arguments = [
            "python3", "-c",
            """
            import struct, sys, zlib
            def chunk(name, data): return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
            rows = zlib.compress((b"\\0" + b"\\x80" * 3 * \(width)) * \(height))
            sys.stdout.buffer.write(b"\\x89PNG\\r\\n\\x1a\\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", \(width), \(height), 8, 2, 0, 0, 0)) + chunk(b"IDAT", rows) + chunk(b"IEND", b""))
            """,
        ]
        let pipe = Pipe()
        python.standardOutput = pipe
        try python.run()
        let bytes = Array(pipe.fileHandleForReading.readDataToEndOfFile())
        python.waitUntilExit()
        return bytes
    }

    private func text(_ path: String) throws -> String {
        let file = try #require(fopen(path, "r"))
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        return String(decoding: bytes[..<fread(&bytes, 1, bytes.count, file)], as: UTF8.self)
    }
}
