import Console
import Core
import HTML
import Yams

/// The contents of a file for `roost apply`. Unknown and repeated keys are refused by name, so that a typing error is
/// noticed. A missing list declares nothing, unlike an empty one.
struct ApplyFile {
    struct TenantEntry {
        var slug: String
        var name: String
        var kind: String
        var zone: String
        var currency: String
        var languages: [String]
        /// The tenant's own roles; nil if the file does not mention them.
        var roles: [DeclaredRole]?
        var invitations: [InvitationEntry]?
        var keys: [KeyEntry]?
    }

    struct KeyEntry {
        var key: DeclaredKey
        /// The file to which a new key's text is written; nil prints it.
        var file: String?
    }

    struct InvitationEntry {
        var email: String
        var name: String
        var language: String
        /// One of Roost's roles, or one that the tenant's entry declares.
        var role: String
    }

    struct AdminEntry {
        var email: String
        var name: String
        var language: String
        var isOperator: Bool
        var passwordFile: String?
        var passwordVariable: String?
        var totpSecretFile: String?
        var totpSecretVariable: String?
        /// The role by tenant slug, as in an invitation.
        var tenants: [(slug: String, role: String)]
    }

    var tenants: [TenantEntry] = []
    var admins: [AdminEntry] = []
    /// True if the file mentions them at all.
    private(set) var speaksOfTenants = false
    private(set) var speaksOfAdmins = false

    init(_ text: String) throws {
        let document: Node?
        do { document = try Yams.compose(yaml: text) } catch { throw Failure("this is not YAML: \(error)") }
        guard let root = document?.mapping else { throw Failure("the file must begin with `tenants:` or `admins:`") }
        try Self.check(root, allowed: ["tenants", "admins"], in: "the file")
        (speaksOfTenants, speaksOfAdmins) = (root["tenants"] != nil, root["admins"] != nil)
        tenants = try Self.list(root, "tenants", "tenant", Self.tenant) ?? []
        admins = try Self.list(root, "admins", "admin", Self.admin) ?? []
        try Self.refuseTwice(tenants.map(\.slug), "tenant")
        try Self.refuseTwice(admins.map { $0.email.lowercased() }, "admin")
        for tenant in tenants {
            try Self.refuseTwice(tenant.roles?.map { $0.name.lowercased() } ?? [], "role of \(tenant.slug)")
            let invited = tenant.invitations?.map { $0.email.lowercased() } ?? []
            try Self.refuseTwice(invited, "invitation to \(tenant.slug)")
            let members = admins.filter { $0.tenants.contains { $0.slug == tenant.slug } }.map { $0.email.lowercased() }
            try Self.refuseTwice(invited + members, "member of \(tenant.slug)")
            try Self.refuseTwice(tenant.keys?.map(\.key.name) ?? [], "key of \(tenant.slug)")
            for one in tenant.invitations ?? [] {
                try checkRole(one.role, of: tenant.slug, "invitation of \(one.email)")
            }
        }
        for admin in admins {
            for (slug, role) in admin.tenants { try checkRole(role, of: slug, "admin \(admin.email)") }
        }
    }

    // MARK: Entries

    private static func tenant(_ map: Node.Mapping, _ place: String) throws -> TenantEntry {
        try check(
            map, allowed: ["slug", "name", "kind", "zone", "currency", "languages", "roles", "invitations", "keys"],
            in: place)
        return TenantEntry(
            slug: try text(map, "slug", place), name: try text(map, "name", place), kind: try text(map, "kind", place),
            zone: map["zone"]?.string ?? "UTC", currency: map["currency"]?.string ?? "EUR",
            languages: map["languages"]?.sequence?.compactMap(\.string) ?? ["en"],
            roles: try list(map, "roles", "\(place), role", role),
            invitations: try list(map, "invitations", "\(place), invitation", invitation),
            keys: try list(map, "keys", "\(place), key", key))
    }

    private static func key(_ map: Node.Mapping, _ place: String) throws -> KeyEntry {
        try check(map, allowed: ["name", "scopes", "addresses", "requests_per_minute", "days", "key_file"], in: place)
        let scopes = try map["scopes"]?.sequence?.map { node -> Scope in
            guard let scope = node.string.flatMap({ Scope(id: $0) }) else {
                throw Failure(
                    "\(place): there is no scope “\(node.string ?? "?")”; there are \(Scope.all.map(\.id).sorted().joined(separator: ", "))"
                )
            }
            return scope
        }
        guard let scopes else { throw Failure("\(place): “scopes” is missing: a list of what the key may do") }
        let key = DeclaredKey(
            name: try text(map, "name", place), scopes: scopes,
            addresses: map["addresses"]?.sequence?.compactMap(\.string) ?? [],
            requestsPerMinute: try number(map, "requests_per_minute", place) ?? DeclaredKey.usualRequests,
            days: try number(map, "days", place) ?? DeclaredKey.usualDays)
        if let wrong = key.wrong { throw Failure("\(place): “\(key.name)”: \(wrong)") }
        return KeyEntry(key: key, file: map["key_file"]?.string)
    }

    private static func role(_ map: Node.Mapping, _ place: String) throws -> DeclaredRole {
        try check(map, allowed: ["name", "may"], in: place)
        let permissions = try map["may"]?.sequence?.map { node -> Permission in
            guard let permission = node.string.flatMap({ Permission(id: $0) }) else {
                throw Failure(
                    "\(place): there is no permission “\(node.string ?? "?")”; there are \(Permission.all.map(\.id).sorted().joined(separator: ", "))"
                )
            }
            return permission
        }
        guard let permissions else { throw Failure("\(place): “may” is missing: a list of permissions") }
        let role = DeclaredRole(name: try text(map, "name", place), permissions: Set(permissions))
        if let wrong = role.wrong { throw Failure("\(place): “\(role.name)”: \(wrong)") }
        return role
    }

    private static func invitation(_ map: Node.Mapping, _ place: String) throws -> InvitationEntry {
        try check(map, allowed: ["email", "name", "language", "role"], in: place)
        return InvitationEntry(
            email: try email(map, place), name: try text(map, "name", place), language: try language(map, place),
            role: try text(map, "role", place))
    }

    private static func admin(_ map: Node.Mapping, _ place: String) throws -> AdminEntry {
        try check(
            map,
            allowed: [
                "email", "name", "language", "operator", "password_file", "password_env", "totp_secret_file",
                "totp_secret_env", "tenants",
            ], in: place)
        return AdminEntry(
            email: try email(map, place), name: try text(map, "name", place), language: try language(map, place),
            isOperator: map["operator"]?.bool ?? false, passwordFile: map["password_file"]?.string,
            passwordVariable: map["password_env"]?.string, totpSecretFile: map["totp_secret_file"]?.string,
            totpSecretVariable: map["totp_secret_env"]?.string,
            tenants: try (map["tenants"]?.mapping ?? Node.Mapping([])).map { slug, role in
                guard let slug = slug.string, let role = role.string else {
                    throw Failure("\(place): tenants: write SLUG: ROLE")
                }
                return (slug, role)
            })
    }

    // MARK: Checks of every entry

    private func checkRole(_ role: String, of slug: String, _ place: String) throws {
        if Role.ofTenants.contains(where: { $0.rawValue == role }) { return }
        let own = tenants.first { $0.slug == slug }?.roles?.map(\.name) ?? []
        guard !own.contains(role) else { return }
        throw Failure(
            "\(place): there is no role “\(role)” for \(slug); there are \((Role.ofTenants.map(\.rawValue) + own).joined(separator: ", ")), and whatever the tenant's `roles:` declares"
        )
    }

    private static func refuseTwice(_ names: [String], _ what: String) throws {
        var seen: Set<String> = []
        for name in names where !seen.insert(name).inserted {
            throw Failure("\(what) “\(name)” stands in the file twice")
        }
    }

    private static func list<Entry>(
        _ map: Node.Mapping, _ key: String, _ what: String, _ entry: (Node.Mapping, String) throws -> Entry
    ) throws -> [Entry]? {
        guard let node = map[key] else { return nil }
        guard let items = node.sequence else { throw Failure("“\(key)” must be a list") }
        return try items.enumerated().map { index, node in
            guard let map = node.mapping else { throw Failure("\(what) \(index + 1): expected names and values") }
            return try entry(map, "\(what) \(index + 1)")
        }
    }

    private static func check(_ map: Node.Mapping, allowed: Set<String>, in place: String) throws {
        for (key, _) in map {
            guard let name = key.string, allowed.contains(name) else {
                throw Failure(
                    "\(place): there is no key “\(key.string ?? "?")”; there are \(allowed.sorted().joined(separator: ", "))"
                )
            }
        }
    }

    private static func text(_ map: Node.Mapping, _ key: String, _ place: String) throws -> String {
        guard let value = map[key]?.string, !value.isEmpty else { throw Failure("\(place): “\(key)” is missing") }
        return value
    }

    private static func number(_ map: Node.Mapping, _ key: String, _ place: String) throws -> Int? {
        guard let node = map[key] else { return nil }
        guard let number = node.int else { throw Failure("\(place): “\(key)” must be a number") }
        return number
    }

    /// The language of the console.
    private static func language(_ map: Node.Mapping, _ place: String) throws -> String {
        guard let code = map["language"]?.string else { return Language.en.code }
        guard Language(code: code) != nil else {
            throw Failure(
                "\(place): the console doesn't speak “\(code)”, but \(Language.allCases.map(\.code).joined(separator: ", "))"
            )
        }
        return code
    }

    private static func email(_ map: Node.Mapping, _ place: String) throws -> String {
        let email = try text(map, "email", place)
        guard EmailAddress.isPlausible(email) else { throw Failure("\(place): “\(email)” is not an e-mail address") }
        return email
    }
}
