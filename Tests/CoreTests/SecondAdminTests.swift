import Postgres
import Support
import Testing
import Web

@testable import Console
@testable import Core
@testable import roost

extension OnCore {
    /// What needs two admins is told from the events: nothing here names a route.
    @Suite struct SecondAdminTests {
        private let installation: TestInstallation
        private let console: TestConsole
        private let tenant: Tenant
        private let calls: ChangingCalls

        init() throws {
            installation = try TestInstallation()
            console = installation.console()
            tenant = try installation.makeTenant()
            calls = ChangingCalls(installation, console, tenant: tenant, boss: try installation.makeAdmin())
        }

        private static let guarded = ConsoleApplication.declarations.auditActions.filter { $0.guardedAct != nil }

        private func wantTwo(in tenant: Tenant, _ isWanted: Bool = true) throws {
            let acts = isWanted ? ConsoleApplication.declarations.guardedActs.map(\.value.id) : []
            try installation.set("update tenants set four_eyes = \(acts) where id = \(tenant.id)")
        }

        /// How often each guarded action was done.
        private func done() throws -> [String: Int] {
            try installation.database.with(.superuser) { connection in
                let rows = try connection.send(
                    """
                    select action, count(*) as n from audit_events where action = any(\(Self.guarded.map(\.id)))
                    group by action
                    """
                ).rows()
                return Dictionary(
                    uniqueKeysWithValues: try rows.map { (try $0.text("action"), try $0.int("n")) })
            }
        }

        /// What the event of the call is about, for catalogues and acts on many.
        private static func isExempt(_ route: Route) -> Bool {
            let parts = route.pattern.split(separator: "/").map(String.init)
            return switch parts.last {
            case "run", "undo":
                !["deletion/:bulk/run", "restoration/:bulk/undo", "users/import/:import/undo"].contains {
                    route.pattern.hasSuffix($0)
                }
            default:
                Declarations.current.catalogues.first { $0.path == parts[2] }.map { $0.guarded == nil } ?? false
            }
        }

        @Test
        func `13.1: whichever route causes what two admins are wanted for, one admin gets it asked and not done`()
            async throws
        {
            var (seen, waited): (Set<String>, [String]) = ([], [])
            let routes = console.console.routes.filter { $0.method == .post && $0.pattern.hasPrefix("/t/") }
            for route in routes {
                // First where one is enough: what it does is read from the trail.
                try wantTwo(in: tenant, false)
                var free = try #require(try await calls.prepare(route), "\(route.pattern)")
                try wantTwo(in: free.tenant, false)
                // What is prepared, such as a published plan, is no doing of the route's.
                let before = try done()
                let ending = route.pattern.hasSuffix("four-eyes/:act")
                if ending { try wantTwo(in: free.tenant) }
                let isOff = [("state", "off")]
                let answer = await free.browser.post(free.path, ending ? isOff : free.form)
                let actions = Set(try done().filter { before[$0.key] != $0.value }.keys)
                if !ending {
                    #expect(answer.status == 303 || answer.status == 200, "\(route.pattern)")
                    if actions.isEmpty || route.pattern.contains("/approvals/") { continue }
                }
                seen.formUnion(ending ? [AuditAction.approvalPolicySwitched.id] : actions)
                // Then the same where two are.
                var call = try #require(try await calls.prepare(route))
                try wantTwo(in: call.tenant)
                let known = try done()
                let refused = await call.browser.post(call.path, ending ? isOff : call.form)
                if Self.isExempt(route) {
                    #expect(refused.status == 303, "\(route.pattern)")
                    continue
                }
                #expect(refused.status == 422 && refused.has("This needs a second admin"), "\(route.pattern)")
                #expect(try done() == known, "\(route.pattern)")
                waited.append(route.pattern)
            }
            // Scheduling goes by the publication's route, with a moment in its form.
            let caused = seen.union([AuditAction.entryScheduled.id])
            // What always wants two is never done by one.
            let byOne = Self.guarded.filter { $0.guardedAct?.id != GuardedAct.always.id }
            #expect(caused == Set(byOne.map(\.id)), "an action that nothing here causes")
            #expect(waited.contains("/t/:tenant/admins/:admin/role/:role"))
            #expect(waited.contains("/t/:tenant/roles/:role/permissions/:permission"))
            // 13.24: whatever changes what is sold, or will be.
            for act in [
                "publication", "publication/end", "publication/withdrawal", "versions/:version/return", "retirement",
                "retirement/end", "moves",
            ] {
                #expect(waited.contains("/t/:tenant/plans/:entry/\(act)"), "\(act)")
            }
            #expect(waited.count >= 14, "\(waited)")
        }

        @Test func `13.1: the trail takes it from no admin and no key, whatever code asks`() throws {
            try wantTwo(in: tenant)
            let admin = try installation.makeAdmin(.owner, in: tenant)
            for action in Self.guarded {
                for kind in [Actor.Kind.admin, .key, .script, .system] {
                    for clearance in [nil, Actor.Clearance.approved(.make()), .begun(.make())] {
                        var actor = Actor.script("test", in: tenant)
                        (actor.kind, actor.id, actor.clearance) = (kind, admin.id, clearance)
                        let mayNot = clearance == nil && (kind == .admin || kind == .key)
                        for count in [1, 2] {
                            let events = (0..<count).map { _ in AuditEvent(action, on: .user, ID.make()) }
                            do {
                                try installation.inTenant(tenant) { tx in
                                    try installation.trail.append(events, by: actor, in: tx)
                                }
                                #expect(!mayNot, "\(action) by \(kind)")
                            } catch Refusal.needsSecondAdmin {
                                #expect(mayNot, "\(action) by \(kind)")
                            }
                        }
                    }
                }
            }
        }

        @Test func `13.1: a key is refused what needs two admins, and told so`() async throws {
            let program = TestProgram(console, key: try installation.makeKey(in: tenant).text)
            let user = try installation.addUser("Una User", to: tenant)
            try wantTwo(in: tenant)
            let refused = await program.write(.delete, "/v1/users/\(user.id)", "", ifMatch: "*")
            #expect(refused.status == 403 && refused.has("/problems/needs-two-admins"), "\(refused.text)")
            #expect(
                try installation.number(
                    "select count(*) as n from users where id = \(user.id) and status = 'deleted'") == 0)
            try wantTwo(in: tenant, false)
            #expect(await program.write(.delete, "/v1/users/\(user.id)", "", ifMatch: "*").status == 204)
        }

        @Test func `13.1: undoing the restoring of many deletes them, so it waits, and then is carried out`()
            async throws
        {
            var user = TestUser("Una User")
            user.status = "deleted"
            try installation.add([user], to: tenant)
            let owner = try installation.makeAdmin(.owner, in: tenant)
            let id = try await console.prepareBulk("restoration", [user], by: owner, in: tenant)
            var browser = try console.browser(of: owner)
            let base = "/t/\(tenant.slug)/users/bulk/restoration/\(id)"
            #expect(await browser.post("\(base)/run").status == 303)
            try await console.work()
            try wantTwo(in: tenant)
            let requested = await browser.post("\(base)/undo", [("approval_reason", "Restored by mistake")])
            let request = try #require(requested.location)
            func deleted() throws -> Int {
                try installation.number(
                    "select count(*) as n from users where id = \(user.id) and status = 'deleted'")
            }
            try await console.work()
            #expect(try deleted() == 0)
            var second = try console.browser(of: try installation.makeAdmin(.owner, in: tenant))
            #expect(await second.get(request).has("Undo an action on many users"))
            #expect(await second.post("\(request)/approval", [("seen", "999999")]).status == 303)
            try await console.work()
            #expect(try deleted() == 1)
        }
    }
}
