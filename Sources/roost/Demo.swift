import ArgumentParser
import Console
import Core
import Postgres
import Secrets

struct Demo: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Fill five tenants, one of each kind, with believable people.",
        discussion: """
            A company of six admins, one of each role, works in all five; how to sign in as them is printed when their accounts are made, \
            and never again.
            """)

    @Option(help: "How many users over all tenants.")
    var users = 20_000

    @Flag(
        help:
            "Give the newest users names that break naive code: markup, formulas, white space, letters of all scripts.")
    var nasty = false

    func run() throws {
        guard (0...20_000_000).contains(users) else { throw Failure("--users takes a number from 0 to 20,000,000") }
        // Hashing takes time, so it is done outside the transaction, even if the hash turns out not to be needed.
        var random = SystemRandomNumberGenerator()
        let password = Base32.encode((0..<10).map { _ in UInt8.random(in: 0...255, using: &random) }).lowercased()
        let totp = TOTP.make(using: &random)
        let access = DemoAccess(
            passwordHash: try SecretSource.passwordHash(password, ownWords: []), totpSecret: totp.secret)
        let installation = try Installation.open()
        defer { installation.close() }
        let demo = DemoData(
            ConsoleApplication.declarations, kinds: Kinds.all,
            trail: AuditTrail(keyring: installation.keyring, keys: installation.keys),
            keys: installation.keys, now: .now, access: access, isNasty: nasty)
        let report = try demo.load(users: users, on: try installation.owner()) { Terminal.complain($0) }
        Terminal.say("\(report)")
        guard !report.admins.isEmpty else { return }
        Terminal.say("")
        for admin in report.admins { Terminal.say("\(admin.role.rawValue): \(admin.email)") }
        Terminal.say("password of all of them: \(password)")
        Terminal.say("authenticator key of all of them: \(Base32.encode(totp.secret))")
        Terminal.say(TOTPLink.text(issuer: "Roost demo", account: "company.example", totp: totp))
    }
}
