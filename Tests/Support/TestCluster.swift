import CPosix
import Glibc
import Logging
import Postgres

/// One private PostgreSQL for the whole test process, started by the first test that needs it and removed at the end.
package enum TestCluster {
    private static let root = "/tmp/roost-tests"

    private static let started: Result<EmbeddedCluster, any Error> = Result {
        removeStale()
        let directory = "\(root)-\(getpid())"
        // No test data outlives the process, so nothing must be written to the disk. Fault tests start clusters of
        // their own.
        let cluster = try EmbeddedCluster(
            directory: directory,
            settings: [
                "fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "max_connections": "300",
                "shared_buffers": "128MB", "autovacuum": "off",
            ])
        atexit {
            guard case .success(let cluster) = TestCluster.started else { return }
            cluster.stop()
            TestCluster.remove(cluster.directory)
        }
        return cluster
    }

    package static func shared() throws -> EmbeddedCluster { try started.get() }

    /// Returns a directory for a test's own cluster, which `postgres` can access. Remove it with `remove`.
    package static func ownDirectory(_ name: String) -> String {
        "\(root)-\(getpid())-\(name)-\(ID.make().low % 1_000_000)"
    }

    package static func remove(_ directory: String) {
        guard directory.hasPrefix(root) else { return }
        _ = system("rm -rf '\(directory)'")
    }

    /// Removes the files of killed test processes: their PostgreSQL ends with them, the files stay.
    private static func removeStale() {
        guard let handle = opendir("/tmp") else { return }
        defer { closedir(handle) }
        while let entry = readdir(handle) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name.hasPrefix("roost-tests-") else { continue }
            let parts = name.dropFirst("roost-tests-".count).split(separator: "-")
            guard let pid = parts.first.flatMap({ pid_t($0) }), kill(pid, 0) != 0, errno == ESRCH else { continue }
            remove("/tmp/\(name)")
        }
    }
}

/// True in `deploy/test --full`, which sets `ROOST_FULL=1`: then races, walls and fuzzers run with their full numbers.
package let isFullRun = getenv("ROOST_FULL").map { String(cString: $0) } == "1"

extension Logger {
    /// Log messages that a test provokes are dropped, unless ROOST_TEST_LOG is set.
    package static let silent = Logger(label: "tests") { label -> any LogHandler in
        getenv("ROOST_TEST_LOG") == nil ? SwiftLogNoOpLogHandler() : StreamLogHandler.standardError(label: label)
    }
}
