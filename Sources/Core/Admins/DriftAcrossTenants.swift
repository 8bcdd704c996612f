import Console
import Postgres

/// The access that a file for `roost apply` declares. nil for the parts that it does not mention.
package struct DeclaredState: Sendable {
    package struct TenantAccess: Sendable {
        package var slug: String
        package var name: String
        package var zone: String
        package var currency: String
        package var languages: [String]
        package var roles: [DeclaredRole]?
        /// Their e-mails.
        package var members: [String]?
        package var keys: [DeclaredKey]?

        package init(
            slug: String, name: String, zone: String, currency: String, languages: [String], roles: [DeclaredRole]?,
            members: [String]?,
            keys: [DeclaredKey]?
        ) {
            self.slug = slug
            self.name = name
            self.zone = zone
            self.currency = currency
            self.languages = languages
            self.roles = roles
            self.members = members
            self.keys = keys
        }
    }

    package var tenants: [TenantAccess]?
    package var admins: [(email: String, name: String, isOperator: Bool)]?

    package init(tenants: [TenantAccess]?, admins: [(email: String, name: String, isOperator: Bool)]?) {
        self.tenants = tenants
        self.admins = admins
    }
}

extension BootstrapAcrossTenants {
    /// If there are more of one kind, they are counted, not listed.
    private static let most = 20

    /// Lists, one per line, what exists and is missing or different in the file. `roost apply` changes none of it:
    /// admins delete and rename in the console, where they see what depends on it.
    package func drift(from declared: DeclaredState, in tx: borrowing TenantTransaction) throws -> [String] {
        var lines: [String] = []
        if let tenants = declared.tenants {
            let known = Set(tenants.map(\.slug))
            let all = try tx.rows(TenantQueriesAcrossTenants.all).map { try $0.text("slug") }
            lines += Self.some(
                all.filter { !known.contains($0) }.sorted().map { "tenant \($0) is not in the file" }, "tenants")
            for entry in tenants { lines += try drift(of: entry, in: tx) }
        }
        if let admins = declared.admins { lines += try drift(of: admins, in: tx) }
        return lines
    }

    private func drift(of entry: DeclaredState.TenantAccess, in tx: borrowing TenantTransaction) throws -> [String] {
        guard let tenant = try tenant(entry.slug, in: tx) else { return [] }
        var lines: [String] = []
        for (what, here, said) in [
            ("name", tenant.name, entry.name), ("zone", tenant.zone, entry.zone),
            ("currency", tenant.currency, entry.currency),
            ("languages", tenant.languages.joined(separator: ", "), entry.languages.joined(separator: ", ")),
        ] where here != said {
            lines.append("tenant \(entry.slug): \(what) is “\(here)”, in the file “\(said)”")
        }
        let inside = try enter(tenant, tx)
        if try inside.first(TenantQueries.settings)?.bool("is_archived") == true {
            lines.append("tenant \(entry.slug) is archived")
        }
        if let declared = entry.roles {
            let names = Set(declared.map { $0.name.lowercased() })
            let others = try inside.rows(RoleQueries.all).map { try $0.text("name") }.filter {
                !names.contains($0.lowercased())
            }
            lines += Self.some(
                others.map { "role “\($0)” of \(entry.slug) is not in the file" }, "roles of \(entry.slug)")
        }
        if let declared = entry.members {
            let emails = Set(declared.map { $0.lowercased() })
            let others = try inside.rows(MembershipQueries.emails).filter {
                try !emails.contains($0.text("email").lowercased())
            }
            lines += Self.some(
                try others.map {
                    "\(try $0.text("email")) is \(try MemberRole.recorded($0)) of \(entry.slug), and not in the file"
                },
                "admins of \(entry.slug)")
        }
        if let declared = entry.keys {
            lines += Self.some(try drift(of: declared, entry.slug, in: inside), "keys of \(entry.slug)")
        }
        try leave(tx)
        return lines
    }

    private func drift(
        of admins: [(email: String, name: String, isOperator: Bool)], in tx: borrowing TenantTransaction
    ) throws -> [String] {
        var lines: [String] = []
        for admin in admins {
            guard let row = try tx.first(AdminQueriesAcrossTenants.anyByEmail(admin.email)) else { continue }
            let name = try row.text("name")
            if name != admin.name { lines.append("\(admin.email): name is “\(name)”, in the file “\(admin.name)”") }
            if try row.bool("is_disabled") { lines.append("\(admin.email) is disabled") }
            if try admin.isOperator && !row.bool("is_operator") {
                lines.append(
                    "\(admin.email) is no operator, and one in the file: `roost admin make-operator --email \(admin.email)`"
                )
            }
        }
        let operators = Set(admins.filter(\.isOperator).map { $0.email.lowercased() })
        let others = try tx.rows(AdminQueriesAcrossTenants.operators).map { try $0.text("email") }
        return lines
            + Self.some(
                others.filter { !operators.contains($0.lowercased()) }.map {
                    "\($0) is an operator, and none in the file"
                }, "operators")
    }

    private static func some(_ lines: [String], _ what: String) -> [String] {
        guard lines.count > most else { return lines }
        return lines.prefix(most) + ["\(lines.count - most) more \(what) are not in the file"]
    }
}
