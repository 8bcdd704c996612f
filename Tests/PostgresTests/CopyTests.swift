import Glibc
import Support
import Testing

@testable import Postgres

extension OnPostgres {
    @Suite struct CopyTests {
        private static let database = Result { try TestDatabase.make() }
        let database: TestDatabase

        init() throws { database = try Self.database.get() }

        /// The fields of the rows of a COPY in binary format, all of them text.
        private func texts(_ sql: SQL, on connection: Connection) throws -> [[String?]] {
            var all: [UInt8] = []
            try connection.copyOut(sql) { all += $0 }
            #expect(all.starts(with: Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0]))
            var at = 19
            func number<T: FixedWidthInteger>(_ type: T.Type) -> T {
                defer { at += MemoryLayout<T>.size }
                return all.withUnsafeBytes { T(bigEndian: $0.loadUnaligned(fromByteOffset: at, as: T.self)) }
            }
            var rows: [[String?]] = []
            while case let fields = number(Int16.self), fields >= 0 {
                rows.append(
                    (0..<fields).map { _ in
                        let size = Int(number(Int32.self))
                        guard size >= 0 else { return nil }
                        defer { at += size }
                        return String(decoding: all[at..<at + size], as: UTF8.self)
                    })
            }
            #expect(at == all.count)
            return rows
        }

        @Test func `every value that may stand in a COPY arrives as itself`() throws {
            let connection = try database.connection()
            let evil = "it's \\ \"x\" $1 '; drop table users; -- \n\t علی 👩‍👩‍👧"
            let id = ID.make()
            let time = Timestamp(microseconds: 1_763_700_000_123_456)
            #expect(
                try texts(
                    """
                    select \(evil), \(String?.none), \(-7)::text, \(Int64.min)::text, \(Int?.none)::text, \(true)::text, \(Bool?.none)::text, \(id)::text,
                        \(ID?.none)::text, (extract(epoch from \(time)) * 1000000)::bigint::text, \(Timestamp?.none)::text,
                        \(1.5)::text, \(Double?.none)::text, array_to_string(\([id, id]), ' '), array_to_string(\([ID]()), ' '),
                        array_to_string(\([evil, "", "b"]), '|'), \(""),
                        array_to_string(\([-7, Int64.min, .max]), ' '), array_to_string(\([Int64]()), ' ')
                    """, on: connection) == [
                        [
                            evil, nil, "-7", "-9223372036854775808", nil, "true", nil, id.description, nil,
                            "1763700000123456", nil, "1.5", nil,
                            "\(id) \(id)", "", "\(evil)||b", "",
                            "-7 -9223372036854775808 9223372036854775807", "",
                        ]
                    ])
        }

        @Test func `values of other types are refused before anything is sent`() throws {
            let connection = try database.connection()
            for sql in ["select \([UInt8(1)])", "select \([Timestamp.now])"] as [SQL] {
                #expect(
                    #expect(throws: DatabaseError.self) { try connection.copyOut(sql) { _ in } }?.isDecoding == true)
                #expect(connection.isClean)
                #expect(try connection.send("select 1::bigint as n").rows().first?.int("n") == 1)
            }
        }

        @Test func `rows arrive in order, and the connection goes on as before`() throws {
            let connection = try database.connection()
            try connection.inTenant(.make(), .snapshot) { tx in
                _ = try tx.send("select 1 as one")
                let rows = try texts("select number::text from generate_series(1, 5000) as number", on: connection)
                #expect(rows.map { $0[0] } == (1...5000).map { "\($0)" })
                let two = try tx.first("select 2::bigint as n")?.int("n")
                #expect(two == 2)
            }
            #expect(connection.settle())
        }

        @Test func `an error before the first row and one in the middle are reported, and the connection can be used`()
            throws
        {
            let connection = try database.connection()
            let early = #expect(throws: DatabaseError.self) {
                try connection.copyOut("select nothing from nowhere") { _ in }
            }
            #expect(early?.sqlState == "42P01")
            var rows = 0
            let late = #expect(throws: DatabaseError.self) {
                try connection.copyOut("select 1 / (5000 - number) from generate_series(1, 6000) as number") { _ in
                    rows += 1
                }
            }
            #expect(late?.sqlState == "22012")
            #expect(rows > 1000)
            #expect(try connection.send("select 1::bigint as n").rows().first?.int("n") == 1)
        }

        private func stream(_ pool: Database, into pipe: ChunkPipe) -> Task<Void, any Error> {
            Task {
                try await pool.perform(.downloads) { connection in
                    try connection.inTenant(.make(), .snapshot) { _ in
                        try connection.copyOut("select repeat('x', 1000) from generate_series(1, 2000000)") {
                            try pipe.send(Array($0))
                        }
                    }
                }
            }
        }

        private func running() throws -> Int {
            let superuser = try database.connection(.superuser)
            return try superuser.send(
                "select count(*) as n from pg_stat_activity where datname = current_database() and query like 'copy (%' and state = 'active'"
            ).rows().first?.int("n") ?? -1
        }

        @Test func `a reader that never reads ends the query after the limit`() async throws {
            let pool = database.pool(streams: 1)
            defer { pool.stop() }
            let pipe = ChunkPipe(
                capacity: 2000, pace: ReaderPace(bytesPerSecond: 16_384, grace: .milliseconds(300)))
            let waited = await seconds {
                let error = await #expect(throws: DatabaseError.self) { try await stream(pool, into: pipe).value }
                #expect(error?.isReaderGone == true)
            }
            #expect((0.25...8).contains(waited))
            #expect(try await eventually { try running() == 0 })
            let usable = try await pool.perform(.downloads) {
                try $0.send("select 1::bigint as n").rows().first?.int("n")
            }
            #expect(usable == 1)
        }

        @Test func `a reader that goes away cancels the query`() async throws {
            let pool = database.pool(streams: 1)
            defer { pool.stop() }
            let pipe = ChunkPipe(capacity: 2000)
            let work = stream(pool, into: pipe)
            var chunks = 0
            for try await _ in pipe {
                chunks += 1
                if chunks == 10 { break }
            }
            #expect(try running() == 1)
            pipe.abandon()
            let error = await #expect(throws: DatabaseError.self) { try await work.value }
            #expect(error?.isReaderGone == true)
            #expect(try await eventually { try running() == 0 })
        }

        @Test func `a reader whose task is cancelled lets go at once`() async throws {
            let pool = database.pool(streams: 1)
            defer { pool.stop() }
            let pipe = ChunkPipe(capacity: 2000)
            let work = stream(pool, into: pipe)
            let reader = Task { for try await _ in pipe {} }
            #expect(try await eventually { try running() == 1 })
            reader.cancel()
            await #expect(throws: CancellationError.self) { try await reader.value }
            await #expect(throws: DatabaseError.self) { try await work.value }
        }

        @Test func `the producer waits for the reader: no more than a few chunks are ever held`() async throws {
            let pipe = ChunkPipe(capacity: 3)
            let sent = Counter()
            startThread(named: "producer") {
                for number in 0..<100 {
                    guard (try? pipe.send([UInt8(number)])) != nil else { return }
                    sent.add()
                }
                pipe.finish(.success(()))
            }
            #expect(try await eventually { sent.value == 3 })
            try await Task.sleep(for: .milliseconds(100))
            #expect(sent.value == 3)
            var got: [UInt8] = []
            for try await chunk in pipe { got += chunk }
            #expect(got == Array(0..<100))
        }
    }
}
