import Console
import Core
import Glibc
import Logging
import Postgres

/// Removes from the files of the private PostgreSQL what erasures have left there: within the hour, and at night from
/// the largest tables.
struct ErasureTraceRemoval {
    /// Several erasures share one removal.
    static let minutesToGather = 20
    /// Local hours in which a large table may be locked.
    static let night = 2..<5

    let cluster: EmbeddedCluster
    let services: Services

    /// Runs until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            do {
                if let done = try await removeIfDue() { say(done) }
            } catch RewriteTablesAcrossTenants.Problem.stopping {
                return
            } catch {
                services.logger.error(
                    "what was erased is still in PostgreSQL's files; this is tried again every minute",
                    metadata: ["cause": "\(error)"])
            }
            try? await Task.sleep(for: .seconds(60))
        }
    }

    /// Returns nil if nothing is due. The tables are rewritten by a thread of its own: it waits for PostgreSQL alone.
    private func removeIfDue() async throws -> RewriteTablesAcrossTenants.Done? {
        let (login, services) = (cluster.connectionString(user: "postgres"), services)
        return try await withCheckedThrowingContinuation { continuation in
            startThread(named: "erasure traces") {
                let done = Result<RewriteTablesAcrossTenants.Done?, any Error> {
                    let connection = try Connection(login, options: Installation.maintenanceOptions)
                    guard let tables = try ErasureTraceCheck.due(connection, hour: Self.localHour()) else { return nil }
                    return try RewriteTablesAcrossTenants(services.declarations).run(
                        tables, isPrivate: true, on: connection, goesOn: { !services.stop.isSet })
                }
                continuation.resume(with: done)
            }
        }
    }

    private static func localHour() -> Int {
        var (now, parts) = (time(nil), tm())
        localtime_r(&now, &parts)
        return Int(parts.tm_hour)
    }

    private func say(_ done: RewriteTablesAcrossTenants.Done) {
        services.logger.info(
            "what was erased is removed from PostgreSQL's files",
            metadata: [
                "tables": "\(done.rewritten)", "at_night": "\(done.large.joined(separator: ", "))",
                "in_use": "\(done.inUse.joined(separator: ", "))",
            ])
    }
}

/// What erasures have left in PostgreSQL's files.
enum ErasureTraceCheck {
    /// The tables to rewrite now; nil for none.
    static func due(_ connection: Connection, hour: Int) throws -> RewriteTablesAcrossTenants.Tables? {
        let row = try connection.send(
            """
            select count(*) filter (where erasure_traces.large_since is null
                    and erasure_traces.left_at < now() - make_interval(mins => \(ErasureTraceRemoval.minutesToGather)::int)) > 0
                    as is_due,
                count(erasure_traces.large_since) > 0 as is_large_due
            from erasure_traces
            """
        ).rows().first
        guard let row else { return nil }
        if ErasureTraceRemoval.night.contains(hour), try row.bool("is_large_due") { return .all }
        return try row.bool("is_due") ? .small : nil
    }

    /// What `roost doctor` says: a private PostgreSQL has an hour, and until after the night for the largest tables.
    /// Whoever runs another one has a day.
    static func run(_ connection: Connection, isPrivate: Bool) throws -> DoctorChecks.Check {
        let row = try connection.send(
            """
            select count(*) as n from erasure_traces
            where erasure_traces.left_at < now() - case when \(isPrivate) and erasure_traces.large_since is null
                then interval '75 minutes' else interval '25 hours' end
            """
        ).rows().first
        let count = try row?.int("n") ?? 0
        return DoctorChecks.Check(
            what: "nothing that was erased is left in PostgreSQL's files for long",
            remedy: count == 0
                ? nil
                : "bytes of \(Terminal.counted(count, "erasure")) may still be in them; run `roost privacy clean`\(isPrivate ? "" : ", best every night by cron")"
        )
    }
}
