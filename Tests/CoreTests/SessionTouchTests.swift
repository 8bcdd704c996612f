import Glibc
import Postgres
import Support
import Synchronization
import Testing

@testable import Console

extension OnCore {
    /// When sessions were last used, which decides when they end.
    @Suite struct SessionTouchTests {
        private final class Shut: Sendable {
            private let isOpen = Atomic(false)
            func open() { isOpen.store(true, ordering: .sequentiallyConsistent) }
            func wait() {
                for _ in 0..<30_000 where !isOpen.load(ordering: .sequentiallyConsistent) { usleep(1000) }
            }
        }

        @Test
        func `13.13: while slow downloads and jobs hold every connection of theirs, sessions go on being touched`()
            async throws
        {
            let installation = try TestInstallation()
            let tenant = try installation.makeTenant()
            let admin = try installation.makeAdmin(.owner, in: tenant)
            let began = Timestamp.now.adding(seconds: -600)
            let session = try installation.makeSession(admin.id, now: began)
            let pool = installation.database.pool(pages: 1, streams: 3)
            defer { pool.stop() }
            let shut = Shut()
            let holders = [Database.LaneName.downloads, .background].flatMap { lane in
                (0..<3).map { _ in Task { try await pool.perform(lane) { _ in shut.wait() } } }
            }
            try await Task.sleep(for: .milliseconds(200))
            let touches = SessionTouches(database: pool, logger: .silent)
            let now = Timestamp.now
            touches.note(session.id, at: now, stored: began)
            touches.note(admin.id, in: tenant.id, at: now, stored: nil)
            let start = ContinuousClock.now
            await touches.flush()
            #expect(ContinuousClock.now - start < .seconds(5))
            #expect(
                try installation.number(
                    "select count(*) as n from sessions where id = \(session.id) and last_used_at >= \(now)") == 1)
            #expect(
                try installation.number(
                    "select count(*) as n from memberships where admin_id = \(admin.id) and used_at >= \(now)") == 1)
            shut.open()
            for holder in holders { try await holder.value }
        }
    }
}
