import Glibc

/// Migrates the schema to the state that the binary was built for: forward only, under a lock, each file once,
/// checked by hash.
package struct Migrator {
    package struct File: Sendable {
        /// `core/0001_foundation`: the folder says which part of Roost owns it, the number its place in the one time
        /// line over all folders.
        package var name: String
        package var text: String
        /// Lower-case hex SHA-256 of `text`.
        package var hash: String

        package init(name: String, text: String, hash: String) {
            self.name = name
            self.text = text
            self.hash = hash
        }

        var order: String { String(name.split(separator: "/").last ?? "") }

        /// The statements of a file that runs outside a transaction, so that it blocks nobody: it builds indexes
        /// concurrently or fills rows in batches. Such a file begins with a comment that says so. Each statement ends
        /// with an empty line, and all of them can run again after one failed. nil for a file that runs in a
        /// transaction.
        var statements: [String]? {
            guard text.hasPrefix("-- migrate: outside a transaction\n") else { return nil }
            return text.split(separator: ";\n\n").map(String.init)
        }
    }

    package enum Problem: Error, CustomStringConvertible {
        /// A file has changed since it was applied.
        case changed(String)
        /// The database lists a file that this binary does not have: it belongs to a newer Roost.
        case newer([String])
        /// Files that are not applied yet.
        case older([String])
        case failed(file: String, DatabaseError)

        package var description: String {
            switch self {
            case .changed(let name):
                "migration \(name) was changed after it had been applied; restore the file as it was released"
            case .newer(let names):
                "the database was migrated by a newer Roost (\(names.joined(separator: ", "))); start that version or a later one"
            case .older(let names):
                "the database schema is older than this Roost (missing: \(names.joined(separator: ", "))); run `roost migrate`"
            case .failed(let file, let error): "migration \(file) failed and was rolled back: \(error)"
            }
        }
    }

    private let files: [File]

    package init(_ files: [File]) { self.files = files.sorted { ($0.order, $0.name) < ($1.order, $1.name) } }

    /// Throws a `Problem` if the schema is not exactly what `files` make.
    package func check(_ connection: Connection) throws {
        let missing = try pending(connection)
        if !missing.isEmpty { throw Problem.older(missing.map(\.name)) }
    }

    /// Applies missing files and returns their names. Waits while another migrator runs.
    package func migrate(_ connection: Connection, progress: (String) -> Void = { _ in }) throws -> [String] {
        // The key is arbitrary and fixed: "roost" in ASCII.
        // The lock is polled: a statement that waits for it would hold a snapshot, and a concurrent index build waits
        // for the end of that snapshot.
        while try
            !(connection.send("select pg_try_advisory_lock(491496043380) as got").rows().first?.bool("got") ?? false)
        {
            usleep(100_000)
        }
        defer { try? connection.script("select pg_advisory_unlock(491496043380)") }
        try connection.script(
            """
            create schema if not exists roost;
            create table if not exists roost.migrations (
                name text primary key, hash text not null, applied_at timestamptz not null default clock_timestamp());
            """)
        let missing = try pending(connection)
        for file in missing {
            progress(file.name)
            do {
                if let statements = file.statements {
                    try connection.script("set search_path = roost, public")
                    defer { try? connection.script("reset search_path") }
                    for statement in statements { try connection.script(statement) }
                    _ = try connection.send(
                        "insert into roost.migrations (name, hash) values (\(file.name), \(file.hash))"
                    ).rows()
                    continue
                }
                try connection.script("begin; set local search_path = roost, public; \(file.text)\n;")
                _ = try connection.send("insert into roost.migrations (name, hash) values (\(file.name), \(file.hash))")
                    .rows()
                try connection.script("commit")
            } catch {
                try? connection.script("rollback")
                throw Problem.failed(file: file.name, error)
            }
        }
        return missing.map(\.name)
    }

    private func pending(_ connection: Connection) throws -> [File] {
        let exists = try connection.send("select to_regclass('roost.migrations') is not null as there").rows()
        guard let row = exists.first, try row.bool("there") else { return files }
        var applied: [String: String] = [:]
        for row in try connection.send("select name, hash from roost.migrations").rows() {
            applied[try row.text("name")] = try row.text("hash")
        }
        for file in files {
            if let hash = applied[file.name], hash != file.hash { throw Problem.changed(file.name) }
        }
        let unknown = Set(applied.keys).subtracting(files.map(\.name))
        if !unknown.isEmpty { throw Problem.newer(unknown.sorted()) }
        return files.filter { applied[$0.name] == nil }
    }
}
