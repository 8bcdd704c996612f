import Crypto
import Postgres
import Support
import Testing

@testable import Console
@testable import Core

extension OnCore {
    /// Ends of trails that somebody removed past Roost, and copies of the database that are older than its checkpoints.
    @Suite struct RecededTrailTests {
        private let key = Curve25519.Signing.PrivateKey()
        private let installation: TestInstallation
        private let tenant: Tenant

        init() throws {
            installation = try TestInstallation()
            tenant = try installation.makeTenant()
        }

        private func append(_ events: Int) throws {
            try installation.database.connection().inTenant(tenant.id) { [tenant] tx in
                for _ in 0..<events {
                    try installation.trail.append(
                        AuditEvent(.userViewed, on: .user, .make()), by: .script("t", in: tenant), in: tx)
                }
            }
        }

        /// With triggers off, as a superuser can.
        private func cut(_ statements: [SQL]) throws {
            let attacker = try installation.database.connection(.superuser)
            _ = try attacker.send("set session_replication_role = replica").rows()
            for statement in statements { _ = try attacker.send(statement).rows() }
        }

        private var toThree: [SQL] {
            [
                "delete from audit_events where tenant_id = \(tenant.id) and sequence > 3",
                "update audit_heads set (sequence, hash) = (select sequence, hash from audit_events where tenant_id = \(tenant.id) and sequence = 3) where tenant_id = \(tenant.id)",
            ]
        }

        @Test func `13.18: a trail whose end and head were put back is seen at the next checkpoint and after a start`()
            async throws
        {
            let directory = TestCluster.ownDirectory("receded")
            defer { TestCluster.remove(directory) }
            let outside = CheckpointsAcrossTenants(place: .directory(directory), key: key)
            let connection = try installation.database.connection()
            #expect(outside.reached().isEmpty)
            try append(5)
            let before = try outside.moved(connection, now: .now, known: [:])
            #expect(try await outside.place.keep(before.lines, at: .now))
            #expect(before.heads[tenant.id] == 5)
            #expect(outside.reached() == before.heads)
            #expect(CheckpointsAcrossTenants.receded(before.heads, behind: outside.reached()).isEmpty)

            try cut(toThree)
            let after = try outside.moved(connection, now: .now, known: before.heads)
            let receded = [CheckpointsAcrossTenants.Receded(tenant: tenant.id, last: 3, reached: 5)]
            #expect(CheckpointsAcrossTenants.receded(after.heads, behind: before.heads) == receded)
            // The checkpoint of the shorter trail leaves too, and hides nothing from a process that starts.
            #expect(after.lines.contains("\(tenant.id) 3 "))
            #expect(try await outside.place.keep(after.lines, at: .now))
            #expect(CheckpointsAcrossTenants.receded(after.heads, behind: outside.reached()) == receded)
            // A line that we did not sign says nothing.
            let forger = CheckpointsAcrossTenants(place: outside.place, key: .init())
            #expect(forger.reached().isEmpty)

            try cut([
                "delete from audit_events where tenant_id = \(tenant.id)",
                "delete from audit_heads where tenant_id = \(tenant.id)",
            ])
            let gone = try outside.moved(connection, now: .now, known: after.heads)
            #expect(gone.heads[tenant.id] == nil)
            #expect(CheckpointsAcrossTenants.receded(gone.heads, behind: after.heads).map(\.last) == [0])
        }

        @Test func `13.18: a server that starts on a trail that was cut counts it for its metrics`() async throws {
            let directory = TestCluster.ownDirectory("receded")
            defer { TestCluster.remove(directory) }
            let outside = CheckpointsAcrossTenants(place: .directory(directory), key: key)
            try append(5)
            let before = try outside.moved(installation.database.connection(), now: .now, known: [:])
            #expect(try await outside.place.keep(before.lines, at: .now))
            try cut(toThree)
            let console = installation.console()
            let house = Housekeeping(services: console.services, checkpoints: outside, archives: nil)
            let work = Task { await house.keepCheckpoints() }
            for _ in 0..<200 where console.services.checkpoints.receded == 0 {
                try await Task.sleep(for: .milliseconds(50))
            }
            work.cancel()
            await work.value
            #expect(console.services.checkpoints.receded == 1)
        }

        @Test func `13.18: a tenant that was removed with its whole trail is missed by the checkpoints`() {
            func checkpoint(_ tenant: ID, _ sequence: Int) -> AuditCheckpoint {
                AuditCheckpoint(tenant: tenant, sequence: sequence, hash: [1], at: .now)
            }
            let gone = ID.make()
            let seen = [checkpoint(tenant.id, 4), checkpoint(gone, 7), checkpoint(gone, 6)]
            let missed = AuditVerification.vanished(seen, among: [tenant.id])
            #expect(missed.map(\.tenant) == [gone] && missed.map(\.last) == [7])
            #expect(AuditVerification.vanished(seen, among: [tenant.id, gone]).isEmpty)
        }
    }
}
