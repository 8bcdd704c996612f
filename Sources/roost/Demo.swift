import ArgumentParser
import Console
import Core
import Postgres

struct Demo: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Fill five tenants, one of each kind, with believable people.")

    @Option(help: "How many users over all tenants.")
    var users = 20_000

    func run() throws {
        guard (0...20_000_000).contains(users) else { throw Failure("--users takes a number from 0 to 20,000,000") }
        let installation = try Installation.open()
        defer { installation.close() }
        let demo = DemoData(
            ConsoleApplication.declarations, kinds: Kinds.all, trail: AuditTrail(keyring: installation.keyring),
            keys: installation.keys, now: .now)
        let report = try demo.load(users: users, on: try installation.owner()) { Terminal.complain($0) }
        Terminal.say("\(report)")
    }
}
