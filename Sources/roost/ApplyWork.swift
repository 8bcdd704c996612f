import Console
import Core
import Postgres
import Secrets

/// Applies a file for `roost apply` in one transaction, and reports what it did.
struct ApplyWork {
    struct Done {
        /// The changes, in words.
        var lines: [String] = []
        /// One-time links for admins who must set up their account.
        var links: [String] = []
        /// New API keys, which can't be shown again.
        var keys: [(name: String, slug: String, text: String, file: String?)] = []
        /// What exists and is missing or different in the file.
        var drift: [String] = []
    }

    let bootstrap: BootstrapAcrossTenants
    let link: (Token) -> String

    func apply(
        _ file: ApplyFile, _ admins: [(ApplyFile.AdminEntry, BootstrapAcrossTenants.Admin)],
        in tx: borrowing TenantTransaction
    ) throws -> Done {
        var done = Done()
        for entry in file.tenants {
            let tenant = try tenant(entry, &done, in: tx)
            for role in entry.roles ?? [] {
                switch try bootstrap.declare(role, in: tenant, in: tx) {
                case .made: done.lines.append("make the role “\(role.name)” of \(entry.slug)")
                case .changed: done.lines.append("change the role “\(role.name)” of \(entry.slug)")
                case .same: break
                }
            }
        }
        // Before the invitations: the first owner of a tenant may be among the admins.
        for (entry, admin) in admins { try add(entry, admin, &done, in: tx) }
        for entry in file.tenants {
            guard let tenant = try bootstrap.tenant(entry.slug, in: tx) else { continue }
            for invitation in entry.invitations ?? [] { try invite(invitation, to: tenant, &done, in: tx) }
            for entry in entry.keys ?? [] {
                guard let text = try bootstrap.declare(entry.key, in: tenant, in: tx) else { continue }
                done.lines.append("make the key “\(entry.key.name)” of \(tenant.slug)")
                done.keys.append((entry.key.name, tenant.slug, text, entry.file))
            }
        }
        done.drift = try bootstrap.drift(from: state(file), in: tx)
        return done
    }

    private func tenant(_ entry: ApplyFile.TenantEntry, _ done: inout Done, in tx: borrowing TenantTransaction) throws
        -> Tenant
    {
        if let there = try bootstrap.tenant(entry.slug, in: tx) {
            guard there.kind == entry.kind else {
                throw Failure(
                    "tenant \(entry.slug) is of the kind \(there.kind), and a kind can't be changed to \(entry.kind)")
            }
            return there
        }
        guard let kind = Kinds.all.first(where: { $0.id == entry.kind }) else {
            throw Failure(
                "tenant \(entry.slug): there is no kind “\(entry.kind)”; there are \(Kinds.all.map(\.id).joined(separator: ", "))"
            )
        }
        guard try bootstrap.isZone(entry.zone, in: tx) else {
            throw Failure("tenant \(entry.slug): there is no time zone “\(entry.zone)”")
        }
        let tenant = Tenant(
            id: .make(), slug: entry.slug, name: entry.name, kind: kind.id, holdsPeople: kind.holdsPeople,
            zone: entry.zone,
            currency: entry.currency, accent: kind.demo.accent, languages: entry.languages)
        do {
            try bootstrap.add(tenant, in: tx)
        } catch let error as DatabaseError {
            guard error.sqlState == "23514" else { throw error }
            throw Failure(
                "tenant \(entry.slug): the slug takes lower-case letters, digits and dashes, the currency three capital letters"
            )
        }
        done.lines.append("create tenant \(entry.slug) (\(kind.id))")
        return tenant
    }

    private func add(
        _ entry: ApplyFile.AdminEntry, _ admin: BootstrapAcrossTenants.Admin, _ done: inout Done,
        in tx: borrowing TenantTransaction
    ) throws {
        let (id, isNew) = try bootstrap.add(admin, in: tx)
        if isNew { done.lines.append("create admin \(entry.email)\(entry.isOperator ? " (operator)" : "")") }
        for (slug, role) in entry.tenants {
            guard let tenant = try bootstrap.tenant(slug, in: tx) else {
                throw Failure("admin \(entry.email): there is no tenant “\(slug)”")
            }
            guard let changed = try bootstrap.give(role, in: tenant, to: id, name: entry.name, in: tx) else {
                throw Failure("admin \(entry.email): \(slug) has no role “\(role)”")
            }
            if changed { done.lines.append("make \(entry.email) \(role) of \(slug)") }
        }
        if isNew, admin.passwordHash == nil {
            notify(try bootstrap.makeLink(for: id, name: entry.name, in: tx), entry.email, &done)
        }
    }

    private func invite(
        _ entry: ApplyFile.InvitationEntry, to tenant: Tenant, _ done: inout Done, in tx: borrowing TenantTransaction
    ) throws {
        switch try bootstrap.invite(
            entry.email, name: entry.name, language: entry.language, as: entry.role, to: tenant, in: tx)
        {
        case .noRole: throw Failure("invitation of \(entry.email): \(tenant.slug) has no role “\(entry.role)”")
        case .new(let token):
            done.lines.append("invite \(entry.email) to \(tenant.slug) as \(entry.role)")
            if let token { notify(token, entry.email, &done) }
        case .renewed(let token):
            done.lines.append("renew the invitation of \(entry.email) to \(tenant.slug)")
            notify(token, entry.email, &done)
        case .roleChanged: done.lines.append("make \(entry.email) \(entry.role) of \(tenant.slug)")
        case .same: break
        }
    }

    private func notify(_ token: Token, _ email: String, _ done: inout Done) {
        done.links.append("link for \(email): \(link(token))")
    }

    private func state(_ file: ApplyFile) -> DeclaredState {
        let tenants = file.tenants.map { entry in
            let invited = entry.invitations?.map(\.email)
            let members = file.admins.filter { $0.tenants.contains { $0.slug == entry.slug } }.map(\.email)
            return DeclaredState.TenantAccess(
                slug: entry.slug, name: entry.name, zone: entry.zone, currency: entry.currency,
                languages: entry.languages,
                roles: entry.roles, members: invited == nil && !file.speaksOfAdmins ? nil : (invited ?? []) + members,
                keys: entry.keys?.map(\.key))
        }
        return DeclaredState(
            tenants: file.speaksOfTenants ? tenants : nil,
            admins: file.speaksOfAdmins ? file.admins.map { ($0.email, $0.name, $0.isOperator) } : nil)
    }
}
