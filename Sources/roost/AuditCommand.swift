import ArgumentParser
import Console
import Core
import Postgres

struct AuditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "The audit trail.", subcommands: [Verify.self, Archive.self, Read.self])

    /// The chains that a command uses: one tenant's, or all tenants' and the installation's.
    fileprivate static func chains(_ connection: Connection, only slug: String?) throws -> [Tenant] {
        try connection.inTenant(Tenant.installation.id, .readOnly) { tx in
            if let slug {
                guard let row = try tx.first(TenantQueriesAcrossTenants.bySlug(slug)) else {
                    throw Failure("there is no tenant “\(slug)”")
                }
                return [try tenant(row, slug)]
            }
            var all = [Tenant.installation]
            for row in try tx.rows(TenantQueriesAcrossTenants.all) { all.append(try tenant(row, try row.text("slug"))) }
            return all
        }
    }

    private static func tenant(_ row: Row, _ slug: String) throws -> Tenant {
        Tenant(
            id: try row.id("id"), slug: slug, name: slug, kind: "", holdsPeople: true, zone: "UTC", currency: "EUR",
            accent: "",
            languages: ["en"])
    }

    fileprivate static func name(_ tenant: Tenant) -> String { tenant.isInstallation ? "(installation)" : tenant.slug }

    struct Verify: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract:
                "Check every event of every chain, in archives and table, against the checkpoints outside the database as well.",
            discussion: "Exit status 1 when something was changed; the first place where it breaks is named.")

        @Option(help: "Only this tenant.")
        var tenant: String?

        @Option(help: "A file with checkpoints that was kept outside; several times for several files.")
        var checkpoint: [String] = []

        @Option(help: "Directory with checkpoints (default: the one that ROOST_CHECKPOINTS names).")
        var checkpoints: String?

        @Option(help: "Directory with archives (default: the one that ROOST_ARCHIVES names).")
        var archives: String?

        func run() throws {
            let installation = try Installation.open()
            defer { installation.close() }
            let connection = try installation.connection()
            let outside = try outside(installation)
            if outside.refused > 0 {
                Terminal.complain(
                    "left out: \(Terminal.counted(outside.refused, "checkpoint line")) without this installation's signature"
                )
            }
            let places = AuditVerification.Archives(
                directory: archives ?? installation.settings.archives, keys: installation.keys)
            var sound = true
            let chains = try AuditCommand.chains(connection, only: tenant)
            for chain in chains {
                let (events, finding) = try connection.inTenant(chain.id, .snapshot) { tx in
                    try AuditVerification.verify(in: tx, checkpoints: outside.checkpoints, archives: places)
                }
                if let finding {
                    sound = false
                    Terminal.say("\(AuditCommand.name(chain)): BROKEN: \(finding)")
                } else {
                    let seen = outside.checkpoints.filter { $0.tenant == chain.id }.count
                    let agrees =
                        seen > 0
                        ? "agrees with \(Terminal.counted(seen, "checkpoint"))"
                        : "no checkpoint to compare with, so a chain that was rewritten or cut looks like this too"
                    Terminal.say(
                        "\(AuditCommand.name(chain)): \(Terminal.counted(events, "event")), unbroken; \(agrees)")
                }
            }
            if tenant == nil {
                for gone in AuditVerification.vanished(outside.checkpoints, among: chains.map(\.id)) {
                    sound = false
                    Terminal.say(
                        "\(gone.tenant): BROKEN: the database has no such tenant, but the checkpoint outside it has seen event \(gone.last)"
                    )
                }
            }
            if !sound { throw ExitCode(1) }
        }

        private func outside(_ installation: Installation) throws -> (checkpoints: [AuditCheckpoint], refused: Int) {
            var files = checkpoint
            if files.isEmpty {
                switch try checkpoints.map({ CheckpointPlace.directory($0) }) ?? installation.settings.checkpointPlace()
                {
                case .directory(let directory): files = CheckpointsAcrossTenants.files(in: directory)
                case .server(let url, _):
                    Terminal.complain(
                        "checkpoints are kept at \(url): fetch them and name each file by --checkpoint; without them a chain that was rewritten whole looks sound"
                    )
                }
            }
            do {
                return try CheckpointsAcrossTenants.read(files, signedBy: installation.keys.checkpoints.publicKey)
            } catch {
                throw Failure("\(error)")
            }
        }
    }

    struct Archive: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Move old events into signed, encrypted files.",
            discussion: "Killed at any moment, run it again. Back the files up: `roost audit verify` wants them all.")

        @Option(help: "Only this tenant.")
        var tenant: String?

        @Option(
            help:
                "Days that events stay in the database (default: what the tenant's settings say, 400 for the installation)."
        )
        var keep: Int?

        @Option(help: "Directory for the files (default: the one that ROOST_ARCHIVES names).")
        var archives: String?

        func validate() throws {
            guard keep ?? 1 >= 1 else { throw ValidationError("--keep is a number of days, 1 or more") }
        }

        func run() throws {
            let installation = try Installation.open()
            defer { installation.close() }
            let owner = try installation.owner()
            let archiving = AuditArchiving(
                directory: archives ?? installation.settings.archives, keys: installation.keys,
                trail: AuditTrail(keyring: installation.keyring, keys: installation.keys))
            do {
                for chain in try AuditCommand.chains(try installation.connection(), only: tenant) {
                    let days = try keep ?? archiving.daysKept(of: chain, on: owner)
                    let before = Timestamp.now.adding(seconds: -Int64(days) * 86400)
                    var moved = 0
                    while let piece = try archiving.archiveNext(of: chain, before: before, on: owner) {
                        moved += piece.events
                        Terminal.complain(
                            "\(AuditCommand.name(chain)): \(Terminal.counted(piece.events, "event")) in \(piece.file)")
                    }
                    Terminal.say("\(AuditCommand.name(chain)): \(Terminal.counted(moved, "event")) archived")
                }
            } catch let failure as Failure {
                throw failure
            } catch {
                throw Failure("\(error)")
            }
        }
    }

    struct Read: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the events of an archive, one JSON object a line.",
            discussion:
                "Personal values are opened as long as their person was not erased. The reading is recorded in the trail."
        )

        @Argument(help: "A file that `roost audit archive` wrote.")
        var file: String

        @Option(help: "Why it is read; stands in the trail.")
        var reason: String = ""

        func run() throws {
            let installation = try Installation.open()
            defer { installation.close() }
            do {
                let reading = AuditArchiveReading(
                    keys: installation.keys, trail: AuditTrail(keyring: installation.keyring, keys: installation.keys))
                try reading.read(file, reason: reason, on: try installation.connection()) { Terminal.say($0) }
            } catch {
                throw Failure("\(error)")
            }
        }
    }
}
