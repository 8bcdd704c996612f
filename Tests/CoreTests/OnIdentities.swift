import HTTPTypes
import Mail
import Postgres
import Secrets
import Support
import Testing
import Web

@testable import Console
@testable import Core

/// A tenant whose users sign in at stand-ins for Google, Apple and an issuer of its own.
struct IdentityHouse {
    let installation: TestInstallation
    let console: TestConsole
    let mail: TestMailServer
    let tenant: Tenant
    let app: TestApp
    let google: TestIssuer
    let apple: TestIssuer
    let plain: TestIssuer
    let graph: TestGraph
    private let sender: MailSender
    private let addresses: IdentityAccess.Addresses
    let reach: OutsideReach

    init() async throws {
        installation = try TestInstallation()
        mail = try TestMailServer()
        let authority = try TestAuthority()
        google = try await TestIssuer(.google, by: authority)
        apple = try await TestIssuer(.apple, by: authority)
        plain = try await TestIssuer(.plain, by: authority)
        graph = try await TestGraph(by: authority)
        var addresses = IdentityAccess.Addresses()
        (addresses.google, addresses.apple) = (google.issuer, apple.issuer)
        (addresses.facebook, addresses.graph) = (graph.address, graph.address)
        self.addresses = addresses
        let ports = [google.port, apple.port, plain.port, graph.port].map { "127.0.0.1:\($0)" }
        reach = try OutsideReach(inner: ports, roots: authority.root)
        sender = MailSender(
            smtp: try #require(SMTP(url: mail.url)), from: try #require(Mailbox("Roost <roost@example.org>")))
        console = installation.console(mail: sender, identities: IdentityAccess(addresses, reach: reach))
        tenant = try installation.makeTenant(name: "Orchard \"<&>\" باغ")
        app = try installation.makeApp(in: tenant)
        for provider in IdentityProvider.allCases { try use(provider) }
    }

    var base: String { app.base }

    /// Another process, which has kept nothing of what providers publish.
    func newConsole() -> TestConsole {
        installation.console(mail: sender, identities: IdentityAccess(addresses, reach: reach))
    }

    /// What the tenant's page says about a provider.
    func use(_ provider: IdentityProvider, isOn: Bool = true, in other: Tenant? = nil, issuer: String? = nil) throws {
        let tenant = other ?? tenant
        var settings = IdentitySettings(provider)
        settings.isOn = isOn
        switch provider {
        case .google:
            settings.texts.open = ["client_id": google.clientID]
            settings.texts.secret = ["client_secret": google.secret]
        case .apple:
            settings.texts.open = ["client_id": apple.clientID, "team_id": "TEAM123456", "key_id": "KEY1234567"]
            settings.texts.secret = ["private_key": apple.teamKey]
        case .facebook:
            settings.texts.open = ["client_id": graph.app]
            settings.texts.secret = ["client_secret": graph.secret]
        case .oidc:
            settings.texts.open = [
                "label": "Häuser & Söhne", "issuer": issuer ?? plain.issuer, "client_id": plain.clientID,
            ]
            settings.texts.secret = ["client_secret": plain.secret]
        }
        let sealed = try settings.sealed(of: tenant.id, installation.keys)
        try installation.inTenant(tenant) { tx in
            try tx.execute(IdentityProviderQueries.save(settings, secrets: sealed, now: .now))
        }
    }

    /// The browser goes from the app's sign-in page to the provider; where it is sent, empty for nowhere.
    func begin(_ provider: IdentityProvider, _ browser: inout TestBrowser, for other: TestApp? = nil) async -> String {
        let app = other ?? app
        _ = await browser.get(app.authorize())
        return await sent(
            browser.post(app.authorize().replacing("/authorize?", with: "/identities/\(provider.rawValue)?")))
    }

    func sent(_ answer: Answer) -> String {
        answer.headers[.refresh].map { String($0.drop { $0 != "=" }.dropFirst()) } ?? ""
    }

    func callback(_ provider: IdentityProvider) -> String { "\(base)/identities/\(provider.rawValue)/callback" }

    /// The browser comes back with what the provider gave it.
    func comeBack(
        _ provider: IdentityProvider, _ brought: [(String, String)], _ browser: inout TestBrowser
    ) async -> Answer {
        await browser.get(callback(provider) + "?" + TestBrowser.encoded(brought))
    }

    /// There and back; where that leads.
    func signIn(
        _ person: TestIssuer.Person, at issuer: TestIssuer, _ provider: IdentityProvider, _ browser: inout TestBrowser
    ) async throws -> Answer {
        let address = await begin(provider, &browser)
        let answer = await comeBack(provider, try issuer.signIn(person, at: address), &browser)
        guard let next = answer.location, next.hasPrefix("/") else { return answer }
        return await browser.get(next)
    }

    /// The same for somebody new, who has the mailbox and opens the link in that browser.
    func signUp(
        _ person: TestIssuer.Person, at issuer: TestIssuer, _ provider: IdentityProvider, email: String,
        name: String = "Nina <New>", _ browser: inout TestBrowser
    ) async throws -> Answer {
        let address = await begin(provider, &browser)
        let next = try #require(
            await comeBack(provider, try issuer.signIn(person, at: address), &browser).location)
        #expect(await browser.get(next).status == 200)
        #expect(await browser.post(next, [("email", email)]).status == 200)
        let link = try #require(try await console.mailedLinks(to: mail).last?.path)
        #expect(await browser.get(link).status == 200)
        return await browser.post(link, [("name", name)])
    }

    func identities(of email: String) throws -> Int {
        try installation.number(
            """
            select count(*) as n from user_identities join users on users.id = user_identities.user_id
            where users.tenant_id = \(tenant.id) and users.email = \(email)
            """)
    }

    var identities: Int {
        get throws { try installation.number("select count(*) as n from user_identities") }
    }

    func users(_ email: String) throws -> Int {
        try installation.number(
            "select count(*) as n from users where users.tenant_id = \(tenant.id) and users.email = \(email)")
    }

    func count(_ action: AuditAction) throws -> Int {
        try installation.number("select count(*) as n from audit_events where audit_events.action = \(action.id)")
    }
}
