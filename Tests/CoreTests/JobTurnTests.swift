import HTML
import Postgres
import Support
import Templates
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    /// 13.12: whose turn it is, and what becomes of a job that takes its workers with it.
    @Suite(.serialized) struct JobTurnTests {
        private let installation: TestInstallation
        private let tenant: Tenant
        private let other: Tenant
        private let console: TestConsole
        private let owner: TestAdmin

        init() throws {
            installation = try TestInstallation()
            tenant = try installation.makeTenant()
            other = try installation.makeTenant()
            console = installation.console()
            owner = try installation.makeAdmin(.owner, in: tenant)
        }

        private func claim(served: [ID] = [], busy: [ID] = []) throws -> ID? {
            try installation.database.connection().inTenant(Tenant.installation.id) {
                try $0.first(
                    JobQueriesAcrossTenants.claim(
                        ["import", "mail.invitation"], seconds: 120, served: served, busy: busy))?.id("tenant_id")
            }
        }

        @Test func `13.12: a tenant with one job waits for none of the hundred that another has`() throws {
            for _ in 0..<100 { _ = try installation.addJob(to: tenant) }
            _ = try installation.addJob(to: other)
            try installation.set("update jobs set run_at = created_at - interval '1 hour'")
            #expect(try claim() == tenant.id)
            #expect(try claim(served: [tenant.id]) == other.id)
            #expect(try claim(busy: [tenant.id]) == nil)
            #expect(try claim(served: [other.id, tenant.id]) == tenant.id)
        }

        @Test
        func `13.12: a job that took three workers with it is given up, shown with its reason, and can be discarded`()
            async throws
        {
            let id = try await console.upload(by: owner, to: tenant, state: "matching")
            var browser = try console.browser(of: owner)
            let matching = "/t/\(tenant.slug)/users/import/\(id)/matching"
            let page = await browser.get(matching)
            #expect(await browser.post(matching, page.form(matching)).status == 303)
            for lost in 0..<3 {
                #expect(try claim() == tenant.id, "\(lost)")
                // Nobody was heard of again.
                try installation.set("update jobs set claimed_until = now() - interval '1 second'")
            }
            #expect(try await JobWorker(services: console.services).step())
            #expect(try await JobWorker(services: console.services).step() == false)
            let jobs = "/t/\(tenant.slug)/jobs"
            let list = await browser.get(jobs + "?state=failed")
            #expect(list.has("ended 3 times during"))
            let state = await browser.get("/t/\(tenant.slug)/users/import/\(id)")
            #expect(state.has("This file can&#39;t be read") || state.has("This file can't be read"))
            let job = try #require(list.text.firstMatch(of: /\/jobs\/([0-9a-f-]{36})\/discard/)).output.1
            #expect(await browser.post("\(jobs)/\(job)/discard").location == jobs)
            #expect(try installation.number("select count(*) as n from jobs where tenant_id = \(tenant.id)") == 0)
        }

        @Test func `13.12: a job that comes further is not given up, however many workers end during it`() async throws
        {
            let rows = (0..<2500).map { "u\($0)@example.org,U\($0)" }.joined(separator: "\n")
            let id = try await console.upload("email,name\n\(rows)\n", by: owner, to: tenant)
            var browser = try console.browser(of: owner)
            let matching = "/t/\(tenant.slug)/users/import/\(id)/matching"
            #expect(await browser.post(matching, await browser.get(matching).form(matching)).status == 303)
            let job = try #require(
                try installation.database.with(.superuser) {
                    try $0.send("select id from jobs where tenant_id = \(tenant.id)").rows().first?.id("id")
                })
            // Each takes the job, does a batch of it and is lost.
            for _ in 0..<4 {
                #expect(try claim() == tenant.id)
                let work = ImportWork(tenant: tenant.id, id: try #require(ID(id)))
                _ = try await console.workOneBatch(of: work, queued: job)
                #expect(try installation.number("select lost::bigint as n from jobs where id = \(job)") == 0)
                try installation.set("update jobs set claimed_until = now() - interval '1 second'")
            }
            try await console.work()
            #expect(try installation.number("select count(*) as n from import_rows where state = 'new'") == 2500)
        }

        @Test
        func `13.12: a file, which can't be divided, takes one of a process's workers; the other is for the rest`()
            async throws
        {
            let third = try installation.makeTenant()
            for tenant in [tenant, other] {
                _ = try await console.requestExport(by: try installation.makeAdmin(.owner, in: tenant), in: tenant)
            }
            let worker = JobWorker(services: console.services)
            let first = try #require(try await worker.claim())
            #expect(first.kind == ExportWork.kind)
            #expect(try await worker.claim() == nil)
            let job = try installation.addJob(to: third)
            try installation.set("update jobs set run_at = now() where id = \(job)")
            #expect(try await worker.claim()?.id == job)
            worker.release(first)
            let second = try #require(try await worker.claim())
            #expect(second.kind == ExportWork.kind && second.tenant != first.tenant)
        }

        @Test func `13.12: told to end, a worker stops behind a batch, and the rest goes on where it was`() async throws
        {
            let rows = (0..<2500).map { "u\($0)@example.org,U\($0)" }.joined(separator: "\n")
            let id = try await console.upload("email,name\n\(rows)\n", by: owner, to: tenant)
            var browser = try console.browser(of: owner)
            let matching = "/t/\(tenant.slug)/users/import/\(id)/matching"
            #expect(await browser.post(matching, await browser.get(matching).form(matching)).status == 303)
            let ending = installation.console()
            ending.services.stop.set()
            #expect(try await JobWorker(services: ending.services).step())
            let judged = try installation.number("select count(*) as n from import_rows")
            #expect(judged < 2500)
            #expect(try installation.number("select count(*) as n from jobs where failed_at is null and lost = 0") == 1)
            try await console.work()
            #expect(try installation.number("select count(*) as n from import_rows where state = 'new'") == 2500)
        }
    }
}
