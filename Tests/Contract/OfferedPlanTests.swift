import Console
import Core
import Support
import Testing

@testable import roost

/// Plans belong to a tenant: only the plans that it has published are offered, and none that its kind or Roost defines.
@Suite struct OfferedPlanTests {
    private let installation: TestInstallation
    private let tenant: Tenant
    private let user: TestUser

    init() throws {
        installation = try TestInstallation()
        tenant = try installation.makeTenant()
        user = try installation.addUser("Somebody", to: tenant)
        _ = try installation.makePlan("gold", in: tenant)
    }

    @Test(arguments: ["users", "segments/new", "reports/users", "users/:user/subscription"])
    func `12.1: wherever a plan is chosen, the tenant's published plans are offered and no others`(path: String)
        async throws
    {
        let owner = try installation.makeAdmin(.owner, in: tenant)
        var browser = try installation.console().browser(of: owner)
        let page = await browser.get("/t/\(tenant.slug)/\(path.replacing(":user", with: user.id.description))")
        #expect(page.status == 200)
        #expect(page.has("gold"))
        for key in ["family", "premium"] { #expect(page.text.lowercased().contains(key) == false, "\(key)") }
    }

    @Test func `12.1: the template of an import names no plan of the kind`() async throws {
        let owner = try installation.makeAdmin(.owner, in: tenant)
        var browser = try installation.console().browser(of: owner)
        let template = await browser.get("/t/\(tenant.slug)/users/import/template.csv")
        #expect(template.status == 200 && template.has("free"))
        #expect(template.text.contains("premium") == false)
    }
}
