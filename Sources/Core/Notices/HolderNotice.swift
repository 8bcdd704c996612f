import Console
import HTML
import Postgres
import Web

/// What the holder of an account is told when something changed that opens it, or a browser came in that was not in
/// before: on the console's pages until they have seen it, and by mail.
struct HolderNotice {
    let holder: ID
    let email: String
    let name: String
    let language: Language
    /// Browser and address.
    let from: String
    let now: Timestamp

    init(_ actor: Actor, _ request: WebRequest) throws {
        guard let admin = actor.id else { throw Refusal.notAllowed }
        self.init(admin, email: actor.email, name: actor.name, language: actor.language, request)
    }

    init(_ holder: ID, email: String, name: String, language: Language, _ request: WebRequest) {
        (self.holder, self.email, self.name, self.language) = (holder, email, name, language)
        let browser = Browser.words(request.headers[.userAgent] ?? "").columnPrefix(100)
        from = "\(browser) · \(request.address)"
        now = request.now
    }

    /// In the transaction of what it tells, which is the installation's.
    func notify(
        _ kind: ShellNotices.Kind, onPages: Bool = true, in tx: borrowing TenantTransaction, _ services: Services
    ) throws {
        if onPages {
            let notice = ID.make(at: now)
            try tx.execute(NoticeQueriesAcrossTenants.add(notice, kind, about: holder, reason: from, at: now))
            try tx.execute(NoticeQueriesAcrossTenants.notify(notice, holder))
            _ = try tx.rows(ShellNotices.changed(Tenant.installation.id))
        }
        guard services.mail != nil else { return }
        let mail = AccountMail(
            kind: kind, email: email, name: name, language: language, from: from, link: services.address + "/account")
        try Jobs.add(mail, in: tx, by: .system(now: now), services)
    }
}
