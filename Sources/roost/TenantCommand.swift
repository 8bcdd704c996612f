import ArgumentParser
import Console
import Core
import Crypto
import Glibc
import Postgres
import Secrets

struct TenantCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tenant", abstract: "A tenant's whole data, from one installation to another.",
        subcommands: [Export.self, Import.self])

    /// Errors of lower layers are reported in their own words.
    fileprivate static func inOneLine(_ body: () async throws -> Void) async throws {
        do { try await body() } catch let failure as Failure { throw failure } catch {
            throw Failure("\(error); nothing was changed")
        }
    }

    /// The first key of the file. If the file does not exist and `make` is true, makes it.
    fileprivate static func key(_ path: String, make: Bool = false) throws -> SymmetricKey {
        if make, access(path, F_OK) != 0 {
            var random = SystemRandomNumberGenerator()
            try KeyFile.create(path, using: &random)
            Terminal.complain("made \(path)")
        }
        return try KeyFile.read(path)[0]
    }

    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write everything of a tenant into one sealed file.",
            discussion: """
                The key file opens it: 32 bytes in base64, mode 0600, made when it is not there. Carry the two by different ways.
                The tenant goes on here; archive it first, so that nothing happens that the file does not hold.
                """)

        @Argument(help: "The tenant's slug.") var slug: String
        @Option(help: "The file to write. One that is there stays as it is.") var to: String
        @Option(help: "File with the key that seals it; made when it is not there.") var keyFile: String
        @Option(help: "Why; stands in the trail.") var reason: String = ""
        @Option(help: "Directory with archives of the trail (default: the one that ROOST_ARCHIVES names).")
        var archives: String?

        func run() async throws {
            let installation = try Installation.open()
            defer { installation.close() }
            try await TenantCommand.inOneLine {
                let owner = try installation.owner()
                guard
                    let tenant = try owner.inTenant(
                        Tenant.installation.id, .readOnly,
                        { try installation.bootstrap("tenant export").tenant(slug, in: $0) })
                else { throw Failure("there is no tenant “\(slug)”") }
                let leaving = ExportTenantAcrossTenants(
                    keyring: installation.keyring, keys: installation.keys,
                    trail: AuditTrail(keyring: installation.keyring, keys: installation.keys),
                    archives: archives ?? installation.settings.archives, images: installation.settings.imageStore)
                let rows = try await leaving.run(
                    tenant, to: to, key: try TenantCommand.key(keyFile, make: true), reason: reason, on: owner)
                Terminal.say("\(slug): \(Terminal.counted(rows, "row")) in \(to); \(keyFile) opens it")
            }
        }
    }

    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Take a tenant in from such a file: all of it, or nothing.",
            discussion: """
                Members come in by their e-mail. Who has no account here gets one that opens nothing until an operator lets it, under
                “Admins”. API keys come without what opens them: rotate those that are needed.
                """)

        @Argument(help: "A file that `roost tenant export` wrote.") var file: String
        @Option(help: "File with the key that seals it.") var keyFile: String
        @Option(help: "Another slug than it had.") var slug: String?
        @Option(help: "Directory for archives of the trail (default: the one that ROOST_ARCHIVES names).") var archives:
            String?

        func run() async throws {
            let installation = try Installation.open()
            defer { installation.close() }
            try await TenantCommand.inOneLine {
                let coming = ImportTenantAcrossTenants(
                    keyring: installation.keyring, keys: installation.keys,
                    trail: AuditTrail(keyring: installation.keyring, keys: installation.keys),
                    archives: archives ?? installation.settings.archives, kinds: Kinds.all)
                let done = try coming.run(
                    file, key: try TenantCommand.key(keyFile), slug: slug, on: try installation.owner())
                Terminal.say("\(done.slug): \(Terminal.counted(done.rows, "row")) came, and its audit trail verifies")
                let replayed = try installation.replayErasures(of: done.tenant, installation.settings.erased)
                if !replayed.erased.isEmpty {
                    Terminal.say(
                        "\(replayed.erased.count) people of the file had been erased here, and were erased again")
                }
                for user in replayed.held {
                    Terminal.say("\(user) was erased here, and a legal hold of the file keeps them")
                }
                for email in done.joined { Terminal.say("member: \(email)") }
                for email in done.closed { Terminal.say("member, with an account that is closed: \(email)") }
                if done.apiKeys > 0 {
                    Terminal.say("\(done.apiKeys) API keys came without what opens them: rotate those that are needed")
                }
            }
        }
    }
}
