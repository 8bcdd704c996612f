import ArgumentParser
import Core
import Foundation
import Postgres

struct Apply: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make tenants, admins and their roles as a YAML file says.",
        discussion: """
            Running it twice changes nothing. All of it happens, or nothing. Admins without a password get a one-time link.

              tenants:
                - {slug: roosterme, name: RoosterMe, kind: alarm, zone: Asia/Tehran, currency: USD, languages: [en, fa]}
              admins:
                - email: sara@example.org
                  name: Sara Lind
                  operator: true
                  password_file: /run/secrets/sara        # or password_env: NAME; - is standard input
                  totp_secret_file: /run/secrets/sara.totp
                  tenants: {roosterme: owner}
            """)

    @Argument(help: "The file.") var file: String
    @Flag(help: "Print what would change, and change nothing.") var dryRun = false

    /// Thrown at the end of a dry run: the transaction rolls back.
    private struct Rehearsed: Error { var lines: [String] }

    func run() throws {
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { throw Failure("can't read \(file)") }
        let wanted = try ApplyFile(text)
        let admins = try wanted.admins.map { entry in
            let words = [entry.email, entry.name]
            let password = try entry.passwordFile.map(SecretSource.file) ?? entry.passwordVariable.map(SecretSource.environment)
            let secret = try entry.totpSecretFile.map(SecretSource.file) ?? entry.totpSecretVariable.map(SecretSource.environment)
            return (
                entry,
                BootstrapAcrossTenants.Admin(
                    email: entry.email, name: entry.name, language: entry.language, isOperator: entry.isOperator,
                    passwordHash: try password.map { try SecretSource.passwordHash($0, ownWords: words) },
                    totpSecret: try secret.map(SecretSource.totpSecret))
            )
        }
        let installation = try Installation.open()
        defer { installation.close() }
        let bootstrap = installation.bootstrap("apply")
        var lines: [String]
        do {
            lines = try installation.connection().inTenant(Tenant.installation.id) { tx -> [String] in
                var lines: [String] = []
                for entry in wanted.tenants { if let line = try add(entry, bootstrap, in: tx) { lines.append(line) } }
                for (entry, admin) in admins { lines += try add(entry, admin, installation, bootstrap, in: tx) }
                if dryRun { throw Rehearsed(lines: lines) }
                return lines
            }
        } catch let rehearsed as Rehearsed {
            lines = rehearsed.lines.map { "would: \($0)" }
        }
        if lines.isEmpty { lines = ["nothing to change"] }
        lines.forEach(Terminal.say)
    }

    private func add(_ entry: ApplyFile.TenantEntry, _ bootstrap: BootstrapAcrossTenants, in tx: borrowing TenantTransaction) throws -> String? {
        if let there = try bootstrap.tenant(entry.slug, in: tx) {
            guard there.kind == entry.kind else {
                throw Failure("tenant \(entry.slug) is of the kind \(there.kind), and a kind can't be changed to \(entry.kind)")
            }
            return nil
        }
        guard let kind = Kinds.all.first(where: { $0.id == entry.kind }) else {
            throw Failure("tenant \(entry.slug): there is no kind “\(entry.kind)”; there are \(Kinds.all.map(\.id).joined(separator: ", "))")
        }
        guard try bootstrap.isZone(entry.zone, in: tx) else {
            throw Failure("tenant \(entry.slug): there is no time zone “\(entry.zone)”")
        }
        let id = ID.make()
        let tenant = Tenant(
            id: id, slug: entry.slug, name: entry.name, kind: kind.id, holdsPeople: kind.holdsPeople, zone: entry.zone,
            currency: entry.currency, accent: kind.demo.accent, languages: entry.languages)
        do {
            try bootstrap.add(tenant, in: tx)
        } catch let error as DatabaseError {
            guard error.sqlState == "23514" else { throw error }
            throw Failure("tenant \(entry.slug): the slug takes lower-case letters, digits and dashes, the currency three capital letters")
        }
        return "create tenant \(entry.slug) (\(kind.id))"
    }

    private func add(
        _ entry: ApplyFile.AdminEntry, _ admin: BootstrapAcrossTenants.Admin, _ installation: Installation,
        _ bootstrap: BootstrapAcrossTenants, in tx: borrowing TenantTransaction
    ) throws -> [String] {
        var lines: [String] = []
        let (id, isNew) = try bootstrap.add(admin, in: tx)
        if isNew { lines.append("create admin \(entry.email)\(entry.isOperator ? " (operator)" : "")") }
        for (slug, role) in entry.tenants {
            guard let tenant = try bootstrap.tenant(slug, in: tx) else {
                throw Failure("admin \(entry.email): there is no tenant “\(slug)”")
            }
            if try bootstrap.give(role, in: tenant, to: id, name: entry.name, in: tx) {
                lines.append("make \(entry.email) \(role.rawValue) of \(slug)")
            }
        }
        if isNew, admin.passwordHash == nil, !dryRun {
            lines.append("link for \(entry.email): " + installation.enrolmentLink(try bootstrap.makeLink(for: id, name: entry.name, in: tx)))
        }
        return lines
    }
}
