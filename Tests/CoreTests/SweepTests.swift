import Postgres
import Support
import Testing
import Web

@testable import Console
@testable import Core
@testable import roost

extension OnCore {
    /// Work that is done for all tenants at once: what fails in one of them stops none of the others'. Sweeps whose work is made
    /// elsewhere have the same test there: provider events and their sums, timetables that are fetched.
    @Suite struct SweepTests {
        private let installation: TestInstallation
        private let console: TestConsole
        private let log = TestLog()

        init() throws {
            installation = try TestInstallation()
            console = TestConsole(
                installation, declarations: ConsoleApplication.declarations, kinds: Kinds.all, log: log)
        }

        enum Sweep: CaseIterable, Sendable {
            case subscriptions, reportMails, images, userFiles, retention, signingKeys, readings

            /// Work on this table fails in one tenant.
            fileprivate var trigger: SQL {
                switch self {
                case .subscriptions:
                    "create trigger refuse_one before update on subscriptions for each row execute function refuse_one()"
                case .reportMails:
                    "create trigger refuse_one before update on report_mails for each row execute function refuse_one()"
                case .images:
                    "create trigger refuse_one before delete on images for each row execute function refuse_one()"
                case .userFiles:
                    "create trigger refuse_one before delete on user_files for each row execute function refuse_one()"
                case .retention:
                    "create trigger refuse_one before delete on user_notes for each row execute function refuse_one()"
                case .signingKeys:
                    "create trigger refuse_one before insert on account_keys for each row execute function refuse_one()"
                case .readings:
                    "create trigger refuse_one before delete on pending_readings for each row execute function refuse_one()"
                }
            }

            /// 1 when the tenant's work is done.
            fileprivate func done(in tenant: Tenant) -> SQL {
                switch self {
                case .subscriptions:
                    "select count(*) as n from subscriptions where tenant_id = \(tenant.id) and state = 'expired'"
                case .reportMails:
                    "select count(*) as n from jobs where tenant_id = \(tenant.id) and kind = 'mail.report'"
                case .images: "select 1 - count(*) as n from images where tenant_id = \(tenant.id)"
                case .userFiles: "select 1 - count(*) as n from user_files where tenant_id = \(tenant.id)"
                case .retention: "select 1 - count(*) as n from user_notes where tenant_id = \(tenant.id)"
                case .signingKeys: "select count(*) - 1 as n from account_keys where tenant_id = \(tenant.id)"
                case .readings:
                    "select count(*) as n from audit_events where tenant_id = \(tenant.id) and action = 'users.listed'"
                }
            }
        }

        /// Makes one piece of work due in the tenant.
        private func prepare(_ sweep: Sweep, in tenant: Tenant) async throws {
            switch sweep {
            case .subscriptions:
                let user = try installation.addUser("Ann", to: tenant)
                try installation.makeSubscription(
                    of: user.id, installation.makePlan(in: tenant), state: "cancelled",
                    endsAt: Timestamp.now.adding(seconds: -86_400), in: tenant)
            case .reportMails:
                let owner = try installation.makeAdmin(.owner, in: tenant)
                try installation.set(
                    """
                    insert into report_mails (tenant_id, id, report, format, query, rhythm, asked_by, asked_name, asked_address,
                        asked_request, asked_at, next_at)
                    values (\(tenant.id), \(ID.make()), 'finance', 'csv', '', 'day', \(owner.id), 'Owner', '', '-', now(),
                        now() - interval '1 hour')
                    """, in: tenant)
            case .images:
                let image = try installation.addImage(to: tenant)
                try installation.set("update images set unused_since = now() - interval '2 days' where id = \(image)")
            case .userFiles:
                let user = try installation.addUser("Ann", to: tenant)
                try installation.set(
                    """
                    insert into user_files (tenant_id, id, user_id, media_type, bytes, content, created_at, unused_since)
                    values (\(tenant.id), \(ID.make()), \(user.id), 'application/pdf', 1, 'x'::bytea, now(), now() - interval '2 days')
                    """, in: tenant)
            case .retention:
                let user = try installation.addUser("Ann", to: tenant)
                try installation.set(
                    """
                    insert into user_notes (tenant_id, user_id, id, author_id, author_name, body, at)
                    values (\(tenant.id), \(user.id), \(ID.make()), \(ID.make()), 'A', 'x', now() - interval '500 days')
                    """, in: tenant)
                try installation.set(
                    "insert into retention_periods values (\(tenant.id), 'user_notes', 400, 'x', now())", in: tenant)
                try installation.set("update retention_periods set swept_on = '-infinity'", in: tenant)
            case .signingKeys:
                _ = try installation.makeApp(in: tenant)
                try installation.set(
                    "update account_keys set signs_from = signs_from - interval '29 days 1 hour' where tenant_id = \(tenant.id)"
                )
            case .readings:
                try installation.add([TestUser("Ann")], to: tenant)
                var browser = try console.browser(of: installation.makeAdmin(.support, in: tenant))
                #expect(await browser.get("/t/\(tenant.slug)/users?plan=free").status == 200)
                await console.services.readings.store()
            }
        }

        private func run(_ sweep: Sweep) async throws {
            let (services, now) = (console.services, Timestamp.now)
            let connection = try installation.database.connection(.app)
            switch sweep {
            case .subscriptions:
                _ = try EndSubscriptionsAcrossTenants(services: services).sweep(on: connection, now: now)
            case .reportMails: try SendReportMailsAcrossTenants(services: services).sweep(on: connection, now: now)
            case .images: _ = try SweepImagesAcrossTenants(services: services).sweep(on: connection, now: now)
            case .userFiles: _ = try SweepUserFilesAcrossTenants(services: services).sweep(on: connection, now: now)
            case .retention:
                // By whichever clock, it is past two in the morning.
                let noon = now.seconds / 86_400 * 86_400 + 36 * 3600
                try await SweepRetentionAcrossTenants(services: services).run(
                    now: Timestamp(microseconds: noon * 1_000_000))
            case .signingKeys: try await SigningKeysAcrossTenants.maintain(services, round: 0)
            case .readings:
                // Of another server: this one still holds what it has read.
                let other = TestConsole(
                    installation, declarations: ConsoleApplication.declarations, kinds: Kinds.all, log: log)
                await other.services.readings.recover(leftFor: 0)
            }
        }

        @Test(arguments: Sweep.allCases)
        func `13: what fails in one tenant stops no other's, and is done when it can be`(_ sweep: Sweep) async throws {
            let tenants = try (0..<3).map { _ in try installation.makeTenant() }.sorted { $0.id < $1.id }
            for tenant in tenants { try await prepare(sweep, in: tenant) }
            try installation.database.with(.superuser) { connection in
                for statement in [
                    "create table failing_tenants (tenant_id uuid)",
                    """
                    create function refuse_one() returns trigger language plpgsql security definer as $$
                    begin
                        if exists (select from roost.failing_tenants where tenant_id = coalesce(new.tenant_id, old.tenant_id)) then
                            raise exception 'this one fails';
                        end if;
                        return coalesce(new, old);
                    end $$
                    """, sweep.trigger,
                ] as [SQL] { _ = try connection.send(statement).rows() }
            }
            // Whichever comes first.
            try installation.set("insert into failing_tenants values (\(tenants[1].id))")
            func done() throws -> [Int] { try tenants.map { try installation.number(sweep.done(in: $0)) } }
            #expect(try done() == [0, 0, 0])
            try await run(sweep)
            #expect(try done() == [1, 0, 1])
            #expect(log.text.contains("this one fails") && log.text.contains(tenants[1].id.description))
            try installation.set("delete from failing_tenants")
            try await run(sweep)
            #expect(try done() == [1, 1, 1])
        }
    }
}
