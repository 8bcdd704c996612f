import Logging
import Postgres

/// What runs beside the pages: session times, uses of keys, readings of lists, audit checkpoints each minute, tenants,
/// subscriptions and mailed reports whose time has come, forgetting what is old each hour.
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
            group.addTask { await invalidate() }
            group.addTask { await sweepImages() }
            group.addTask { await eraseTenants() }
            group.addTask { await endSubscriptions() }
            group.addTask { await mailReports() }
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

    private func eraseTenants() async {
        let erasing = EraseTenantsAcrossTenants(services: services)
        while !Task.isCancelled {
            do {
                try await erasing.run()
            } catch {
                services.logger.error("tenant not deleted", metadata: ["cause": "\(error)"])
            }
            try? await Task.sleep(for: .seconds(600))
        }
    }

    private func endSubscriptions() async {
        let ending = EndSubscriptionsAcrossTenants(services: services)
        while !Task.isCancelled {
            do {
                try await services.database.perform(.streams) { connection in
                    try ending.sweep(on: connection, now: .now)
                }
            } catch {
                services.logger.error("subscriptions not ended", metadata: ["cause": "\(error)"])
            }
            try? await Task.sleep(for: .seconds(60))
        }
    }

    private func mailReports() async {
        let sending = SendReportMailsAcrossTenants(services: services)
        // Without a mail server they would only fail: what is due waits until there is one.
        while !Task.isCancelled, services.mail != nil {
            do {
                try await services.database.perform(.streams) { connection in
                    try sending.sweep(on: connection, now: .now)
                }
            } catch {
                services.logger.error("reports not mailed", metadata: ["cause": "\(error)"])
            }
            try? await Task.sleep(for: .seconds(60))
        }
    }

    private func sweepImages() async {
        let sweeping = SweepImagesAcrossTenants(services: services)
        var hours = 0
        while !Task.isCancelled {
            do {
                try await sweeping.run(now: .now, findsOrphans: hours % 24 == 0)
            } catch {
                services.logger.warning("images not swept", metadata: ["cause": "\(error)"])
            }
            hours += 1
            try? await Task.sleep(for: .seconds(3600))
        }
    }

    private func invalidate() async {
        while !Task.isCancelled {
            do {
                try await services.database.perform(.streams) { connection in
                    try connection.inTenant(Tenant.installation.id) { tx in
                        try tx.execute(SessionQueriesAcrossTenants.deleteOld(now: .now))
                        try tx.execute(AttemptsAcrossTenants.deleteOld(now: .now))
                        try tx.execute(KnownDevices.deleteOld(now: .now))
                        for statement in NoticeQueriesAcrossTenants.deleteOld(now: .now) { try tx.execute(statement) }
                        try tx.execute(ServiceQueriesAcrossTenants.deleteResponses)
                        try tx.execute(ImportQueries.deleteOld)
                        try tx.execute(BulkActionQueries.deleteOld)
                        try tx.execute(ExportQueries.deleteOld)
                    }
                }
            } catch {
                services.logger.warning("housekeeping", metadata: ["cause": "\(error)"])
            }
            try? await Task.sleep(for: .seconds(3600))
        }
    }
}
