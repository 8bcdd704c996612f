import Crypto
import Glibc
import Logging
import Migrations
import Postgres
import Synchronization

/// A separate database with the whole schema, cloned from a template that was migrated once.
package final class TestDatabase: Sendable {
    package enum Login: Sendable {
        /// The login of the server's connections: `roost_app`, to which row-level security applies, and which can
        /// assume no other role.
        case app
        /// Owns the tables; row-level security applies too, since it is forced.
        case owner
        /// Nothing restricts it: the rights of an attacker who has the whole database.
        case superuser
    }

    package let name: String
    private let cluster: EmbeddedCluster
    private let held = Held()

    private init(_ name: String, _ cluster: EmbeddedCluster) {
        self.name = name
        self.cluster = cluster
    }

    package static let migrations: [Migrator.File] = Migrations.files.map { file in
        let text = "\(file.text)"
        let hash = SHA256.hash(data: Array(text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return Migrator.File(name: "\(file.name)", text: text, hash: hash)
    }

    private static let template: Result<Void, any Error> = Result {
        let cluster = try TestCluster.shared()
        let superuser = try Connection(cluster.connectionString(database: "postgres", user: "postgres"))
        _ = try superuser.send("create database roost_template owner roost_owner").rows()
        let owner = try Connection(cluster.connectionString(database: "roost_template"))
        _ = try Migrator(migrations).migrate(owner)
    }

    private static let made = Mutex(0)

    /// Makes a database with the schema. It takes about 0.1 s.
    package static func make() throws -> TestDatabase {
        try template.get()
        return try make(from: "roost_template")
    }

    /// Makes an empty database.
    package static func makeEmpty() throws -> TestDatabase { try make(from: "template1") }

    private static func make(from template: SQL) throws -> TestDatabase {
        let cluster = try TestCluster.shared()
        // One at a time: PostgreSQL refuses to clone a template while another session is connected to it. Copying its
        // files takes half the time of writing each page to the log.
        let number = try made.withLock { made in
            made += 1
            let superuser = try Connection(cluster.connectionString(database: "postgres", user: "postgres"))
            _ = try superuser.send(
                "create database clone_\(digits(made)) template \(template) strategy file_copy owner roost_owner"
            )
            .rows()
            return made
        }
        return TestDatabase("clone_\(number)", cluster)
    }

    /// SQL is made of literals only, so a number in a name is made of literals too.
    private static func digits(_ number: Int) -> SQL {
        let all: [SQL] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]
        return SQL.joined(String(number).compactMap { $0.wholeNumberValue }.map { all[$0] }, by: "")
    }

    package func string(_ login: Login = .app) -> String {
        let user =
            switch login {
            case .app: "roost_app"
            case .owner: "roost_owner"
            case .superuser: "postgres"
            }
        return cluster.connectionString(database: name, user: user)
    }

    package func connection(_ login: Login = .app) throws -> Connection {
        let role = login == .app ? " -c role=roost_app" : ""
        return try Connection(string(login), options: [("options", "-c search_path=roost,public\(role)")])
    }

    /// Uses a connection that stays open: for the many small statements with which a test prepares and checks.
    package func with<T>(_ login: Login, _ body: (Connection) throws -> T) throws -> T {
        pthread_mutex_lock(held.mutex)
        defer { pthread_mutex_unlock(held.mutex) }
        if held.connections[login] == nil { held.connections[login] = try connection(login) }
        guard let connection = held.connections[login] else { throw DatabaseError.unavailable("no connection") }
        defer { if !connection.settle() { held.connections[login] = nil } }
        return try body(connection)
    }

    private final class Held: @unchecked Sendable {
        let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        var connections: [Login: Connection] = [:]
        init() { pthread_mutex_init(mutex, nil) }
        deinit {
            pthread_mutex_destroy(mutex)
            mutex.deallocate()
        }
    }

    package func settings(pages: Int = 4, streams: Int = 2, waitLimitMilliseconds: Int = 20_000) -> Database.Settings {
        var settings = Database.Settings(connectionString: string())
        settings.pages = pages
        (settings.downloads, settings.background, settings.safety) = (streams, streams, 1)
        settings.waitLimitMilliseconds = waitLimitMilliseconds
        settings.lockWaitSeconds = 60
        return settings
    }

    /// Returns a pool like the server's. Its wait limits are long: a busy test machine is not an overload.
    package func pool(pages: Int = 4, streams: Int = 2, waitLimitMilliseconds: Int = 20_000) -> Database {
        Database(
            settings(pages: pages, streams: streams, waitLimitMilliseconds: waitLimitMilliseconds), logger: .silent)
    }
}
