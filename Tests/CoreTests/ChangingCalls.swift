import Postgres
import Secrets
import Support
import Web

@testable import Console
@testable import Core

/// Calls of the routes that change something, each with everything it needs, so that it would be done.
struct ChangingCalls {
    struct Call {
        var browser: TestBrowser
        var path: String
        var form: [(String, String)]
        var tenant: Tenant
    }

    let installation: TestInstallation
    let console: TestConsole
    /// Where everything is done that does not change the tenant itself.
    let tenant: Tenant
    let boss: TestAdmin

    init(_ installation: TestInstallation, _ console: TestConsole, tenant: Tenant, boss: TestAdmin) {
        (self.installation, self.console, self.tenant, self.boss) = (installation, console, tenant, boss)
    }

    /// nil for a route that has no example.
    func prepare(_ route: Route) async throws -> Call? {
        var user = TestUser("Somebody \(unique())")
        if route.pattern.hasSuffix("suspension/end") { user.status = "suspended" }
        if route.pattern.hasSuffix("deletion/end") { user.status = "deleted" }
        // What changes the tenant itself gets one of its own.
        let ownTenant =
            ["/settings", "/archive", "/providers/", ":archived", ":approval"].contains {
                route.pattern.contains($0)
            }
            // A tenant has room for so many keys and groups.
            || ["/t/:tenant/keys", "/t/:tenant/segments"].contains(route.pattern)
        let tenant =
            if case .kind(let kind) = route.place, kind != self.tenant.kind {
                try installation.makeTenant(kind: kind, holdsPeople: console.services.kind(kind)?.holdsPeople ?? true)
            } else {
                ownTenant ? try installation.makeTenant() : self.tenant
            }
        if route.pattern.contains(":user") { try installation.add([user], to: tenant) }
        try installation.prepareSubscription(for: route, of: user.id, in: tenant)
        var table = RouteTable(tenant: tenant.slug, user: user.id.description)
        if route.pattern.contains(":key") {
            table.key = try installation.makeKey(in: tenant, isDisabled: route.pattern.hasSuffix("suspension/end"))
                .id.description
        }
        var admin =
            route.access == .operators || route.pattern.contains(":notice")
            ? boss : try installation.makeAdmin(.owner, in: tenant)
        // Some things belong to somebody.
        table.objects = try installation.makeObjects(for: route, in: tenant, word: table.objectsWord)
        if route.pattern.contains(":approval") {
            let requester = try installation.makeAdmin(.owner, in: tenant)
            table.approval = try await console.requestApproval(requester, in: tenant)
            if route.pattern.hasSuffix("withdrawal") { admin = requester }
        }
        if route.pattern.contains(":import") {
            let state = ["run": "checked", "undo": "done", "deletion": "done"][
                route.pattern.split(separator: "/").last.map(String.init) ?? ""]
            table.import = try await console.upload(
                list: String(route.pattern.split(separator: "/")[2]), by: admin, to: tenant,
                state: state ?? "matching")
            // What was pasted is UTF-8; only a file whose letters were guessed is read again.
            if route.pattern.hasSuffix("/encoding") {
                try installation.set("update imports set encoding = 'windows1251'")
            }
        }
        if route.pattern.contains(":bulk") {
            let parts = route.pattern.split(separator: "/").map(String.init)
            let state = ["run": "ready", "stop": "running", "undo": "done"][parts.last ?? ""] ?? "ready"
            try installation.add([user], to: tenant)
            table.bulk = try await console.prepareBulk(
                parts[4], [user], by: admin, in: tenant, state: state, member: state == "done" ? "done" : "due")
        } else if route.pattern.contains("users/bulk/") {
            try installation.offerPremium(in: tenant)
            try installation.add([user], to: tenant)
        }
        if route.pattern.contains(":export") {
            table.export = try await console.requestExport(by: admin, in: tenant)
        }
        if route.pattern.contains(":event") {
            try installation.add([user], to: tenant)
            table.event = try installation.addUnmatchedEvent(to: tenant).description
        }
        if route.pattern.contains(":mail") {
            table.mail = try installation.addReportMail(to: tenant, by: admin).description
        }
        if route.pattern.contains(":archived") {
            let isToGo = route.pattern.hasSuffix("deletion/end")
            try installation.set(
                "update tenants set archived_at = now(), delete_at = case when \(isToGo) then now() + interval '1 day' end where id = \(tenant.id)"
            )
            (table.archived, table.archivedSlug) = (tenant.id.description, tenant.slug)
        }
        let stage =
            ["/sign-in/code": "code", "/sign-in/passkey": "code", "/sign-in/second-step": "enrol"][route.pattern]
            ?? "full"
        var browser = try console.browser(of: admin, stage: stage)
        table.code = admin.code(at: browser.now)
        if route.pattern.contains(":admin") {
            table.admin = try installation.makeColleague(for: route, in: tenant).id.description
        }
        if route.pattern.contains(":role") {
            table.role = try installation.makeRole(
                "Role \(unique())",
                route.pattern.hasSuffix("/:permission/end") ? [.seeHome, .seeUsers, .noteUsers] : [.seeHome],
                in: tenant
            ).description
        }
        if route.pattern.contains(":session") {
            table.session = try installation.makeSession(admin.id).id.description
        }
        if route.pattern.contains(":view") {
            let list = route.pattern.split(separator: "/")[2]
            table.view = try installation.addView("A view", of: admin, to: tenant, list: String(list)).description
        }
        if route.pattern.contains(":checkout") {
            try installation.add([user], to: tenant)
            table.checkout = try installation.beginCheckout(of: user.id, in: tenant)
        }
        if route.pattern.contains(":entry") {
            table.entry = try installation.makeEntry(for: route, in: tenant).description
        }
        if route.pattern.contains(":segment") {
            table.segment = try installation.makeSegment(in: tenant).description
        }
        if route.pattern.hasSuffix("icon/removal") { try installation.addIcon(to: tenant) }
        if route.pattern.contains(":offer") {
            let offering = try installation.makeTenant()
            try installation.offer(.support, in: offering, to: admin)
            table.offer = offering.id.description
        }
        if route.pattern.contains(":notice") { table.notice = try installation.addNotice(for: admin).description }
        if route.pattern.contains(":job") { table.job = try installation.addJob(to: tenant).description }
        if route.pattern.contains(":link") {
            browser.cookies = [:]
            table.link = try installation.makeLink(for: installation.makeAdmin(password: nil, hasSecondStep: false))
        }
        if route.pattern == OpenArchive.pattern {
            let token = Token.random()
            let request = try installation.makeObjects(in: tenant, ofAllKinds: false)["privacyrequest"].flatMap {
                ID($0)
            }
            try installation.set(
                """
                update privacy_requests set link_hash = \(token.hash), link_until = now() + interval '1 hour',
                    archived_until = now() + interval '1 hour' where id = \(request)
                """)
            table.link = token.text
        }
        let key = TestAuthenticator()
        if route.pattern.contains("passkey"), route.pattern != "/account/passkeys" {
            table.passkey = try installation.add(key, to: admin).description
        }
        guard let path = table.path(route) else { return nil }
        if ["/enrol/:link", "/sign-in/code", "/shop/:tenant/:checkout", OpenArchive.pattern].contains(route.pattern) {
            _ = await browser.get(path)
        }
        if route.pattern == "/sign-in/second-step" {
            let shown = await browser.get(path).text.firstMatch(of: /(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}/)
            table.code = TestAdmin.code(of: Base32.decode(String(shown?.output ?? "")) ?? [], at: browser.now)
        }
        var form = table.form(route) ?? []
        if route.pattern == "/sign-in/passkey" {
            form = try key.use(await browser.get("/sign-in/code").challenge ?? []).form
        }
        if route.pattern == "/account/passkeys" {
            let challenge = Passkey.challenge()
            try installation.set(
                "update sessions set challenge = \(challenge), challenge_until = now() + interval '5 min' where admin_id = \(admin.id)"
            )
            form = [("passkey_name", "Of the table")] + (try key.create(challenge).form)
        }
        return Call(browser: browser, path: path, form: form, tenant: tenant)
    }
}
