import Console
import Core
import Crypto
import Glibc
import Logging
import Migrations
import Postgres
import Secrets

/// An opened Roost on its database: the schema is checked, and the master key is proven to be the right one.
struct Installation {
    let settings: Settings
    private let logins: Logins
    /// nil with an external PostgreSQL, or while `roost serve` runs the private one.
    let cluster: EmbeddedCluster?
    /// The path of the file with the master keys.
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

    /// Connection strings: of the application, and of the schema's owner if there is one.
    private struct Logins: Sendable {
        var application: String
        var owner: String?
    }

    /// `schema` decides what happens to an old schema; the private cluster's is always migrated.
    static func open(serving: Bool = false, schema: Schema = .mustBeCurrent) throws -> Installation {
        let settings = try Settings.read()
        // Every command may read or write values that features declare: permissions, actions, jobs.
        _ = ConsoleApplication.declarations
        do {
            var cluster: EmbeddedCluster?
            let logins: Logins
            if let url = settings.databaseURL {
                logins = Logins(application: url, owner: settings.ownerURL)
            } else {
                (cluster, logins) = try embedded(settings.data, serving: serving)
            }
            do {
                let connection: Connection
                if settings.databaseURL == nil || schema == .migrate {
                    connection = try Connection(logins.owner ?? logins.application, options: ownerOptions)
                    for name in try migrator.migrate(connection) { Terminal.complain("migrated \(name)") }
                } else {
                    connection = try signIn(logins.application)
                    try migrator.check(connection)
                }
                let keyFile = try keyFile(settings, connection)
                let keyring = try Keyring(keyFile: keyFile)
                let keys = try openKeys(connection, keyring, logins)
                return Installation(
                    settings: settings, logins: logins, cluster: cluster, keyFile: keyFile, keyring: keyring,
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

    /// Returns the private cluster: that of a running server, or one started for this process. If a command uses it at
    /// the moment, waits for that.
    private static func embedded(_ directory: String, serving: Bool) throws -> (EmbeddedCluster?, Logins) {
        var patience = 150
        while true {
            if !serving, let owner = EmbeddedCluster.running(in: directory),
                let application = EmbeddedCluster.running(in: directory, user: "roost_app")
            {
                return (nil, Logins(application: application, owner: owner))
            }
            do {
                let cluster = try EmbeddedCluster(directory: directory, isCommand: !serving)
                return (
                    cluster,
                    Logins(
                        application: cluster.connectionString(user: "roost_app"), owner: cluster.connectionString())
                )
            } catch EmbeddedCluster.Problem.inUse(_, let byCommand) where patience > 0 && (byCommand || !serving) {
                patience -= 1
                usleep(200_000)
            }
        }
    }

    /// Makes the private database's key file the first time. Where the database was written already, a file of the same
    /// name would be in the way of the right one.
    private static func keyFile(_ settings: Settings, _ connection: Connection) throws -> String {
        if let given = settings.keyFile { return given }
        guard settings.databaseURL == nil else {
            throw Failure(
                "ROOST_MASTER_KEY_FILE is not set; make one with `openssl rand -base64 32 > key && chmod 600 key`, keep a copy apart from the database, and set the variable to its path"
            )
        }
        let path = settings.data + "/master.key"
        if access(path, F_OK) != 0 {
            guard try storedKey(connection) == nil else {
                throw Failure(
                    "there is no master key file \(path), and this database was written with one; put your copy of it there, or set ROOST_MASTER_KEY_FILE to its path; nothing was changed"
                )
            }
            var random = SystemRandomNumberGenerator()
            try KeyFile.create(path, using: &random)
        }
        return path
    }

    /// The installation's data key as the master key wrapped it; nil before the first start.
    private static func storedKey(_ connection: Connection) throws -> [UInt8]? {
        try connection.send(
            "select installation_keys.wrapped from installation_keys where installation_keys.version = 1"
        )
        .rows().first?.bytes("wrapped")
    }

    /// Reads the installation's data key, or makes it the first time. If it opens, the key file is the right one.
    private static func openKeys(_ connection: Connection, _ keyring: Keyring, _ logins: Logins) throws
        -> InstallationKeys
    {
        let place = AssociatedData.installationKey(version: 1)
        if try storedKey(connection) == nil {
            var random = SystemRandomNumberGenerator()
            let wrapped = try keyring.wrap(DataKey.make(version: 1, using: &random), place, using: &random)
            _ = try connection.send(
                "insert into installation_keys (version, wrapped) values (1, \(wrapped)) on conflict do nothing"
            ).rows()
        }
        guard let wrapped = try storedKey(connection) else {
            throw Failure("the installation's key could not be stored")
        }
        return try InstallationKeys(
            try keyring.unwrap(wrapped, place), keyring: keyring,
            connect: {
                try Connection(
                    logins.application,
                    options: [
                        (
                            "options",
                            "-c role=roost_app -c search_path=roost -c statement_timeout=10s -c lock_timeout=5s -c TimeZone=UTC"
                        ),
                        ("application_name", "roost keys"), ("connect_timeout", "5"), ("tcp_user_timeout", "14000"),
                    ])
            })
    }

    /// Connections as the application: without DDL, and bound by row-level security. Refuses a login that could assume
    /// another role.
    func database(logger: Logger) throws -> Database {
        let login = try ApplicationLogin(connection())
        if let fault = login.fault {
            throw Failure(
                "the server signs in to PostgreSQL as \(login.name), which \(fault): \(ApplicationLogin.remedy)")
        }
        return Database(Database.Settings(connectionString: logins.application), logger: logger)
    }

    private static let applicationOptions = [("options", "-c role=roost_app -c search_path=roost")]
    private static let ownerOptions = [("options", "-c search_path=roost,public")]

    /// A connection as the application, for commands.
    func connection() throws -> Connection { try Self.signIn(logins.application) }

    private static func signIn(_ string: String) throws -> Connection {
        do {
            return try Connection(string, options: applicationOptions)
        } catch DatabaseError.unavailable(let why) where why.contains("\"roost_app\" does not exist") {
            throw Failure(
                "the role roost_app is not there yet; run `roost migrate` with the owner's login in ROOST_OWNER_URL")
        }
    }

    static let maintenanceOptions = ownerOptions + [("application_name", "roost maintenance")]

    /// For work on whole tables: the superuser of the private PostgreSQL, or the tables' owner. Such work outlasts any
    /// time limit.
    func maintenance() throws -> (connection: Connection, isPrivate: Bool) {
        guard settings.databaseURL == nil else { return (try owner(), false) }
        guard
            let login = cluster?.connectionString(user: "postgres")
                ?? EmbeddedCluster.running(in: settings.data, user: "postgres")
        else { throw Failure("the private PostgreSQL does not answer") }
        return (try Connection(login, options: Self.maintenanceOptions), true)
    }

    /// For commands with actions that the application may not do. Row-level security applies all the same.
    func owner() throws -> Connection {
        let connection = try Connection(logins.owner ?? logins.application, options: Self.ownerOptions)
        let row = try connection.send(
            """
            select pg_has_role(session_user, pg_namespace.nspowner, 'member') as owns from pg_namespace
            where pg_namespace.nspname = 'roost'
            """
        ).rows().first
        guard try row?.bool("owns") == true else {
            throw Failure("this command needs the login that owns the schema: set ROOST_OWNER_URL")
        }
        return connection
    }
}

extension String {
    fileprivate func replacingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
}
