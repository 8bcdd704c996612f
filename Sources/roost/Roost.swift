import ArgumentParser
import Logging
import Web

@main
struct Roost: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "roost", abstract: "The admin console for people who run mobile apps.",
        discussion: """
            Environment:
              DATABASE_URL            a libpq string or URL; absent: a private PostgreSQL in the data directory
              ROOST_DATA              the data directory
              ROOST_LISTEN            address and port to serve on (127.0.0.1:8080)
              ROOST_MASTER_KEY_FILE   the master key; made in the data directory without DATABASE_URL, required with it
              ROOST_TLS_CERTIFICATE, ROOST_TLS_KEY   PEM files; with both Roost serves HTTPS and HTTP/2
              ROOST_TRUSTED_PROXIES   addresses whose Forwarded header is believed, with commas between them
              ROOST_LOG_LEVEL         info
            """,
        subcommands: [
            Serve.self, Migrate.self, Demo.self, AdminCommand.self, Apply.self, AuditCommand.self, TenantCommand.self,
            KeysCommand.self, Doctor.self, RoutesCommand.self,
        ])

    static func main() async {
        LoggingSystem.bootstrap { label in JSONLogHandler(label: label) }
        // Commands read and write what features declare: permissions, scopes, actions.
        _ = ConsoleApplication.declarations
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
    }
}
