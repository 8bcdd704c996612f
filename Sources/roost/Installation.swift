import Console
import Core
import Crypto
import Glibc
import Logging
import Migrations
import Postgres
import Secrets

/// A Roost on its database, opened: the schema checked, the master key proven to be the right one.
struct Installation {
    let settings: Settings
    let connectionString: String
    /// nil with a PostgreSQL of one's own, or while `roost serve` runs the private one.
    let cluster: EmbeddedCluster?
    /// Path of the file with the master keys.
    let keyFile: String
    let keyring: Keyring
    let keys: InstallationKeys

    static let migrator = Migrator(
        Migrations.files.map { file in
            let text = "\(file.text)"
            let hash = Hex.encode(Array(SHA256.hash(data: Array(text.utf8))))
            return Migrator.File(name: "\(file.name)".replacingSuffix(".sql"), text: text, hash: hash)
        })

    enum Schema { case mustBeCurrent, migrate }

    /// `schema` says what happens to an old one; the private cluster's is always brought up to date.
    static func open(serving: Bool = false, schema: Schema = .mustBeCurrent) throws -> Installation {
        let settings = try Settings.read()
        // Every command may read or write what features declare: permissions, actions, jobs.
        _ = ConsoleApplication.declarations
        do {
            var cluster: EmbeddedCluster?
            let string: String
            if let url = settings.databaseURL {
                string = url
            } else {
                (cluster, string) = try embedded(settings.data, serving: serving)
            }
            do {
                let owner = try Connection(string, options: [("options", "-c search_path=roost")])
                if settings.databaseURL == nil || schema == .migrate {
                    for name in try migrator.migrate(owner) { Terminal.complain("migrated \(name)") }
                } else {
                    try migrator.check(owner)
                }
                let keyFile = try keyFile(settings)
                let keyring = try Keyring(keyFile: keyFile)
                let keys = try openKeys(owner, keyring)
                return Installation(
                    settings: settings, connectionString: string, cluster: cluster, keyFile: keyFile, keyring: keyring,
                    keys: keys)
            } catch {
                cluster?.stop()
                throw error
            }
        } catch let failure as Failure {
            throw failure
        } catch SealError.wrongKey {
            throw Failure(
                "the master key file is not the one this database was written with; point ROOST_MASTER_KEY_FILE at the right one, or restore it; nothing was changed"
            )
        } catch {
            throw Failure("\(error)")
        }
    }

    func close() { cluster?.stop() }

    /// The private cluster: the one that a running server has, or one started for this process. A command that has it
    /// for the moment is waited for.
    private static func embedded(_ directory: String, serving: Bool) throws -> (EmbeddedCluster?, String) {
        var patience = 150
        while true {
            if !serving, let running = EmbeddedCluster.running(in: directory) { return (nil, running) }
            do {
                let cluster = try EmbeddedCluster(directory: directory, isCommand: !serving)
                return (cluster, cluster.connectionString())
            } catch EmbeddedCluster.Problem.inUse(_, let byCommand) where patience > 0 && (byCommand || !serving) {
                patience -= 1
                usleep(200_000)
            }
        }
    }

    private static func keyFile(_ settings: Settings) throws -> String {
        if let given = settings.keyFile { return given }
        guard settings.databaseURL == nil else {
            throw Failure(
                "ROOST_MASTER_KEY_FILE is not set; make one with `openssl rand -base64 32 > key && chmod 600 key`, keep a copy apart from the database, and set the variable to its path"
            )
        }
        let path = settings.data + "/master.key"
        if access(path, F_OK) != 0 {
            var random = SystemRandomNumberGenerator()
            try KeyFile.create(path, using: &random)
        }
        return path
    }

    /// The installation's data key, made the first time. That it opens proves the key file.
    private static func openKeys(_ owner: Connection, _ keyring: Keyring) throws -> InstallationKeys {
        let place = AssociatedData.installationKey(version: 1)
        func stored() throws -> [UInt8]? {
            try owner.send(
                "select installation_keys.wrapped from installation_keys where installation_keys.version = 1"
            )
            .rows().first?.bytes("wrapped")
        }
        if try stored() == nil {
            var random = SystemRandomNumberGenerator()
            let wrapped = try keyring.wrap(DataKey.make(version: 1, using: &random), place, using: &random)
            _ = try owner.send(
                "insert into installation_keys (version, wrapped) values (1, \(wrapped)) on conflict do nothing"
            ).rows()
        }
        guard let wrapped = try stored() else { throw Failure("the installation's key could not be stored") }
        return try InstallationKeys(try keyring.unwrap(wrapped, place))
    }

    /// Connections as the application: no DDL, bound by row-level security. Refuses a role that could look past it.
    func database(logger: Logger) throws -> Database {
        let database = Database(Database.Settings(connectionString: connectionString), logger: logger)
        let probe = try Connection(connectionString, options: database.pageOptions)
        let row = try probe.send(
            """
            select current_user::text as name, pg_roles.rolsuper or pg_roles.rolbypassrls
                or pg_has_role(current_user, 'roost_gate', 'member') as sees_all
            from pg_roles where pg_roles.rolname = current_user
            """
        ).rows().first
        guard let row, try !row.bool("sees_all") else {
            throw Failure(
                "the application's role can look past row-level security; it must be roost_app, no superuser, without BYPASSRLS"
            )
        }
        return database
    }

    /// For commands: a connection as the application.
    func connection() throws -> Connection {
        try Connection(connectionString, options: [("options", "-c role=roost_app -c search_path=roost")])
    }

    func owner() throws -> Connection {
        try Connection(connectionString, options: [("options", "-c search_path=roost,public")])
    }
}

extension String {
    fileprivate func replacingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
}
