import Testing

@testable import roost

@Suite struct ApplyFileTests {
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
        #expect(file.admins[0].tenants.map(\.role) == [.owner, .auditor])
    }

    @Test func `a key that does not exist is named, and so are those that do`() {
        #expect(problem("tenant: []").contains("no key “tenant”; there are admins, tenants"))
        #expect(problem("tenants:\n  - {slug: a, name: A, kind: alarm, colour: red}").contains("tenant 1: there is no key “colour”"))
        #expect(problem("admins:\n  - {email: a@b.co, name: A, password: secret}").contains("admin 1: there is no key “password”"))
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
        #expect(problem("admins:\n  - {email: a@@b, name: A}").contains("“a@@b” is not an e-mail address"))
    }
}
