import Support
import Testing

@testable import Postgres

/// Nobody holds all connections of a lane, however many calls they have and however long those take.
extension OnPostgres {
    @Suite struct HolderTests {
        private static let database = Result { try TestDatabase.make() }
        let database: TestDatabase

        init() throws { database = try Self.database.get() }

        private static let kinds: [Holder] = [
            .user(.make(), of: .make()), .key([1]), .session([1]), .admin(.make()), .tenant(.make()),
            .network("192.0.2.1"),
        ]

        @Test func `S3: however many connections there are, one stays for others, and two things go on at once`() {
            for connections in 2...128 {
                for holder in Self.kinds {
                    let most = holder.most(of: connections)
                    #expect((min(2, connections - 1)..<connections).contains(most), "\(holder) of \(connections)")
                }
            }
        }

        @Test(arguments: kinds)
        func `S3: what is over a holder's share waits while others pass it, and runs when the holder's own has ended`(
            _ holder: Holder
        ) async throws {
            let pool = database.pool()
            defer { pool.stop() }
            let (running, done) = (Counter(), Gate())
            let calls = (0..<16).map { _ in
                Task {
                    try await pool.perform(for: [holder]) { _ in
                        running.add()
                        done.wait()
                    }
                }
            }
            let share = holder.most(of: 4)
            #expect(try await eventually { running.value == share && pool.load.waiting == 16 - share })
            for _ in 0..<10 { try await pool.perform(for: [.network("198.51.100.7")]) { _ in } }
            try await pool.perform { _ in }
            #expect(running.value == share)
            done.open()
            for call in calls { try await call.value }
            #expect(running.value == 16)
        }

        @Test func `S3: users who fill their tenant's share leave a connection to the other tenants`() async throws {
            let pool = database.pool()
            defer { pool.stop() }
            let tenant = ID.make()
            let (running, done) = (Counter(), Gate())
            let calls = (0..<16).map { _ in
                Task {
                    try await pool.perform(for: [.user(.make(), of: tenant), .tenant(tenant)]) { _ in
                        running.add()
                        done.wait()
                    }
                }
            }
            #expect(try await eventually { running.value == 3 })
            try await pool.perform(for: [.tenant(.make())]) { _ in }
            #expect(running.value == 3)
            done.open()
            for call in calls { try await call.value }
        }

        @Test func `S3: who waits for their own calls only is told so, not that the server is busy`() async throws {
            var settings = database.settings(waitLimitMilliseconds: 300)
            settings.queueLimit = 8
            let pool = Database(settings, logger: .silent)
            defer { pool.stop() }
            let user = Holder.user(.make(), of: .make())
            let (running, done) = (Counter(), Gate())
            let held = (0..<2).map { _ in
                Task {
                    try await pool.perform(for: [user]) { _ in
                        running.add()
                        done.wait()
                    }
                }
            }
            #expect(try await eventually { running.value == 2 })
            // Two may wait; a third is refused at once, and leaves the queue's other places to others.
            let late = (0..<3).map { _ in
                Task { await #expect(throws: DatabaseError.self) { try await pool.perform(for: [user]) { _ in } } }
            }
            for task in late { #expect(await task.value?.isShareInUse == true) }
            try await pool.perform(for: [.network("192.0.2.9")]) { _ in }
            done.open()
            for task in held { try await task.value }
            try await pool.perform(for: [user]) { _ in }
        }
    }
}

extension DatabaseError {
    fileprivate var isShareInUse: Bool { if case .shareInUse = self { true } else { false } }
}
