import Core
import Yams

/// What a file for `roost apply` says. Keys that are not known are refused by name: a slip must not pass unseen.
struct ApplyFile {
    struct TenantEntry {
        var slug: String
        var name: String
        var kind: String
        var zone: String
        var currency: String
        var languages: [String]
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
        /// Role by tenant slug.
        var tenants: [(slug: String, role: Role)]
    }

    var tenants: [TenantEntry] = []
    var admins: [AdminEntry] = []

    init(_ text: String) throws {
        let document: Node?
        do { document = try Yams.compose(yaml: text) } catch { throw Failure("this is not YAML: \(error)") }
        guard let root = document?.mapping else { throw Failure("the file must begin with `tenants:` or `admins:`") }
        try Self.check(root, allowed: ["tenants", "admins"], in: "the file")
        for (index, node) in (root["tenants"]?.sequence.map(Array.init) ?? []).enumerated() {
            let place = "tenant \(index + 1)"
            guard let map = node.mapping else { throw Failure("\(place): expected slug, name, kind") }
            try Self.check(map, allowed: ["slug", "name", "kind", "zone", "currency", "languages"], in: place)
            tenants.append(
                TenantEntry(
                    slug: try Self.text(map, "slug", place), name: try Self.text(map, "name", place), kind: try Self.text(map, "kind", place),
                    zone: map["zone"]?.string ?? "UTC", currency: map["currency"]?.string ?? "EUR",
                    languages: map["languages"]?.sequence?.compactMap(\.string) ?? ["en"]))
        }
        for (index, node) in (root["admins"]?.sequence.map(Array.init) ?? []).enumerated() {
            let place = "admin \(index + 1)"
            guard let map = node.mapping else { throw Failure("\(place): expected email, name") }
            try Self.check(
                map,
                allowed: ["email", "name", "language", "operator", "password_file", "password_env", "totp_secret_file", "totp_secret_env", "tenants"],
                in: place)
            var roles: [(String, Role)] = []
            for (slug, role) in map["tenants"]?.mapping ?? Node.Mapping([]) {
                guard let slug = slug.string, let text = role.string, let role = Role(rawValue: text), role != .operator else {
                    throw Failure("\(place): tenants: write SLUG: ROLE with one of \(Role.ofTenants.map(\.rawValue).joined(separator: ", "))")
                }
                roles.append((slug, role))
            }
            let email = try Self.text(map, "email", place)
            guard EmailAddress.isPlausible(email) else { throw Failure("\(place): “\(email)” is not an e-mail address") }
            admins.append(
                AdminEntry(
                    email: email, name: try Self.text(map, "name", place), language: map["language"]?.string ?? "en",
                    isOperator: map["operator"]?.bool ?? false, passwordFile: map["password_file"]?.string,
                    passwordVariable: map["password_env"]?.string, totpSecretFile: map["totp_secret_file"]?.string,
                    totpSecretVariable: map["totp_secret_env"]?.string, tenants: roles))
        }
    }

    private static func check(_ map: Node.Mapping, allowed: Set<String>, in place: String) throws {
        for (key, _) in map {
            guard let name = key.string, allowed.contains(name) else {
                throw Failure("\(place): there is no key “\(key.string ?? "?")”; there are \(allowed.sorted().joined(separator: ", "))")
            }
        }
    }

    private static func text(_ map: Node.Mapping, _ key: String, _ place: String) throws -> String {
        guard let value = map[key]?.string, !value.isEmpty else { throw Failure("\(place): “\(key)” is missing") }
        return value
    }
}
