import Glibc
import Logging

/// Receives `NOTIFY` on a connection of its own, and reconnects by itself when the connection breaks.
package final class Listener: @unchecked Sendable {
    private let settings: Database.Settings
    private let channel: StaticString
    private let logger: Logger
    private let received: @Sendable (String) -> Void
    private let condition = Condition()
    private var stopped = false
    private var running = false

    /// `received` is called with each notification's payload, on the listener's thread. After a reconnection it is
    /// called with the empty string: notifications may have been missed.
    package init(
        _ settings: Database.Settings, channel: StaticString, logger: Logger,
        received: @escaping @Sendable (String) -> Void
    ) {
        self.settings = settings
        self.channel = channel
        self.logger = logger
        self.received = received
    }

    package func start() {
        condition.locked { running = true }
        startThread(named: "pg-listen") { [self] in
            var failures = 0
            while !isStopped {
                do {
                    let connection = try Connection(
                        settings.connectionString, options: [("application_name", "roost-listen")])
                    try connection.script("listen \(channel)")
                    if failures > 0 { received("") }
                    failures = 0
                    try listen(on: connection)
                } catch {
                    failures += 1
                    if !isStopped { logger.warning("listener", metadata: ["cause": "\(error)"]) }
                    condition.locked {
                        if !stopped { condition.wait(milliseconds: min(5000, 100 << min(failures, 6))) }
                    }
                }
            }
            condition.locked {
                running = false
                condition.broadcast()
            }
        }
    }

    private var isStopped: Bool { condition.locked { stopped } }

    private func listen(on connection: Connection) throws {
        while !isStopped {
            var wait = pollfd(fd: connection.socket, events: Int16(POLLIN), revents: 0)
            let ready = poll(&wait, 1, 200)
            if ready > 0 {
                for notification in try connection.notifications() { received(notification.payload) }
            }
        }
    }

    package func stop() {
        condition.locked {
            stopped = true
            condition.broadcast()
            while running { condition.wait(milliseconds: 100) }
        }
    }
}
