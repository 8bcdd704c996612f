import Logging
import Postgres

/// What runs beside the pages: session times, uses of keys, audit checkpoints each minute, tenants whose time
/// has come, forgetting what is old each hour.
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
            group.addTask { await writeCheckpoints() }
            group.addTask { await forget() }
            group.addTask { await eraseTenants() }
        }
    }

    private func writeCheckpoints() async {
        var known: [ID: Int] = [:]
        while true {
            do {
                known = try await services.database.perform(.streams) { [known] connection in
                    try checkpoints.write(connection, now: .now, known: known)
                }
            } catch {
                services.logger.error("audit checkpoint not written", metadata: ["cause": "\(error)"])
            }
            if Task.isCancelled { return }
            try? await Task.sleep(for: .seconds(60))
        }
    }

    private func eraseTenants() async {
        let erasing = EraseTenantsAcrossTenants(services: services)
        while !Task.isCancelled {
            do {
                while !Task.isCancelled, try await services.database.perform(.streams, { try erasing.step(on: $0) }) {}
            } catch {
                services.logger.error("tenant not deleted", metadata: ["cause": "\(error)"])
            }
            try? await Task.sleep(for: .seconds(600))
        }
    }

    private func forget() async {
        while !Task.isCancelled {
            do {
                try await services.database.perform(.streams) { connection in
                    try connection.inTenant(Tenant.installation.id) { tx in
                        try tx.execute(SessionQueriesAcrossTenants.forgetOld(now: .now))
                        try tx.execute(AttemptsAcrossTenants.forgetOld(now: .now))
                        try tx.execute(ServiceQueriesAcrossTenants.forgetAnswers)
                    }
                }
            } catch {
                services.logger.warning("housekeeping", metadata: ["cause": "\(error)"])
            }
            try? await Task.sleep(for: .seconds(3600))
        }
    }
}
