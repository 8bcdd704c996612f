import ArgumentParser
import Console
import Core
import Glibc
import Postgres
import Secrets

struct AdminCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "admin", abstract: "Admin accounts.",
        subcommands: [Create.self, LinkCommand.self, ResetSecondStep.self, MakeOperator.self])

    struct Create: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Create an admin.",
            discussion: """
                Without --password-file it prints a one-time link, valid for \(BootstrapAcrossTenants.linkHours) hours, where the admin chooses a password
                and sets up the second step. For an e-mail that is there already it says so and changes nothing.
                """)

        @Option(help: "E-mail, which is what they sign in with.") var email: String
        @Option(help: "Name, as others see it.") var name: String
        @Option(help: "operator, or a role in --tenant: owner, manager, editor, support, analyst, auditor.") var role:
            String
        @Option(help: "The tenant's slug.") var tenant: String?
        @Option(help: "File whose first line is the password; - for standard input.") var passwordFile: String?
        @Option(help: "File whose first line is the TOTP secret in base32.") var totpSecretFile: String?

        func run() throws {
            guard let role = Role(rawValue: role) else {
                throw Failure(
                    "there is no role “\(self.role)”; choose operator, \(Role.ofTenants.map(\.rawValue).joined(separator: ", "))"
                )
            }
            guard EmailAddress.isPlausible(email) else { throw Failure("“\(email)” is not an e-mail address") }
            guard (1...80).contains(name.count) else { throw Failure("a name has 1 to 80 characters") }
            guard (role == .operator) == (tenant == nil) else {
                throw Failure(
                    role == .operator
                        ? "an operator belongs to no tenant: leave --tenant out"
                        : "the role \(role.rawValue) needs --tenant SLUG")
            }
            let hash = try passwordFile.map {
                try SecretSource.passwordHash(try SecretSource.file($0), ownWords: [email, name])
            }
            let secret = try totpSecretFile.map { try SecretSource.totpSecret(try SecretSource.file($0)) }
            let installation = try Installation.open()
            defer { installation.close() }
            let bootstrap = installation.bootstrap("admin create")
            let lines = try installation.connection().inTenant(Tenant.installation.id) { tx -> [String] in
                var found: Tenant?
                if let tenant {
                    found = try bootstrap.tenant(tenant, in: tx)
                    if found == nil {
                        throw Failure(
                            "there is no tenant “\(tenant)”; make it first, with `roost apply` or in the console")
                    }
                }
                let admin = BootstrapAcrossTenants.Admin(
                    email: email, name: name, isOperator: role == .operator, passwordHash: hash, totpSecret: secret)
                let (id, isNew) = try bootstrap.add(admin, in: tx)
                guard isNew else {
                    return [
                        "\(email) is an admin already; nothing was changed",
                        role == .operator
                            ? "to make them an operator: roost admin make-operator --email \(email)"
                            : "to give them a role in \(tenant ?? ""): invite them under Admins of that workspace, or name them in a file for `roost apply`",
                    ]
                }
                if let found { _ = try bootstrap.give(role, in: found, to: id, name: name, in: tx) }
                var lines = ["created \(email) as \(role.rawValue)\(tenant.map { " of \($0)" } ?? "")"]
                if hash == nil {
                    lines.append(installation.enrolmentLink(try bootstrap.makeLink(for: id, name: name, in: tx)))
                }
                return lines
            }
            lines.forEach(Terminal.say)
        }
    }

    struct LinkCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "link",
            abstract: "Print a new one-time link for an admin, who then chooses a new password and second step.")

        @Option(help: "E-mail of the admin.") var email: String
        @Flag(help: "Print nothing for somebody who has set up password and second step already.") var unlessEnrolled =
            false

        func run() throws {
            let installation = try Installation.open()
            defer { installation.close() }
            let bootstrap = installation.bootstrap("admin link")
            let link = try installation.connection().inTenant(Tenant.installation.id) { tx -> Token? in
                let admin = try bootstrap.known(email, in: tx)
                if admin.isEnrolled { return unlessEnrolled ? nil : try bootstrap.makeLink(forEnrolled: admin, in: tx) }
                return try bootstrap.makeLink(for: admin.id, name: admin.name, in: tx)
            }
            if let link { Terminal.say(installation.enrolmentLink(link)) }
        }
    }
}

extension Installation {
    func bootstrap(_ command: String) -> BootstrapAcrossTenants {
        BootstrapAcrossTenants(keys: keys, trail: AuditTrail(keyring: keyring, keys: keys), actor: .script(command))
    }

    /// The base of links: ROOST_URL, or the address on which this machine listens.
    var address: String {
        let scheme = settings.certificate == nil ? "http" : "https"
        return settings.edge.url ?? "\(scheme)://\(settings.host):\(settings.port)"
    }

    func enrolmentLink(_ token: Token) -> String { "\(address)/enrol/\(token.text)" }
}
