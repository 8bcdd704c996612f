import CPosix
import Glibc
import Logging
import Postgres

/// One private PostgreSQL for the whole test process, made when the first test asks for it and removed at its end.
package enum TestCluster {
    private static let root = "/tmp/roost-tests"

    private static let started: Result<EmbeddedCluster, any Error> = Result {
        removeStale()
        let directory = "\(root)-\(getpid())"
        // Nothing of a test outlives its process, so nothing has to reach the disk. Fault
        // tests make clusters of their own.
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

    /// A directory for a cluster of the test's own; `postgres` can reach it. Remove it with `remove`.
    package static func ownDirectory(_ name: String) -> String {
        "\(root)-\(getpid())-\(name)-\(ID.make().low % 1_000_000)"
    }

    package static func remove(_ directory: String) {
        guard directory.hasPrefix(root) else { return }
        _ = system("rm -rf '\(directory)'")
    }

    /// What test processes that were killed left behind: their PostgreSQL ends with them, their files don't.
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

/// True in `deploy/test --full`, which sets `ROOST_FULL=1`: races, walls and fuzzers at the numbers that they promise.
package let isFullRun = getenv("ROOST_FULL").map { String(cString: $0) } == "1"

extension Logger {
    /// What a test provokes is no news; with ROOST_TEST_LOG set it is told all the same.
    package static let silent = Logger(label: "tests") { label -> any LogHandler in
        getenv("ROOST_TEST_LOG") == nil ? SwiftLogNoOpLogHandler() : StreamLogHandler.standardError(label: label)
    }
}
