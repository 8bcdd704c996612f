import Testing

@testable import roost

@Suite struct ApplyFileTests {
    /// What roles may do and keys may ask is declared by the features.
    init() { _ = ConsoleApplication.declarations }

    private func problem(_ yaml: String) -> String {
        do {
            _ = try ApplyFile(yaml)
            return "none"
        } catch {
            return "\(error)"
        }
    }

    @Test func `a whole file is read`() throws {
        let file = try ApplyFile(
            """
            tenants:
              - {slug: wake, name: Wake, kind: alarm, zone: Asia/Tehran, currency: USD, languages: [en, fa]}
              - {slug: plain, name: "Null", kind: cycle}
            admins:
              - email: sara@example.org
                name: Sara Lind
                operator: true
                password_file: /run/secrets/sara
                tenants: {wake: owner, plain: auditor}
            """)
        #expect(file.tenants.map(\.slug) == ["wake", "plain"])
        #expect(file.tenants[0].languages == ["en", "fa"])
        #expect(file.tenants[1].name == "Null")
        #expect(file.tenants[1].zone == "UTC")
        #expect(file.admins.map(\.email) == ["sara@example.org"])
        #expect(file.admins[0].isOperator)
        #expect(file.admins[0].passwordFile == "/run/secrets/sara")
        #expect(file.admins[0].tenants.map(\.slug) == ["wake", "plain"])
        #expect(file.admins[0].tenants.map(\.role) == ["owner", "auditor"])
        #expect(file.tenants[0].roles == nil && file.tenants[0].invitations == nil)
    }

    @Test func `roles and invitations of a tenant are read, and referred to by name`() throws {
        let file = try ApplyFile(
            """
            tenants:
              - slug: wake
                name: Wake
                kind: alarm
                roles: [{name: Night shift, may: [users.note]}]
                invitations: [{email: nik@example.org, name: Nik, role: Night shift}]
            admins:
              - {email: rosa@example.org, name: Rosa, tenants: {wake: Night shift}}
            """)
        #expect(file.tenants[0].roles?.map(\.name) == ["Night shift"])
        #expect(file.tenants[0].roles?[0].permissions == [.noteUsers])
        #expect(file.tenants[0].invitations?.map(\.email) == ["nik@example.org"])
        #expect(file.admins[0].tenants[0].role == "Night shift")
    }

    @Test func `what is wrong with a key is said before anything is done`() {
        func key(_ text: String) -> String {
            problem("tenants:\n  - {slug: wake, name: Wake, kind: alarm, keys: [{\(text)}]}")
        }
        #expect(key("name: A, scopes: [users.read]") == "none")
        #expect(key("name: A").contains("tenant 1, key 1: “scopes” is missing"))
        #expect(
            key("name: A, scopes: [users.fly]").contains(
                "there is no scope “users.fly”; there are answers.read, answers.write"))
        #expect(key("name: A, scopes: []").contains("“A”: "))
        #expect(key("name: A, scopes: [users.read], days: 366").contains("from 1 to 365"))
        #expect(key("name: A, scopes: [users.read], days: soon").contains("“days” must be a number"))
        #expect(key("name: A, scopes: [users.read], addresses: [10.0.0.1/8]").contains("10.0.0.1/8"))
        #expect(key("name: A, scopes: [users.read], requests_per_minute: 0").contains("“A”: "))
        #expect(
            key("name: A, scopes: [users.read]}, {name: A, scopes: [users.read]").contains(
                "key of wake “A” stands in the file twice"))
        #expect(key("name: A, scopes: [users.read], secret: x").contains("there is no key “secret”"))
    }

    @Test func `a permission that does not exist, a role nobody declares, and what is said twice are refused by name`()
    {
        let tenant = "tenants:\n  - slug: wake\n    name: Wake\n    kind: alarm\n"
        #expect(
            problem(tenant + "    roles: [{name: A, may: [users.fly]}]").contains(
                "tenant 1, role 1: there is no permission “users.fly”; there are admins.manage, admins.see"))
        #expect(problem(tenant + "    roles: [{name: A}]").contains("“may” is missing"))
        #expect(
            problem(tenant + "    roles: [{name: A, may: []}, {name: a, may: []}]")
                == "role of wake “a” stands in the file twice")
        let invitation = tenant + "    invitations: [{email: nik@example.org, name: Nik, role: Boss}]"
        #expect(
            problem(invitation).contains(
                "invitation of nik@example.org: there is no role “Boss” for wake; there are owner, manager"))
        let both =
            tenant
            + "    invitations: [{email: Nik@example.org, name: Nik, role: owner}]\nadmins:\n  - {email: nik@example.org, name: Nik, tenants: {wake: owner}}"
        #expect(problem(both) == "member of wake “nik@example.org” stands in the file twice")
        #expect(problem(tenant + "  - {slug: wake, name: B, kind: alarm}") == "tenant “wake” stands in the file twice")
        #expect(
            problem("admins:\n  - {email: a@b.co, name: A}\n  - {email: A@b.co, name: B}")
                == "admin “a@b.co” stands in the file twice")
    }

    @Test func `a key that does not exist is named, and so are those that do`() {
        #expect(problem("tenant: []").contains("no key “tenant”; there are admins, tenants"))
        #expect(
            problem("tenants:\n  - {slug: a, name: A, kind: alarm, colour: red}").contains(
                "tenant 1: there is no key “colour”"))
        #expect(
            problem("admins:\n  - {email: a@b.co, name: A, password: secret}").contains(
                "admin 1: there is no key “password”"))
    }

    @Test func `what is missing is named with its place`() {
        #expect(problem("tenants:\n  - {slug: a, kind: alarm}") == "tenant 1: “name” is missing")
        #expect(problem("admins:\n  - {email: a@b.co, name: A}\n  - {name: B}") == "admin 2: “email” is missing")
    }

    @Test func `a role that does not exist, and operator as a role of a tenant, are refused`() {
        #expect(problem("admins:\n  - {email: a@b.co, name: A, tenants: {wake: boss}}").contains("owner, manager"))
        #expect(problem("admins:\n  - {email: a@b.co, name: A, tenants: {wake: operator}}").contains("owner, manager"))
    }

    @Test func `what is no YAML is said to be none`() {
        #expect(problem("tenants: [").contains("not YAML"))
        #expect(problem("just words").contains("must begin with"))
        #expect(problem("").contains("must begin with"))
    }

    @Test func `a bad e-mail is refused before anything is opened`() {
        #expect(
            problem("admins:\n  - {email: a@b.co, name: A, language: tlh}").contains("doesn't speak “tlh”, but en, es"))
        #expect(problem("admins:\n  - {email: a@@b, name: A}").contains("“a@@b” is not an e-mail address"))
    }
}
