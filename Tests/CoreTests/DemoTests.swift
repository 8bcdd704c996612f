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
            // Fitness has several questionnaires, which the same users answered at the same moment.
            #expect(
                try count(
                    """
                    catalogue_entries as entry join tenants on tenants.id = entry.tenant_id and tenants.slug = 'fitpact'
                    where entry.catalogue = \(Questionnaires.catalogue.path)
                        and exists (select from submissions where submissions.tenant_id = entry.tenant_id and submissions.entry_id = entry.id)
                    """) > 1)
            // The audit log tells how each goal came to where it is.
            let untold: SQL = """
                fitness_goals as goals where not exists (
                    select from audit_events where audit_events.tenant_id = goals.tenant_id and audit_events.object_id = goals.id)
                """
            #expect(try count(untold) == 0 && count("fitness_goals") > 50)
            let again = try demo.load(users: 600, on: connection) { _ in }
            #expect(again.users == 0 && again.made == 0)
            #expect(try tables.map { try count($0) } == counts)
        }

        /// The demo as `roost demo` loads it, with admins whose password is known.
        private func loaded(_ installation: TestInstallation, isNasty: Bool = false) throws -> [TestAdmin] {
            let secret = Array(repeating: UInt8(7), count: 20)
            let demo = DemoData(
                ConsoleApplication.declarations, kinds: Kinds.all, trail: installation.trail, keys: installation.keys,
                now: .now,
                access: DemoAccess(passwordHash: try TestAdmin.cheapHash(TestAdmin.password), totpSecret: secret),
                isNasty: isNasty)
            let report = try demo.load(users: 600, on: try installation.database.connection(.superuser)) { _ in }
            return report.admins.map { TestAdmin(id: $0.id, email: $0.email, name: $0.name, secret: secret) }
        }

        @Test
        func `14: the demo is a company at work: who is there, what waits, and a trail of half a year that verifies`()
            throws
        {
            let installation = try TestInstallation()
            let admins = try loaded(installation)
            #expect(admins.count == Role.ofTenants.count)
            let connection = try installation.database.connection(.superuser)
            for kind in Kinds.all {
                let slug = kind.demo.slug
                func count(_ those: SQL) throws -> Int {
                    let tenant: SQL = "(select tenants.id from tenants where tenants.slug = \(slug))"
                    return try connection.send("select count(*) as n from \(those) and tenant_id = \(tenant)").rows()
                        .first?
                        .int("n") ?? 0
                }
                #expect(try count("memberships where accepted_at is not null") == Role.ofTenants.count, "\(slug)")
                #expect(try count("catalogue_versions where state = 'review'") == kind.demo.inReview.count, "\(slug)")
                #expect(
                    try count("catalogue_versions where published_from < now() - interval '100 days'") > 0, "\(slug)")
                #expect(try count("jobs where failed_at is not null") == 1, "\(slug)")
                #expect(try count("jobs where failed_at is null and run_at > now()") == 1, "\(slug)")
                let waiting = kind.holdsPeople ? 2 : 0
                #expect(try count("approvals where state = 'waiting'") == waiting, "\(slug)")
                #expect(try count("imports where state in ('matching', 'done')") == waiting, "\(slug)")
                // The trail: half a year, in the order of its times, each event hashed and chained.
                #expect(try count("audit_events where at < now() - interval '150 days'") >= 5, "\(slug)")
                #expect(try count("audit_events where actor_kind = 'admin'") > 10, "\(slug)")
                let broken: SQL = """
                    (select events.*, lag(events.hash) over chain as before, lag(events.at) over chain as earlier from audit_events as events
                        window chain as (partition by events.tenant_id order by events.sequence)) as chained
                    where (chained.previous is distinct from coalesce(chained.before, sha256(uuid_send(chained.tenant_id)))
                        or chained.at < chained.earlier or chained.at > clock_timestamp())
                    """
                #expect(try count(broken) == 0, "\(slug)")
                #expect(try count("audit_events where hash <> audit_digest(audit_events)") == 0, "\(slug)")
            }
            let words = try connection.send(
                "select count(*) as n from users where users.name ~ '[<>=+{}]' or users.name = '' or users.email like '%+%'"
            ).rows().first?.int("n")
            #expect(words == 0)
        }

        @Test func `14: names that break naive code come with --nasty alone`() throws {
            let installation = try TestInstallation()
            _ = try loaded(installation, isNasty: true)
            let connection = try installation.database.connection(.superuser)
            let markup = try connection.send("select count(*) as n from users where users.name like '%<script>%'")
                .rows()
            #expect(try markup.first?.int("n") ?? 0 > 0)
        }

        @Test func `14: every role of the demo can be signed in as, and finds what waits for it`() async throws {
            let installation = try TestInstallation()
            let admins = try loaded(installation)
            let console = installation.console()
            for admin in admins {
                var browser = console.browser()
                #expect(await browser.signIn(admin).status == 303, "\(admin.email)")
                for kind in Kinds.all {
                    #expect(await browser.get("/t/\(kind.demo.slug)").status == 200, "\(admin.email) \(kind.id)")
                }
            }
            let owner = try #require(admins.first)
            var browser = try console.browser(of: owner)
            let list = await browser.get("/t/roosterme/approvals")
            let first = try #require(list.text.firstMatch(of: /\/t\/roosterme\/approvals\/[0-9a-f-]{36}/)?.output)
            #expect(await browser.get(String(first)).has("Asked for it on the phone"))
            let imports = await browser.get("/t/roosterme/users/import")
            #expect(imports.has("partners-november.csv") && imports.has("conference-sign-ups.csv"))
            for (_, path) in imports.text.matches(of: /href="(\/t\/roosterme\/users\/import\/[0-9a-f-]{36}[a-z\/]*)"/)
                .map(\.output)
            {
                #expect(await browser.get(String(path)).status == 200, "\(path)")
            }
            #expect(await browser.get("/t/roosterme/jobs").has("mail.company.example"))
        }
    }
}
