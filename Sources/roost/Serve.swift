import ArgumentParser
import Console
import Core
import Logging
import Postgres
import Secrets
import ServiceLifecycle
import Web

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Serve the console.")

    func run() async throws {
        Memory.keepFreed()
        WebServer.chooseLoops()
        var logger = Logger(label: "roost")
        logger.logLevel = try Settings.logLevel()
        for unknown in SettingNames.unknown() { logger.warning("\(unknown.words)") }
        try Settings.read().refusePlainHTTP()
        let installation = try Installation.open(serving: true)
        defer { installation.close() }
        try ReturnedPeopleCheck.mend(
            installation.replay(), installation.connection(), installation.settings.erased.path, logger)
        let database = try installation.database(logger: logger)
        let application = ConsoleApplication(installation: installation, database: database, logger: logger)
        let services = application.services
        let settings = installation.settings
        let place = try settings.checkpointPlace()
        let user = try ServiceUser.ifRoot(settings)
        try user?.prepare(settings, keyFile: installation.keyFile)

        var web = WebServer.Settings()
        web.host = settings.host
        web.port = settings.port
        web.certificate = settings.certificate
        web.privateKey = settings.privateKey
        settings.edge.set(&web, settings, logger)
        let server = WebServer(
            settings: web, routes: application.console.webRoutes, metrics: services.metrics, logger: logger,
            problem: { application.console.unrouted($0, $1) })
        let tools = settings.edge.metricsListen.map { place in
            HTTPService(
                server: WebServer(
                    settings: .ofTools(host: place.host, port: place.port),
                    routes: OperationsFeature.toolRoutes(services),
                    metrics: Metrics(), logger: logger, problem: { _, status in WebResponse(status: status) }),
                address: "metrics http://\(place.host)", user: nil, bound: nil, logger: logger)
        }
        let counts = Listener(database.settings, channel: "roost_totals", logger: logger) { _ in services.forgetCounts()
        }
        let changes = Listener(database.settings, channel: "roost_kept", logger: logger) { services.received($0) }
        let worker = JobWorker(services: services)
        let jobs = Listener(database.settings, channel: "roost_jobs", logger: logger) { _ in worker.wake() }
        let listeners = [counts, changes, jobs]
        for listener in listeners { listener.start() }

        let scheme = settings.certificate == nil ? "http" : "https"
        let bound = Bound()
        let group = ServiceGroup(
            configuration: .init(
                services: (tools.map { [.init(service: $0)] } ?? []) + [
                    .init(
                        service: HTTPService(
                            server: server, address: "\(scheme)://\(settings.host)", user: user, bound: bound,
                            logger: logger),
                        successTerminationBehavior: .gracefullyShutdownGroup),
                    .init(
                        service: Background(
                            housekeeping: Housekeeping(
                                services: services,
                                checkpoints: CheckpointsAcrossTenants(place: place, key: installation.keys.checkpoints),
                                archives: settings.archivesByItself ? settings.archives : nil),
                            worker: worker, cluster: installation.cluster,
                            traces: installation.cluster.map { ErasureTraceRemoval(cluster: $0, services: services) },
                            keyring: installation.keyring, bound: bound, logger: logger)),
                ], gracefulShutdownSignals: [.sigterm, .sigint], logger: quiet(logger)))
        do {
            try await group.run()
        } catch {
            for listener in listeners { listener.stop() }
            database.stop()
            throw Failure(Self.words(error, settings))
        }
        for listener in listeners { listener.stop() }
        database.stop()
        logger.info("stopped")
    }

    private func quiet(_ logger: Logger) -> Logger {
        var quiet = logger
        quiet.logLevel = .error
        return quiet
    }

    private static func words(_ error: any Error, _ settings: Settings) -> String {
        let text = "\(error)"
        if text.contains("errno: 98") || text.contains("Address already in use") {
            let metrics =
                settings.edge.metricsListen.map { " (or port \($0.port) on \($0.host), for the metrics)" } ?? ""
            return
                "port \(settings.port) on \(settings.host)\(metrics) is in use by another program; stop it, or set ROOST_LISTEN\(metrics.isEmpty ? "" : " or ROOST_METRICS_LISTEN") to another address"
        }
        if text.contains("errno: 13") {
            return "this user may not listen on port \(settings.port); choose one above 1023"
        }
        return text
    }
}

/// The HTTP server as a service: on a signal it accepts no more requests, and finishes the running ones.
private struct HTTPService: Service {
    let server: WebServer
    let address: String
    /// The user as whom to continue; nil for the one who started the process.
    let user: ServiceUser?
    let bound: Bound?
    let logger: Logger

    func run() async throws {
        try await server.run { port in
            if let user {
                do {
                    try user.become()
                } catch {
                    logger.critical("root can't be given up", metadata: ["cause": "\(error)"])
                    endProcess(1)
                }
                logger.info("root is given up", metadata: ["user": "\(user.name)"])
            }
            bound?.open()
            logger.info("serving", metadata: ["address": "\(address):\(port)"])
        }
    }
}

/// Opens after the port is bound and root's rights are given up: the background work creates files, which must belong
/// to the server's user.
final class Bound: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func open() { continuation.finish() }

    /// Returns at once if it is open, or if the task is cancelled.
    func wait() async { for await _ in stream {} }
}

/// Housekeeping, jobs, and the supervision of the private PostgreSQL.
struct Background: Service {
    let housekeeping: Housekeeping
    let worker: JobWorker
    let cluster: EmbeddedCluster?
    /// nil with an external PostgreSQL, whose tables the server does not own.
    let traces: ErasureTraceRemoval?
    let keyring: Keyring
    let bound: Bound
    let logger: Logger

    var works: [Housekeeping.Work] {
        [
            .init("housekeeping") { await housekeeping.run() }, .init("jobs") { await worker.run() },
            .init("PostgreSQL") { await nurse() }, .init("traces of the erased") { await traces?.run() },
            .init("master key file") { await watchKeyFile() }, .init("freed memory") { await returnMemory() },
        ]
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await bound.wait()
            await withTaskGroup(of: Void.self) { group in
                for work in works { group.addTask { await work.run() } }
            }
        }
    }

    private func returnMemory() async {
        while !Task.isCancelled {
            try? await Task.sleep(for: .seconds(30))
            Memory.returnFreed()
        }
    }

    /// The master key may be replaced while servers run: from then on, values must be sealed with the new one.
    private func watchKeyFile() async {
        var complaint = ""
        while !Task.isCancelled {
            try? await Task.sleep(for: .seconds(KeysCommand.secondsUntilReloaded / 2))
            do {
                if try keyring.reloadIfChanged() { logger.info("the master key file changed and was read anew") }
                complaint = ""
            } catch {
                if complaint != "\(error)" {
                    logger.error("the master key file changed and can't be read", metadata: ["cause": "\(error)"])
                }
                complaint = "\(error)"
            }
        }
    }

    private func nurse() async {
        guard let cluster else { return }
        while !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(500))
            do {
                switch try cluster.heal() {
                case .nothing: break
                case .ended: logger.error("PostgreSQL had ended and was started again")
                case .replaced: logger.warning("PostgreSQL's packages were upgraded, and it was started again")
                }
            } catch {
                logger.critical("PostgreSQL can't be started again", metadata: ["cause": "\(error)"])
            }
        }
    }
}
