import ArgumentParser
import Console
import Core
import Crypto
import Glibc
import Postgres

struct PrivacyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "privacy", abstract: "What Roost holds of a workspace, provable to strangers.",
        subcommands: [Prove.self, Key.self, Verify.self, Replay.self, Clean.self])

    struct Prove: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print a signed statement of what every table holds of a workspace.",
            discussion: """
                Whoever has the public key (`roost privacy key`, or /statements.pem of the console) verifies it offline:
                `roost privacy verify FILE --key KEY`. With openssl alone, from `--to FILE`, which writes FILE and FILE.sig:
                `openssl pkeyutl -verify -pubin -inkey KEY -rawin -in FILE -sigfile FILE.sig`
                """)

        @Argument(help: "The workspace's slug.") var tenant: String
        @Option(help: "Write the statement to this file and its signature, 64 bytes, to the same name with .sig.")
        var to: String?

        func run() throws {
            let installation = try Installation.open()
            defer { installation.close() }
            let owner = try installation.owner()
            guard
                let found = try owner.inTenant(
                    Tenant.installation.id, .readOnly,
                    { try installation.bootstrap("privacy prove").tenant(tenant, in: $0) })
            else { throw Failure("there is no tenant “\(tenant)”") }
            let statement = try PrivacyStatementAcrossTenants(key: installation.keys.statements).make(
                of: found, on: owner, at: .now)
            guard let to else { return Terminal.say(String(statement.printed.dropLast())) }
            for (path, bytes) in [(to, Array(statement.text.utf8)), (to + ".sig", statement.signature)] {
                guard SmallFile.write(bytes, to: path) else { throw Failure("\(path) can't be written") }
            }
            Terminal.say("wrote \(to) and \(to).sig")
        }
    }

    struct Key: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the public key of this installation's statements and bundles.")

        func run() throws {
            let installation = try Installation.open()
            defer { installation.close() }
            Terminal.say(String(PublicKeyFile.text(installation.keys.statements.publicKey).dropLast()))
        }
    }

    struct Verify: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Verify a printed statement without a database.",
            discussion: "Exit status 1 if a byte of it was changed, or if another installation made it.")

        @Argument(help: "A file with what `roost privacy prove` printed, or the one that it wrote beside a .sig.")
        var file: String
        @Option(help: "The public key, as `roost privacy key` prints it.") var key: String

        func run() throws {
            guard let key = SmallFile.text(self.key).flatMap(PublicKeyFile.read) else {
                throw Failure("\(self.key) is no Ed25519 public key in PEM")
            }
            guard let text = SmallFile.text(file) else { throw Failure("\(file) can't be read") }
            guard
                let statement = SignedStatement(text)
                    ?? SmallFile.bytes(file + ".sig").flatMap({ SignedStatement(text, signature: $0) })
            else {
                throw Failure(
                    "\(file) is no statement with one signature, and there are no 64 bytes of a signature in \(file).sig"
                )
            }
            guard statement.isSigned(by: key) else {
                throw Failure("NOT GENUINE: the statement was changed, or another installation made it")
            }
            Terminal.say("genuine: \(statement.text.split(separator: "\n").prefix(5).joined(separator: "; "))")
        }
    }

    struct Replay: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Erase those again who were erased and came back with older data.",
            discussion: """
                The list of erased people lies outside of the database (ROOST_ERASED). `roost serve` does this as it starts and
                `roost tenant import` for the tenant that it takes in; run it where older data came back under a running server.
                """)

        @Option(help: "Another list than the one that ROOST_ERASED names.") var list: String?

        func run() throws {
            let installation = try Installation.open()
            defer { installation.close() }
            let list = list.map { ErasedPeople(path: $0) } ?? installation.settings.erased
            do {
                let done = try installation.replayErasures(of: nil, list)
                for user in done.held { Terminal.say("\(user) is kept by a legal hold, which came back as well") }
                Terminal.say("\(done.known) on the list; \(done.erased.count) had come back and were erased again")
            } catch let problem as ErasedPeople.Problem {
                throw Failure("\(problem)")
            }
        }
    }
}

extension PrivacyCommand {
    struct Clean: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove from PostgreSQL's own files what was erased.",
            discussion: """
                Writes every table anew, as its owner (ROOST_OWNER_URL). Nobody reads a table meanwhile: a few seconds for \
                100 MiB. A server with the private PostgreSQL does this by itself after an erasure.
                """)

        func run() throws {
            let installation = try Installation.open()
            defer { installation.close() }
            let (connection, isPrivate) = try installation.maintenance()
            let done: RewriteTablesAcrossTenants.Done
            do {
                done = try RewriteTablesAcrossTenants(ConsoleApplication.declarations).run(
                    .all, isPrivate: isPrivate, on: connection)
            } catch let problem as RewriteTablesAcrossTenants.Problem {
                throw Failure("\(problem)")
            }
            Terminal.say("wrote \(Terminal.counted(done.rewritten, "table")) anew")
            if !done.hasStatistics {
                Terminal.say(
                    "statistics may hold values of rows, and only a superuser can remove those: `vacuum full pg_catalog.pg_statistic`"
                )
            }
            if !done.hasLog {
                Terminal.say(
                    "the write-ahead log, its archive, standbys and backups have what was erased for as long as you keep them"
                )
            }
            guard done.inUse.isEmpty else {
                throw Failure("in use all the time, run it again: \(done.inUse.joined(separator: ", "))")
            }
        }
    }
}

extension Installation {
    /// Replays the erasures of all tenants, or of one.
    func replayErasures(of tenant: ID?, _ list: ErasedPeople) throws -> ReplayErasuresAcrossTenants.Done {
        let done = try replay(list).run(tenant, on: try connection())
        for line in done.strange {
            Terminal.say("line \(line) of \(list.path) was not written whole: it names nobody and was skipped")
        }
        return done
    }

    func replay(_ list: ErasedPeople? = nil) -> ReplayErasuresAcrossTenants {
        ReplayErasuresAcrossTenants(
            ConsoleApplication.declarations, keys: keys, trail: AuditTrail(keyring: keyring, keys: keys),
            list: list ?? settings.erased)
    }
}
