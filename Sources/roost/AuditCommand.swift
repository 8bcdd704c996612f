import ArgumentParser
import Core
import Postgres

struct AuditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "The audit trail.", subcommands: [Verify.self])

    struct Verify: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check every event of every chain, against the checkpoints outside the database as well.",
            discussion: "Exit status 1 when something was changed; the first place where it breaks is named.")

        @Option(help: "Only this tenant.")
        var tenant: String?

        @Option(help: "Directory with checkpoints (default: those of the data directory).")
        var checkpoints: String?

        func run() throws {
            let installation = try Installation.open()
            defer { installation.close() }
            let connection = try installation.connection()
            let outside = CheckpointsAcrossTenants(
                directory: checkpoints ?? installation.settings.checkpoints, key: installation.keys.checkpoints
            ).read()
            if outside.refused > 0 {
                Terminal.complain("\(outside.refused) checkpoint lines are not signed by this installation and were left out")
            }
            var sound = true
            for (id, slug) in try chains(connection) {
                let (events, finding) = try connection.inTenant(id, .snapshot) { tx in
                    try AuditVerification.verify(in: tx, checkpoints: outside.checkpoints)
                }
                if let finding {
                    sound = false
                    Terminal.say("\(slug): BROKEN: \(finding)")
                } else {
                    let seen = outside.checkpoints.filter { $0.tenant == id }.count
                    Terminal.say("\(slug): \(events) events, unbroken, \(seen) checkpoints agree")
                }
            }
            if !sound { throw ExitCode(1) }
        }

        private func chains(_ connection: Connection) throws -> [(ID, String)] {
            try connection.inTenant(Tenant.installation.id, .readOnly) { tx in
                if let tenant {
                    guard let row = try tx.first(TenantQueriesAcrossTenants.bySlug(tenant)) else {
                        throw Failure("there is no tenant “\(tenant)”")
                    }
                    return [(try row.id("id"), tenant)]
                }
                var all = [(Tenant.installation.id, "(installation)")]
                for row in try tx.rows(TenantQueriesAcrossTenants.all) { all.append((try row.id("id"), try row.text("slug"))) }
                return all
            }
        }
    }
}
