import Console
import HTML
import Postgres
import Secrets
import Templates
import Web

/// Mails the link that lets a browser in to an address that anybody may have typed. Whether an admin has the address is looked up
/// here, in the background: so the page answers everybody alike, in the same time.
package struct BrowserMail: LetterJob {
    package static let kind = "mail.account.browser"
    package static let label = Strings.jobs_mail_browser
    /// From the request on, however late the mail goes out.
    static let minutes: Int64 = 15

    let email: String
    let language: Language
    let asked: Timestamp

    package var tenant: ID { Tenant.installation.id }

    init(email: String, language: Language, asked: Timestamp) {
        (self.email, self.language, self.asked) = (email, language, asked)
    }

    package init(_ payload: Query) throws {
        guard let email = payload["email"], let asked = payload["asked"].flatMap({ Int64($0) }) else {
            throw JobProblem.noPayload
        }
        self.init(
            email: email, language: Language(code: payload["language"] ?? "") ?? .en,
            asked: Timestamp(microseconds: asked))
    }

    package var payload: [(String, String)] {
        [("email", email), ("language", language.code), ("asked", String(asked.microseconds))]
    }

    package func letter(_ job: ID, in tx: borrowing TenantTransaction, _ services: Services) throws -> Letter? {
        let (now, until) = (Timestamp.now, asked.adding(seconds: Self.minutes * 60))
        guard now < until, let admin = try tx.first(AdminQueriesAcrossTenants.byEmail(email)) else { return nil }
        let token = try services.keys.token(of: job, for: "browser")
        try tx.execute(BrowserLinkQueries.add(token.hash, of: try admin.id("id"), now: now, until: until))
        let name = try admin.text("name")
        return Letter(
            BrowserMailPage(
                name: name, link: "\(services.address)/sign-in/browser/\(token.text)", minutes: Int(Self.minutes)),
            to: try admin.text("email"), name: name,
            in: Language(code: try admin.text("language")) ?? language)
    }
}
