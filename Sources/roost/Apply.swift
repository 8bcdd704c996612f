import ArgumentParser
import Console
import Core
import Foundation
import Postgres

struct Apply: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make tenants, roles, invitations, API keys and admins as a YAML file says.",
        discussion: """
            Running it twice changes nothing. All of it happens, or nothing. Admins without a password get a one-time link, and
            so do those who are invited; a link that ran out unused is made anew. What is there and the file does not say, or
            says otherwise, is told in lines that begin with "drift:", and stays as it is.

              tenants:
                - slug: roosterme
                  name: RoosterMe
                  kind: alarm
                  zone: Asia/Tehran
                  currency: USD
                  languages: [en, fa]
                  roles:
                    - {name: Night shift, may: [users.suspend, users.note]}
                  invitations:
                    - {email: nik@example.org, name: Nik Day, role: Night shift, language: fa}
                  keys:
                    - name: Billing
                      scopes: [users.read, users.write]
                      addresses: [10.0.0.0/8]                # from anywhere without this
                      requests_per_minute: 600
                      days: 90                               # from the day on which it is made
                      key_file: /run/secrets/billing.key     # written once, for you alone; printed without this
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
    private struct DryRun: Error { var done: ApplyWork.Done }

    func run() throws {
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { throw Failure("can't read \(file)") }
        let wanted = try ApplyFile(text)
        let admins = try wanted.admins.map { ($0, try account($0)) }
        let installation = try Installation.open()
        defer { installation.close() }
        let work = ApplyWork(bootstrap: installation.bootstrap("apply"), link: installation.enrolmentLink)
        var done: ApplyWork.Done
        var written: [String] = []
        do {
            done = try installation.connection().inTenant(Tenant.installation.id) { tx in
                let done = try work.apply(wanted, admins, in: tx)
                if dryRun { throw DryRun(done: done) }
                // Before the commit: if a key's text can't be written, the key is not made.
                for key in done.keys {
                    guard let file = key.file else { continue }
                    try SecretSource.write(key.text, to: file)
                    written.append(file)
                }
                return done
            }
        } catch let rehearsed as DryRun {
            done = rehearsed.done
            done.lines = done.lines.map { "would: \($0)" }
            done.links = []
        } catch let error as DatabaseError where error.sqlState == "RT004" {
            for file in written { unlink(file) }
            throw Failure("a tenant would be left without an owner who can sign in; nothing was changed")
        } catch {
            for file in written { unlink(file) }
            throw error
        }
        for line in done.lines.isEmpty ? ["nothing to change"] : done.lines { Terminal.say(line) }
        for line in done.links { Terminal.say(line) }
        for key in done.keys where key.file == nil && !dryRun {
            Terminal.say("key “\(key.name)” of \(key.slug): \(key.text)")
        }
        for line in done.drift { Terminal.say("drift: \(line)") }
    }

    /// Secrets are read and passwords hashed before the database is opened.
    private func account(_ entry: ApplyFile.AdminEntry) throws -> BootstrapAcrossTenants.Admin {
        let password =
            try entry.passwordFile.map(SecretSource.file) ?? entry.passwordVariable.map(SecretSource.environment)
        let secret =
            try entry.totpSecretFile.map(SecretSource.file) ?? entry.totpSecretVariable.map(SecretSource.environment)
        return BootstrapAcrossTenants.Admin(
            email: entry.email, name: entry.name, language: entry.language, isOperator: entry.isOperator,
            passwordHash: try password.map { try SecretSource.passwordHash($0, ownWords: [entry.email, entry.name]) },
            totpSecret: try secret.map(SecretSource.totpSecret))
    }
}
