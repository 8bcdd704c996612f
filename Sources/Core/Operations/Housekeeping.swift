import Console
import Logging
import Postgres

/// The background work of a server: session times, uses of keys, readings of lists, audit checkpoints each minute, and
/// the timers that features declare.
package struct Housekeeping: Sendable {
    private let services: Services
    private let checkpoints: CheckpointsAcrossTenants
    private let archives: String?

    /// `archives` is the directory into which old audit events are archived automatically; if nil, only `roost audit
    /// archive` does it.
    package init(services: Services, checkpoints: CheckpointsAcrossTenants, archives: String?) {
        self.services = services
        self.checkpoints = checkpoints
        self.archives = archives
    }

    /// One kind of work, which runs until its task is cancelled.
    package struct Work: Sendable {
        /// Names it for tests.
        package var name: String
        package var run: @Sendable () async -> Void

        package init(_ name: String, run: @escaping @Sendable () async -> Void) {
            (self.name, self.run) = (name, run)
        }
    }

    /// All that runs beside the requests.
    package var works: [Work] {
        let own = [
            Work("session touches") { await services.touches.run() },
            Work("uses of keys") { await services.keyUses.run() },
            Work("readings") { await services.readings.run() },
            Work("checkpoints") { await keepCheckpoints() },
        ]
        let archiving = archives == nil ? [] : [Work("archives") { await archiveAudit() }]
        return own + archiving
            + services.buffers.map { buffer in Work("\(type(of: buffer))") { await buffer.run() } }
            + services.declarations.timers.map { timer in Work(timer.name) { await run(timer) } }
    }

    /// Runs until the task is cancelled; then writes the values that are not written yet.
    package func run() async {
        await withTaskGroup(of: Void.self) { group in
            for work in works { group.addTask { await work.run() } }
        }
    }

    func keepCheckpoints() async {
        var known: [ID: Int] = [:]
        // Read before the database is: what arrives there meanwhile is no chain that ends too early.
        var reached = checkpoints.reached()
        var silent = 0
        services.checkpoints.begin(at: .now)
        while true {
            var pause = 60
            do {
                // If no checkpoint was sent for five minutes, the installation's chain is sent again: so the receiver
                // knows that the connection works.
                if silent >= 5 { known[Tenant.installation.id] = nil }
                let moved = try await services.database.perform(.safety) { [known] connection in
                    try checkpoints.moved(connection, now: .now, known: known)
                }
                complain(CheckpointsAcrossTenants.receded(moved.heads, behind: reached))
                reached = moved.heads
                let wasTried = try await checkpoints.place.keep(moved.lines, at: .now)
                known = moved.heads
                silent = wasTried ? 0 : silent + 1
                if wasTried { services.checkpoints.stored(at: .now) }
            } catch {
                pause = 15
                complain(error)
            }
            if Task.isCancelled { return }
            try? await Task.sleep(for: .seconds(pause))
        }
    }

    /// Says it once, when it is seen: afterwards the chains go on from where they are now.
    private func complain(_ chains: [CheckpointsAcrossTenants.Receded]) {
        services.checkpoints.sawReceded(chains.count)
        for chain in chains {
            services.logger.critical(
                "an audit log ends before an event that it had: its end was removed, or the database is an older copy; run `roost audit verify`",
                metadata: [
                    "tenant": "\(chain.tenant)", "ends_at": "\(chain.last)", "had_reached": "\(chain.reached)",
                ])
        }
    }

    private func complain(_ error: any Error) {
        let now = Timestamp.now
        let facts: Logger.Metadata = ["cause": "\(error)", "seconds": "\(services.checkpoints.age(at: now))"]
        if services.checkpoints.isOverdue(at: now) {
            services.logger.critical(
                "audit checkpoints don't leave: what asks for the code again is refused", metadata: facts)
        } else {
            services.logger.error("audit checkpoint not kept", metadata: facts)
        }
    }

    private func run(_ timer: HouseTimer) async {
        var round = 0
        while !Task.isCancelled {
            do {
                try await timer.run(services, round)
            } catch {
                services.logger.error("a timer failed", metadata: ["timer": "\(timer.name)", "cause": "\(error)"])
            }
            round += 1
            try? await Task.sleep(for: .seconds(timer.seconds))
        }
    }

    private func archiveAudit() async {
        guard let archives else { return }
        let archiving = ArchiveAuditAcrossTenants(directory: archives, services: services)
        while !Task.isCancelled {
            do {
                try await archiving.run(now: .now)
            } catch {
                services.logger.error("audit trail not archived", metadata: ["cause": "\(error)"])
            }
            try? await Task.sleep(for: .seconds(6 * 3600))
        }
    }
}
