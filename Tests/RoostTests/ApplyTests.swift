import Console
import Core
import Postgres
import Secrets
import Support
import Testing

@testable import roost

@Suite struct ApplyTests {
    private let installation: TestInstallation
    private let word = unique()

    init() throws {
        // What roles may do and keys may ask is declared by the features.
        _ = ConsoleApplication.declarations
        installation = try TestInstallation()
    }

    private var file: String {
        """
        tenants:
          - slug: \(word)
            name: Wake \(word)
            kind: alarm
            languages: [en, fa]
            roles:
              - {name: Night shift, may: [users.suspend, users.note]}
              - {name: Reader, may: [users.see]}
            invitations:
              - {email: nik-\(word)@example.org, name: Nik, role: Night shift, language: fa}
        admins:
          - email: sara-\(word)@example.org
            name: Sara
            tenants: {\(word): owner}
          - {email: rosa-\(word)@example.org, name: Rosa, tenants: {\(word): Reader}}
        """
    }

    @Test func `a key is made once, works, and what is otherwise is told`() throws {
        func yaml(_ keys: String) -> String {
            "tenants:\n  - {slug: \(word), name: Wake, kind: alarm, keys: [\(keys)]}\nadmins:\n  - {email: k-\(word)@example.org, name: K, tenants: {\(word): owner}}\n"
        }
        let declared = "{name: Billing, scopes: [users.read], addresses: [10.0.0.0/8], days: 30, key_file: /x}"
        #expect(try apply(yaml(declared), dryRun: true).keys.count == 1)
        let done = try apply(yaml(declared))
        let made = try #require(done.keys.first)
        #expect(
            made.file == "/x" && made.text.hasPrefix("rst_live_")
                && done.lines.contains("make the key “Billing” of \(word)"))
        let stored = try texts(
            """
            select name || ' ' || scopes::text || ' ' || addresses::text || ' ' || requests_per_minute
                || ' ' || round(extract(epoch from expires_at - now()) / 86400) as v from api_keys where tenant_id = \(tenant)
            """)
        #expect(stored == ["Billing {users.read} {10.0.0.0/8} 600 30"])
        #expect(try events().contains("script key.created Billing"))
        let hashes = try texts("select encode(hash, 'hex') as v from api_key_secrets where tenant_id = \(tenant)")
        #expect(hashes == [Hex.encode(try #require(APIKeyText(made.text)).hash(key: installation.keys.apiKeys))])

        let again = try apply(yaml(declared))
        #expect(again.keys.isEmpty && again.lines.isEmpty && again.drift.allSatisfy { !$0.contains("key “") })
        try installation.set("update api_keys set disabled_at = now() where tenant_id = \(tenant)")
        let drift = try apply(
            yaml("{name: Billing, scopes: [users.write], requests_per_minute: 60}"),
            now: Timestamp.now.adding(seconds: 31 * 86400)
        ).drift
        #expect(drift.contains("key “Billing” of \(word) is disabled"))
        #expect(drift.contains("key “Billing” of \(word): scopes “users.read”, in the file “users.write”"))
        #expect(drift.contains("key “Billing” of \(word): requests a minute “600”, in the file “60”"))
        #expect(drift.contains { $0.hasPrefix("key “Billing” of \(word) has expired") })
        #expect(try apply(yaml("")).drift.contains("key “Billing” of \(word) is not in the file"))
    }

    @discardableResult
    private func apply(_ yaml: String, now: Timestamp = .now, dryRun: Bool = false) throws -> ApplyWork.Done {
        struct DryRun: Error { var done: ApplyWork.Done }
        let file = try ApplyFile(yaml)
        var actor = Actor.script("apply")
        actor.now = now
        let work = ApplyWork(
            bootstrap: BootstrapAcrossTenants(keys: installation.keys, trail: installation.trail, actor: actor),
            link: { "/enrol/" + $0.text })
        let admins = file.admins.map {
            (
                $0,
                BootstrapAcrossTenants.Admin(
                    email: $0.email, name: $0.name, language: $0.language, isOperator: $0.isOperator)
            )
        }
        do {
            return try installation.database.with(.app) { connection in
                try connection.inTenant(Tenant.installation.id) { tx in
                    let done = try work.apply(file, admins, in: tx)
                    if dryRun { throw DryRun(done: done) }
                    return done
                }
            }
        } catch let rehearsed as DryRun {
            return rehearsed.done
        }
    }

    private func texts(_ sql: SQL) throws -> [String] {
        try installation.database.with(.superuser) { try $0.send(sql).rows().map { try $0.text("v") } }
    }

    private var tenant: SQL { "(select tenants.id from tenants where tenants.slug = \(word))" }

    private func members() throws -> [String] {
        try texts(
            """
            select admins.name || ': ' || coalesce(roles.name, memberships.role) as v from memberships
            join admins on admins.id = memberships.admin_id left join roles on roles.id = memberships.role_id
            where memberships.tenant_id = \(tenant) order by 1
            """)
    }

    private func events() throws -> [String] {
        try texts(
            """
            select audit_events.actor_kind || ' ' || audit_events.action || ' ' || audit_events.object_name as v
            from audit_events where audit_events.tenant_id = \(tenant) order by audit_events.sequence
            """)
    }

    @Test func `what the file says is made, recorded in the tenant's trail, and made once`() throws {
        let done = try apply(file)
        #expect(
            done.lines == [
                "create tenant \(word) (alarm)", "make the role “Night shift” of \(word)",
                "make the role “Reader” of \(word)",
                "create admin sara-\(word)@example.org", "make sara-\(word)@example.org owner of \(word)",
                "create admin rosa-\(word)@example.org", "make rosa-\(word)@example.org Reader of \(word)",
                "invite nik-\(word)@example.org to \(word) as Night shift",
            ])
        #expect(done.links.count == 3 && done.links[2].hasPrefix("link for nik-\(word)@example.org: /enrol/"))
        #expect(try members() == ["Nik: Night shift", "Rosa: Reader", "Sara: owner"])
        #expect(
            try texts(
                "select roles.name || array_to_string(roles.permissions, ' ') as v from roles where roles.tenant_id = \(tenant) order by 1"
            )
                == ["Night shifthome.see users.see users.note users.suspend", "Readerhome.see users.see"])
        #expect(
            try events() == [
                "script role.added Night shift", "script role.added Reader", "script membership.given Sara",
                "script membership.given Rosa", "script admin.invited Nik",
            ])
        let before = try installation.fingerprint()
        let again = try apply(file)
        #expect(again.lines == [] && again.links == [])
        #expect(try installation.fingerprint() == before)
    }

    @Test func `a dry run says the same and changes nothing`() throws {
        let before = try installation.fingerprint()
        let rehearsed = try apply(file, dryRun: true)
        #expect(try installation.fingerprint() == before)
        #expect(try apply(file).lines == rehearsed.lines)
    }

    @Test func `a role that the file says otherwise is changed, and so is who has which`() throws {
        try apply(file)
        let changed = file.replacing("[users.suspend, users.note]", with: "[users.export]").replacing(
            "\(word): Reader", with: "\(word): analyst")
        #expect(
            try apply(changed).lines == [
                "change the role “Night shift” of \(word)", "make rosa-\(word)@example.org analyst of \(word)",
            ])
        #expect(try members() == ["Nik: Night shift", "Rosa: analyst", "Sara: owner"])
        #expect(
            try texts(
                "select audit_events.changes as v from audit_events where audit_events.tenant_id = \(tenant) and audit_events.action = 'role.changed'"
            )
                == [#"{"users.note":["yes","no"],"users.suspend":["yes","no"],"users.export":["no","yes"]}"#])
        #expect(try apply(changed).lines == [])
        let invited = changed.replacing("name: Nik, role: Night shift", with: "name: Nik, role: Reader")
        #expect(try apply(invited).lines == ["make nik-\(word)@example.org Reader of \(word)"])
    }

    @Test func `an invitation is renewed when it ran out unused, and only then`() throws {
        let start = Timestamp.now
        let first = try #require(try apply(file, now: start).links.last)
        #expect(try apply(file, now: start.adding(seconds: 71 * 3600)).links == [])
        let later = start.adding(seconds: 73 * 3600)
        let renewed = try apply(file, now: later)
        #expect(renewed.lines == ["renew the invitation of nik-\(word)@example.org to \(word)"])
        #expect(renewed.links.count == 1 && renewed.links.last != first)
        let nik: SQL = "(select admins.id from admins where admins.email = \("nik-\(word)@example.org"))"
        #expect(try installation.number("select count(*) as n from enrolment_links where admin_id = \(nik)") == 1)
        try installation.set("update admins set password_hash = 'x', totp_secret = 'x' where id = \(nik)")
        #expect(try apply(file, now: later.adding(seconds: 400 * 3600)).lines == [])
    }

    @Test func `who has an account already is given the role and no link`() throws {
        let there = try installation.makeAdmin(
            .owner, in: installation.makeTenant(), email: "nik-\(word)@example.org", name: "Nik")
        let done = try apply(file)
        #expect(done.lines.contains("invite \(there.email) to \(word) as Night shift"))
        #expect(done.links.contains { $0.contains(there.email) } == false)
        #expect(try apply(file).lines == [])
    }

    @Test func `what is there and the file does not say, or says otherwise, is told and stays`() throws {
        try apply(file)
        let there = try #require(
            try installation.database.with(.app) {
                try $0.inTenant(Tenant.installation.id) { try installation.bootstrap().tenant(word, in: $0) }
            })
        _ = try installation.makeRole("Of the console", [.seeHome], in: there)
        let other = try installation.makeAdmin(.auditor, in: there)
        let boss = try installation.makeAdmin(name: "Boss")
        let second = try installation.makeTenant()
        try installation.set("update tenants set name = 'Renamed', currency = 'USD' where id = \(there.id)")
        try installation.set(
            "update admins set name = 'Sarah', disabled_at = now() where email = \("sara-\(word)@example.org")")
        let before = try installation.fingerprint()
        let drift = try apply(file.replacing("name: Rosa,", with: "name: Rosa, operator: true,")).drift
        #expect(try installation.fingerprint() == before)
        for line in [
            "tenant \(second.slug) is not in the file", "tenant \(word): name is “Renamed”, in the file “Wake \(word)”",
            "tenant \(word): currency is “USD”, in the file “EUR”",
            "role “Of the console” of \(word) is not in the file",
            "\(other.email) is auditor of \(word), and not in the file",
            "\(boss.email) is an operator, and none in the file",
            "sara-\(word)@example.org: name is “Sarah”, in the file “Sara”", "sara-\(word)@example.org is disabled",
            "rosa-\(word)@example.org is no operator, and one in the file: `roost admin make-operator --email rosa-\(word)@example.org`",
        ] { #expect(drift.contains(line), "\(line)") }
        #expect(drift.contains { $0.contains("Night shift") || $0.contains("nik-") || $0.contains("zone") } == false)
    }

    @Test func `a file that leaves a list out says nothing about it`() throws {
        try apply(file)
        #expect(try apply("admins: []").drift.allSatisfy { $0.contains("operator") })
        #expect(
            try apply("tenants:\n  - {slug: \(word), name: Wake \(word), kind: alarm, languages: [en, fa]}").drift
                .allSatisfy { $0.contains("tenant") && !$0.contains(word) })
    }

    @Test func `the last owner stays one, whatever the file says, and nothing else of the file happens`() throws {
        let tenant = try installation.makeTenant(word, name: "Wake \(word)")
        let owner = try installation.makeAdmin(.owner, in: tenant, email: "sara-\(word)@example.org", name: "Sara")
        let before = try installation.fingerprint()
        let error = #expect(throws: DatabaseError.self) {
            try apply(file.replacing("\(word): owner", with: "\(word): editor"))
        }
        #expect(error?.sqlState == "RT004")
        #expect(try installation.fingerprint() == before)
        #expect(try apply(file).lines.contains("make \(owner.email) owner of \(word)") == false)
    }

    @Test func `a role's name can't be one of Roost's own, in any language`() {
        for name in ["Owner", "OPERATOR", "مالک"] {
            #expect(throws: Failure.self, "\(name)") {
                try ApplyFile(
                    file.replacing("name: Reader", with: "name: \(name)").replacing(": Reader}", with: ": \(name)}"))
            }
        }
    }
}
