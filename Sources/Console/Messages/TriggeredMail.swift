import HTML
import Postgres
import Templates
import Web

/// Mails one user what a trigger tells. Who they are and what the text says is looked up when it is sent: whoever was deleted meanwhile
/// gets nothing, and the queue holds no address.
package struct TriggeredMail: LetterJob {
    package static let kind = "mail.triggered"
    package static let label = Strings.jobs_mail_triggered

    package let tenant: ID
    let user: ID
    /// The key of the trigger's text.
    let text: String
    /// What the event was about.
    let object: ID
    /// `MessageTrigger.detail`; empty where the object says it all.
    let detail: String

    init(tenant: ID, user: ID, text: String, object: ID, detail: String = "") {
        (self.tenant, self.user, self.text, self.object, self.detail) = (tenant, user, text, object, detail)
    }

    package init(_ payload: Query) throws {
        func id(_ name: String) -> ID? { payload[name].flatMap { ID($0) } }
        guard let tenant = id("tenant"), let user = id("user"), let object = id("object"), let text = payload["text"]
        else { throw JobProblem.noPayload }
        // Mails that an older release put into the queue have no detail.
        self.init(tenant: tenant, user: user, text: text, object: object, detail: payload["detail"] ?? "")
    }

    package var payload: [(String, String)] {
        [
            ("tenant", tenant.description), ("user", user.description), ("text", text),
            ("object", object.description), ("detail", detail),
        ]
    }

    /// nil when there is nobody to tell, or nothing any more.
    package func letter(_ job: ID, in tx: borrowing TenantTransaction, _ services: Services) throws -> Letter? {
        guard let trigger = services.declarations.messageTrigger(text),
            let row = try tx.first(CurrentTenantQuery.current), let user = try tx.first(MessageQueries.user(user))
        else { return nil }
        let tenant = try Tenant(row, id: tx.tenant, slug: row.text("slug"))
        let code = try user.text("language")
        let language =
            Language(code: code) ?? tenant.languages.lazy.compactMap { Language(code: $0) }.first ?? .en
        var values = try trigger.values(object, detail, language, tx)
        // The object no longer exists.
        guard !values.isEmpty else { return nil }
        values[MessageTrigger.reader] = try user.text("name")
        let content = try tx.first(MessageQueries.text(text)).map { Content(json: try $0.text("content")) } ?? Content()
        func say(_ field: String) -> String {
            Placeholders.fillSentences(content.text(field, code, tenant.languages), with: values)
        }
        let name = try user.text("name")
        return Letter(
            TriggeredMailPage(
                name: name, tenant: tenant.name, what: LocalText(trigger.label), headline: say("headline"),
                text: say("text"), summary: trigger.summary.compactMap { values[$0] }.filter { !$0.isEmpty }),
            to: try user.text("email"), name: name, in: language)
    }
}
