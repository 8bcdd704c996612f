import Console
import HTML
import Postgres
import Support
import Templates
import Testing

@testable import Sprout
@testable import roost

@Suite struct ItemTests {
    private let installation: TestInstallation
    private let console: TestConsole
    private let tenant: Tenant
    private let base: String

    init() throws {
        installation = try TestInstallation()
        console = TestConsole(installation, declarations: ConsoleApplication.declarations, kinds: Kinds.all)
        tenant = try installation.makeTenant(kind: "sprout")
        base = "/t/\(tenant.slug)/sprout-items"
    }

    private func browser() throws -> TestBrowser {
        try console.browser(of: installation.makeAdmin(.editor, in: tenant))
    }

    private func add(_ name: String, by browser: inout TestBrowser) async throws -> String {
        let answer = await browser.post(base, [("name", name), ("state", "open"), ("note", "")])
        return try #require(answer.location)
    }

    @Test func `an item is added, shown, found, changed and deleted`() async throws {
        var browser = try browser()
        let page = try await add("First <one>", by: &browser)
        #expect(await browser.get(page).has("First &lt;one&gt;"))
        #expect(await browser.get("\(base)?q=first&state=open").has("First &lt;one&gt;"))
        #expect(await browser.get("\(base)?state=done").has("First &lt;one&gt;") == false)
        let saved = await browser.post(page, [("name", "Last"), ("state", "done"), ("note", "n"), ("version", "1")])
        #expect(saved.status == 303)
        #expect(await browser.get("\(base)?state=done").has("Last"))
        #expect(await browser.post("\(page)/deletion").status == 303)
        #expect(await browser.get(page).status == 404)
    }

    @Test func `what can't be saved comes back with what was typed`() async throws {
        var browser = try browser()
        let page = try await add("First", by: &browser)
        let taken = await browser.post(base, [("name", "FIRST"), ("state", "done"), ("note", "typed")])
        #expect(taken.status == 422 && taken.has("typed"))
        #expect(taken.has(Strings.sprout_error_taken.resolve(in: .en)))
        let late = await browser.post(
            page, [("name", "Other"), ("state", "open"), ("note", "typed"), ("version", "7")])
        #expect(late.status == 409 && late.has("typed"))
        #expect(late.has(Strings.sprout_late.resolve(in: .en)))
    }

    @Test func `an item of a user shows on their page, and open items on the home page`() async throws {
        let user = try installation.addUser("Zoe", to: tenant)
        var browser = try console.browser(of: installation.makeAdmin(.owner, in: tenant))
        let unknown = await browser.post(base, [("name", "One"), ("state", "open"), ("owner", "nobody@example.net")])
        #expect(unknown.status == 422 && unknown.has(Strings.sprout_owner_unknown.resolve(in: .en)))
        #expect(await browser.post(base, [("name", "One"), ("state", "open"), ("owner", user.email)]).status == 303)
        #expect(await browser.get("/t/\(tenant.slug)/users/\(user.id)").has("One"))
        #expect(await browser.get("/t/\(tenant.slug)").has("sprout-items?state=open"))
    }

    @Test func `in a tenant of another kind there are no items`() async throws {
        let other = try installation.makeTenant(kind: "alarm")
        var browser = try console.browser(of: installation.makeAdmin(.owner, in: other))
        #expect(await browser.get("/t/\(other.slug)/sprout-items").status == 404)
        #expect(await browser.get("/t/\(other.slug)").has("sprout-items") == false)
    }

    @Test func `the job closes what nobody touched for a year`() async throws {
        var browser = try browser()
        let old = try await add("Old", by: &browser)
        let new = try await add("New", by: &browser)
        try installation.set(
            "update sprout_items set changed_at = now() - interval '2 years' where sprout_items.name = 'Old'")
        #expect(await browser.get(new).has("\(base)/closing"))
        #expect(await browser.post("\(base)/closing").status == 303)
        let worker = JobWorker(services: console.services)
        while try await worker.step() {}
        #expect(await browser.get(old).has(Strings.sprout_state_done.resolve(in: .en)))
        #expect(await browser.get(new).has(Strings.sprout_state_open.resolve(in: .en)))
    }

    @Test func `a file of items is checked, imported, and the import is undone`() async throws {
        var browser = try browser()
        _ = try await add("First", by: &browser)
        let rows = "name,state,note\nFIRST,done,n\nSecond,open,\nThird,nowhere,\n"
        let matching = try #require(await browser.post("\(base)/import", [("pasted", rows)]).location)
        await browser.post(matching, await browser.get(matching).form(matching))
        try await console.work()
        let page = String(matching.dropLast("/matching".count))
        #expect(await browser.post("\(page)/run").status == 303)
        try await console.work()
        let list = await browser.get("\(base)?state=done")
        #expect(list.has("FIRST") && !list.has("Third"))
        #expect(await browser.get(base).has("Second"))
        #expect(await browser.post("\(page)/undo").status == 303)
        try await console.work()
        let undone = await browser.get(base)
        #expect(undone.has("First") && !undone.has("FIRST") && !undone.has("Second"))
    }

    @Test func `the list is exported with its filter`() async throws {
        var browser = try console.browser(of: installation.makeAdmin(.owner, in: tenant))
        _ = try await add("First", by: &browser)
        _ = await browser.post(base, [("name", "Second"), ("state", "done"), ("note", "")])
        #expect(await browser.get("\(base)/export?state=open").status == 200)
        let file = await browser.get("\(base).csv?state=open&reason=why")
        #expect(file.status == 200 && file.isWhole && file.has("First") && !file.has("Second"))
    }

    @Test func `the report counts what was added, on its page and in its file`() async throws {
        var browser = try console.browser(of: installation.makeAdmin(.owner, in: tenant))
        for name in ["First", "Second"] { _ = try await add(name, by: &browser) }
        let report = "/t/\(tenant.slug)/reports/sprout-items"
        let page = await browser.get("\(report)?by=state")
        #expect(page.status == 200 && page.has(Strings.sprout_report_summary(count: 2).resolve(in: .en)))
        let file = await browser.get("\(report).csv?by=state&reason=why")
        #expect(file.status == 200 && file.has(Strings.sprout_state_open.resolve(in: .en)) && file.has("2"))
    }

    @Test func `a program with the scope reads an item`() async throws {
        var browser = try browser()
        let page = try await add("First", by: &browser)
        let id = String(page.split(separator: "/").last ?? "")
        let key = try installation.makeKey(in: tenant, scopes: ["sprout.read"])
        let answer = await TestProgram(console, key: key.text).get("/v1/sprout-items/\(id)")
        #expect(answer.status == 200 && answer.has("\"name\":\"First\""))
    }
}
