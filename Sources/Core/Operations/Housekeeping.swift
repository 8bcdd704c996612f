import Console
import Logging
import Postgres

/// What runs beside the pages: session times, uses of keys, readings of lists, audit checkpoints each minute, and the timers that
/// features declare.
package struct Housekeeping: Sendable {
    private let services: Services
    private let checkpoints: CheckpointsAcrossTenants

    package init(services: Services, checkpoints: CheckpointsAcrossTenants) {
        self.services = services
        self.checkpoints = checkpoints
    }

    /// Until the task is cancelled; then writes what is still to be written.
    package func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await services.touches.run() }
            group.addTask { await services.keyUses.run() }
            group.addTask { await services.readings.run() }
            group.addTask { await keepCheckpoints() }
            for timer in services.declarations.timers { group.addTask { await run(timer) } }
        }
    }

    private func keepCheckpoints() async {
        var known: [ID: Int] = [:]
        var silent = 0
        services.checkpoints.begin(at: .now)
        while true {
            var pause = 60
            do {
                // A server that heard nothing for five minutes hears of the installation's chain
                // again: so it is known to listen.
                if silent >= 5 { known[Tenant.installation.id] = nil }
                let moved = try await services.database.perform(.streams) { [known] connection in
                    try checkpoints.moved(connection, now: .now, known: known)
                }
                let wasTried = try await checkpoints.place.keep(moved.lines, at: .now)
                known = moved.heads
                silent = wasTried ? 0 : silent + 1
                if wasTried { services.checkpoints.kept(at: .now) }
            } catch {
                pause = 15
                complain(error)
            }
            if Task.isCancelled { return }
            try? await Task.sleep(for: .seconds(pause))
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
}
