import ArgumentParser
import Console
import Core
import Postgres

/// For the server's shell only: every operator is notified in the console.
struct ResetSecondStep: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset-second-step",
        abstract: "Take an admin's second step off, and print the one-time link that sets up a new one.",
        discussion: """
            For somebody who lost their phone and their recovery codes. All their sessions end, and neither the old app nor a
            recovery code works any more. With the link, valid for \(BootstrapAcrossTenants.linkHours) hours, they choose a new password and set up a new
            second step: make sure that it reaches them and nobody else. Every operator is told in the console.
            """)

    @Option(help: "E-mail of the admin.") var email: String
    @Option(help: "Why, for the audit trail and the other operators.") var reason: String = ""

    func run() throws {
        guard reason.count <= 500 else { throw Failure("a reason has at most 500 characters") }
        let installation = try Installation.open()
        defer { installation.close() }
        let bootstrap = installation.bootstrap("admin reset-second-step")
        let link = try installation.connection().inTenant(Tenant.installation.id) { tx in
            let admin = try bootstrap.known(email, in: tx)
            guard admin.isEnrolled else {
                throw Failure(
                    "\(email) has not set up a second step yet: `roost admin link --email \(email)` prints a new link")
            }
            return try bootstrap.resetSecondStep(of: admin, reason: reason, in: tx)
        }
        Terminal.say("the second step of \(email) was reset, and all their sessions ended")
        Terminal.say(installation.enrolmentLink(link))
    }
}

struct MakeOperator: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "make-operator", abstract: "Make an admin an operator, who may do everything in every tenant.",
        discussion: """
            All their sessions end; they sign in again as an operator. Every other operator is told in the console. For an
            operator it says so and changes nothing.
            """)

    @Option(help: "E-mail of the admin.") var email: String
    @Option(help: "Why, for the audit trail and the other operators.") var reason: String = ""

    func run() throws {
        guard reason.count <= 500 else { throw Failure("a reason has at most 500 characters") }
        let installation = try Installation.open()
        defer { installation.close() }
        let bootstrap = installation.bootstrap("admin make-operator")
        let isNew = try installation.connection().inTenant(Tenant.installation.id) { tx in
            let admin = try bootstrap.known(email, in: tx)
            if !admin.isOperator { try bootstrap.makeOperator(admin, reason: reason, in: tx) }
            return !admin.isOperator
        }
        Terminal.say(
            isNew
                ? "\(email) is an operator now; their sessions ended"
                : "\(email) is an operator already; nothing was changed")
    }
}

extension BootstrapAcrossTenants {
    /// Returns the admin with that e-mail, who may sign in.
    func known(_ email: String, in tx: borrowing TenantTransaction) throws -> Account {
        guard let admin = try account(email, in: tx) else {
            throw Failure("there is no admin “\(email)”; `roost admin create` makes one")
        }
        guard !admin.isDisabled else {
            throw Failure("\(email) is disabled; an operator restores them in the console, under Admins")
        }
        return admin
    }
}
