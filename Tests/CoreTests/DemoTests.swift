import Postgres
import Support
import Testing

@testable import Console
@testable import Core
@testable import roost

extension OnCore {
    @Suite struct DemoTests {
        /// A feature of the kind without people, whose rows are jobs that nobody does.
        private struct Extra: Feature {
            var place: Place { .kind("cycle") }
            var demo: (any DemoRows.Type)? { ExtraRows.self }
        }

        private enum ExtraRows: DemoRows {
            static func fill(_ load: DemoLoad, in tx: borrowing TenantTransaction) throws {
                try tx.execute(
                    """
                    insert into jobs (tenant_id, id, kind, payload, run_at)
                    select \(load.tenant.id), gen_random_uuid(), 'extra', '', now() from generate_series(1, \(load.size))
                    """)
            }
        }

        @Test func `12.1: weights share out all users, whatever they add up to`() {
            #expect(DemoLoad.parts(of: 1000, weights: [700, 250, 40, 10]) == [700, 250, 40, 10])
            #expect(DemoLoad.parts(of: 100, weights: [1, 1, 1]) == [33, 33, 34])
            #expect(DemoLoad.parts(of: 7, weights: [3, 0, 0]) == [7, 0, 0])
            #expect(DemoLoad.parts(of: 7, weights: []) == [] && DemoLoad.parts(of: 7, weights: [0]) == [0])
        }

        @Test func `12.1: each feature fills its own tables once, those of a kind without people too`() throws {
            let installation = try TestInstallation()
            let connection = try installation.database.connection(.superuser)
            let demo = DemoData(
                Declarations(ConsoleApplication.declarations.features + [Extra()]), kinds: Kinds.all,
                trail: installation.trail, keys: installation.keys, now: .now)
            let report = try demo.load(users: 600, on: connection) { _ in }
            #expect(report.users == 600 && report.made == Kinds.all.count)
            func count(_ table: SQL) throws -> Int {
                try connection.send("select count(*) as n from \(table)").rows().first?.int("n") ?? 0
            }
            let tables: [SQL] = [
                "users", "user_devices", "user_consents", "user_notes", "subscriptions", "payments", "submissions",
                "segments", "catalogue_entries", "payment_providers", "imports", "import_rows", "approvals",
                "jobs where jobs.kind = 'extra'",
            ]
            let counts = try tables.map { try count($0) }
            #expect(counts[0] == 600 && counts.allSatisfy { $0 > 0 }, "\(counts)")
            // Cycle's weight beside 1,000 of all kinds with people.
            #expect(counts.last == 24)
            let again = try demo.load(users: 600, on: connection) { _ in }
            #expect(again.users == 0 && again.made == 0)
            #expect(try tables.map { try count($0) } == counts)
        }
    }
}
