import ArgumentParser
import Glibc
import Logging
import Web

@main
struct Roost: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "roost", abstract: "The admin console for people who run mobile apps.",
        discussion: """
            Environment:
              DATABASE_URL            a libpq string or URL; absent: a private PostgreSQL in the data directory
              ROOST_OWNER_URL         the same for the schema's owner, for migrate; a server needs none
              ROOST_DATA              the data directory
              ROOST_USER              as whom the server goes on when root starts it (roost)
              ROOST_LISTEN            address and port to serve on (127.0.0.1:8080)
              ROOST_MASTER_KEY_FILE   the master key; made in the data directory without DATABASE_URL, required with it
              ROOST_TLS_CERTIFICATE, ROOST_TLS_KEY   PEM files; with both Roost serves HTTPS and HTTP/2
              ROOST_URL               how people reach the console; https there makes cookies Secure, whoever ends TLS
              ROOST_TRUSTED_PROXIES   addresses and networks of proxies in front, with commas between them
              ROOST_PROXY_HEADER      x-forwarded-for or forwarded, when proxies write one and pass the other on
              ROOST_ALLOW_PLAIN_HTTP  1: serve a network without TLS and without a proxy
              ROOST_METRICS_LISTEN    an address and port for /metrics alone
              ROOST_METRICS_TOKEN_FILE   opens /metrics on the console's address to who sends the token as Bearer
              ROOST_CONNECTIONS, ROOST_CONNECTIONS_PER_ADDRESS   at most (10000 and 200)
              ROOST_LOG_LEVEL         info
            """,
        subcommands: [
            Serve.self, Migrate.self, Demo.self, AdminCommand.self, Apply.self, AuditCommand.self, TenantCommand.self,
            KeysCommand.self, PrivacyCommand.self, Doctor.self, RoutesCommand.self, Simulate.self,
            ClientCallsCommand.self,
        ])

    /// Not asynchronous: a process that reads a file has no other thread, and the first thread waits here to the end.
    /// An asynchronous `main` ends that thread, and a thread that is ending keeps root's rights when the others give
    /// them up.
    static func main() {
        ReadFile.runIfAsked()
        LoggingSystem.bootstrap { label in JSONLogHandler(label: label) }
        // Commands read and write values that features declare: permissions, scopes, actions.
        _ = ConsoleApplication.declarations
        Task.detached { await perform() }
        while true { pause() }
    }

    private static func perform() async -> Never {
        do {
            var command = try parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch let failure as Failure {
            failure.print()
            endProcess(1)
        } catch let code as ExitCode {
            endProcess(code.rawValue)
        } catch {
            if error is CleanExit || error is ValidationError || "\(type(of: error))".hasPrefix("CommandError") {
                exit(withError: error)
            }
            Failure("\(error)").print()
            endProcess(1)
        }
        endProcess(0)
    }
}
