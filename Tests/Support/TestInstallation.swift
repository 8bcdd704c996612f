import Console
import Core
import Crypto
import Postgres
import Secrets

/// A database with its keys. Several consoles on one installation represent several processes.
package struct TestInstallation: Sendable {
    package let database: TestDatabase
    package let keyring: Keyring
    package let keys: InstallationKeys
    package let erased = ErasedPeople(path: TestCluster.ownDirectory("erased"))

    package init() throws {
        database = try TestDatabase.make()
        keyring = Keyring(current: SymmetricKey(size: .bits256))
        var random = SystemRandomNumberGenerator()
        keys = try InstallationKeys(
            DataKey.make(version: 1, using: &random), keyring: keyring,
            connect: { [database] in try database.connection() })
    }

    /// The same keys in another process, which looks for a new one after that many seconds.
    package func keysOfAnotherProcess(heldSeconds: Int = 60) throws -> InstallationKeys {
        try InstallationKeys(
            keys.root, keyring: keyring, heldSeconds: heldSeconds, connect: { [database] in try database.connection() })
    }

    package var trail: AuditTrail { AuditTrail(keyring: keyring, keys: keys) }

    package func bootstrap(_ command: String = "test") -> BootstrapAcrossTenants {
        BootstrapAcrossTenants(keys: keys, trail: trail, actor: .script(command))
    }

    /// Makes a tenant with a unique slug and a unique name.
    package func makeTenant(
        _ slug: String = "t" + unique(), kind: String = "alarm", holdsPeople: Bool = true,
        zone: String = "Europe/Madrid",
        name: String? = nil
    ) throws -> Tenant {
        let tenant = Tenant(
            id: .make(), slug: slug, name: name ?? "Tenant \(slug)", kind: kind, holdsPeople: holdsPeople, zone: zone,
            currency: "EUR", accent: "#b4400a", languages: ["en"])
        try database.with(.app) { try $0.inTenant(Tenant.installation.id) { try bootstrap().add(tenant, in: $0) } }
        return tenant
    }

    /// Makes an admin who can sign in. Without a tenant: an operator.
    package func makeAdmin(
        _ role: Role = .operator, in tenant: Tenant? = nil, email: String? = nil, name: String = "Admin",
        language: String = "en",
        password: String? = TestAdmin.password, hasSecondStep: Bool = true
    ) throws -> TestAdmin {
        let email = email ?? "admin-\(unique())@example.com"
        var random = SystemRandomNumberGenerator()
        let secret = TOTP.make(using: &random).secret
        let admin = BootstrapAcrossTenants.Admin(
            email: email, name: name, language: language, isOperator: role == .operator,
            passwordHash: try password.map(TestAdmin.cheapHash), totpSecret: hasSecondStep ? secret : nil)
        let id = try database.with(.app) { connection in
            try connection.inTenant(Tenant.installation.id) { tx in
                let id = try bootstrap().add(admin, in: tx).id
                if let tenant, role != .operator {
                    _ = try bootstrap().give(role, in: tenant, to: id, name: name, in: tx)
                }
                return id
            }
        }
        return TestAdmin(id: id, email: email, name: name, secret: secret)
    }

    /// Makes another admin of the tenant, in the state that the route needs.
    package func makeColleague(for route: Route, in tenant: Tenant) throws -> TestAdmin {
        let isIn = !route.pattern.hasSuffix("/invitation")
        let admin = try makeAdmin(.support, in: tenant, password: isIn ? TestAdmin.password : nil, hasSecondStep: isIn)
        if route.pattern.hasSuffix("disabling/end") {
            try set("update admins set disabled_at = now() where id = \(admin.id)")
        }
        return admin
    }

    /// Makes one of the tenant's own roles.
    package func makeRole(_ name: String, _ permissions: [Permission], in tenant: Tenant) throws -> ID {
        let id = ID.make()
        try inTenant(tenant) { tx in
            _ = try tx.rows(
                "insert into roles (tenant_id, id, name, permissions) values (\(tenant.id), \(id), \(name), \(permissions.map(\.id)))"
            )
        }
        return id
    }

    package func give(own role: ID, in tenant: Tenant, to admin: TestAdmin) throws {
        try set(
            """
            insert into memberships (tenant_id, admin_id, role, role_id) values (\(tenant.id), \(admin.id), 'custom', \(role))
            on conflict (tenant_id, admin_id) do update set role = 'custom', role_id = excluded.role_id
            """)
    }

    package func give(_ role: Role, in tenant: Tenant, to admin: TestAdmin) throws {
        try database.with(.app) { connection in
            try connection.inTenant(Tenant.installation.id) { tx in
                _ = try bootstrap().give(role, in: tenant, to: admin.id, name: admin.name, in: tx)
            }
        }
    }

    /// Adds a membership that the admin must accept; their mailbox counts as proven.
    package func offer(_ role: Role, in tenant: Tenant, to admin: TestAdmin) throws {
        try set("update admins set mailbox_proven_at = now() where id = \(admin.id)")
        try set(
            """
            insert into memberships (tenant_id, admin_id, role, accepted_at, offered_name, offered_email, offered_at)
            values (\(tenant.id), \(admin.id), \(role.rawValue), null, 'As Typed', 'as@typed.example', now())
            """)
    }

    package func addNotice(for boss: TestAdmin) throws -> ID {
        let id = ID.make()
        try set(
            "insert into shell_notices (id, kind, admin_id, reason, at) values (\(id), 'operator_made', \(boss.id), '', now())"
        )
        try set("insert into shell_notice_readers (notice_id, admin_id) values (\(id), \(boss.id))")
        return id
    }

    /// Runs a statement that prepares a test, with the rights of a superuser.
    package func set(_ sql: SQL) throws { try database.with(.superuser) { _ = try $0.send(sql).rows() } }

    /// The same for rows whose triggers need the transaction's tenant.
    package func set(_ sql: SQL, in tenant: Tenant) throws {
        try database.with(.superuser) { try $0.inTenant(tenant.id) { _ = try $0.rows(sql) } }
    }

    /// Makes a one-time link to choose a password.
    package func makeLink(for admin: TestAdmin) throws -> String {
        try database.with(.app) { connection in
            try connection.inTenant(Tenant.installation.id) {
                try bootstrap().makeLink(for: admin.id, name: admin.name, in: $0).text
            }
        }
    }

    /// Makes a session as the sign-in page does.
    package func makeSession(_ admin: ID, stage: String = "full", now: Timestamp = .now) throws -> TestSession {
        try makeSessions(1, admin, stage: stage, now: now)[0]
    }

    package func makeSessions(_ count: Int, _ admin: ID, stage: String, now: Timestamp) throws -> [TestSession] {
        let expires = now.adding(seconds: stage == "full" ? 12 * 3600 : 600)
        return try database.with(.app) { connection in
            let sessions = try (0..<count).map { _ in
                let (token, id) = (Token.random(), ID.make(at: now))
                _ = try connection.send(
                    """
                    insert into sessions (token_hash, id, admin_id, stage, address, agent, created_at, last_used_at, proved_at, expires_at)
                    values (\(token.hash), \(id), \(admin), \(stage), '127.0.0.1', 'tests', \(now), \(now), \(now), \(expires))
                    """)
                return TestSession(id: id, token: token.text, csrf: keys.csrfToken(for: token.text))
            }
            _ = try connection.send("select 1 as one").rows()
            return sessions
        }
    }
}

package struct TestSession: Sendable {
    package let id: ID
    package let token: String
    package let csrf: String
}

package struct TestAdmin: Sendable {
    package static let password = "correct horse battery staple"

    package let id: ID
    package let email: String
    package let name: String
    package let secret: [UInt8]

    package init(id: ID, email: String, name: String, secret: [UInt8]) {
        self.id = id
        self.email = email
        self.name = name
        self.secret = secret
    }

    package func code(at now: Timestamp, stepsOff: Int64 = 0) -> String {
        Self.code(of: secret, at: now, stepsOff: stepsOff)
    }

    /// The six digits of that moment, by another implementation than the product's (RFC 6238).
    package static func code(of secret: [UInt8], at now: Timestamp, stepsOff: Int64 = 0) -> String {
        let counter = UInt64(bitPattern: now.seconds / 30 + stepsOff)
        let message = (0..<8).map { UInt8(truncatingIfNeeded: counter >> (56 - 8 * $0)) }
        let mac = Array(HMAC<Insecure.SHA1>.authenticationCode(for: message, using: SymmetricKey(data: secret)))
        let at = Int(mac[19] & 15)
        let number = mac[at..<at + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        let digits = String(number % 1_000_000)
        return String(repeating: "0", count: 6 - digits.count) + digits
    }

    /// Makes a hash that is fast to check; the first sign-in replaces it with an expensive one.
    package static func cheapHash(_ password: String) throws -> String {
        var random = SystemRandomNumberGenerator()
        var cheap = Argon2Parameters.current
        (cheap.memory, cheap.passes, cheap.lanes) = (8, 1, 1)
        return try PasswordHash(of: password, parameters: cheap, using: &random).phc
    }
}

/// Returns ten random letters and digits that are unique.
package func unique() -> String {
    let number = UInt64.random(in: 0..<(36 * 36 * 36 * 36 * 36 * 36 * 36 * 36))
    let text = String(number, radix: 36)
    return "x" + String(repeating: "0", count: 8 - text.count) + text + "x"
}
