import Console
import HTML
import Postgres
import Secrets
import Templates
import Web

/// Mails a one-time link to an address that anybody may have typed. This job looks up in the background who has the
/// address: so the page that requests the link takes the same time and gives the same response whether or not a user
/// has it.
package struct AccountLinkMail: LetterJob {
    package static let kind = "mail.account.link"
    package static let label = Strings.jobs_mail_account_link

    package let tenant: ID
    let purpose: LinkPurpose
    let email: String
    let language: Language
    /// The authorization request with which the person continues.
    let request: String
    /// The time of the request: the link's term starts then, however late it is mailed.
    let asked: Timestamp
    /// The user whose address changes, and their present address.
    let change: Change?
    /// Only for an identity: the flow in which the provider has told it (`IdentityFlow`).
    let flow: [UInt8]?

    struct Change: Sendable {
        var user: ID
        var from: String
    }

    init(
        tenant: ID, _ purpose: LinkPurpose, to email: String, language: Language, request: String, asked: Timestamp,
        change: Change? = nil, flow: [UInt8]? = nil
    ) {
        (self.tenant, self.purpose, self.email, self.language) = (tenant, purpose, email, language)
        (self.request, self.asked, self.change, self.flow) = (request, asked, change, flow)
    }

    package init(_ payload: Query) throws {
        func value(_ name: String) -> String { payload[name] ?? "" }
        guard let tenant = ID(value("tenant")), let purpose = LinkPurpose(rawValue: value("purpose")),
            let asked = Int64(value("asked"))
        else { throw MailProblem.unknownNotice }
        self.init(
            tenant: tenant, purpose, to: value("email"), language: Language(code: value("language")) ?? .en,
            request: value("request"), asked: Timestamp(microseconds: asked),
            change: ID(value("user")).map { Change(user: $0, from: value("from")) },
            flow: value("flow").isEmpty ? nil : Hex.decode(value("flow")))
    }

    package var payload: [(String, String)] {
        [
            ("tenant", tenant.description), ("purpose", purpose.rawValue), ("email", email),
            ("language", language.code), ("request", request), ("asked", String(asked.microseconds)),
            ("user", change?.user.description ?? ""), ("from", change?.from ?? ""),
            ("flow", flow.map { Hex.encode($0) } ?? ""),
        ]
    }

    package func letter(_ job: ID, in tx: borrowing TenantTransaction, _ services: Services) throws -> Letter? {
        let token = try services.keys.token(of: job, for: "link")
        guard let place = try tx.first(CurrentTenantQuery.current),
            let row = try tx.first(AccountQueries.byEmail(email))
        else { return nil }
        let holder = try row.idOrNil("id")
        let status = try row.textOrNil("status")
        guard let meant = try meant(holder, status, hasPassword: row.textOrNil("password_hash") != nil, in: tx) else {
            return nil
        }
        // A job is retried for hours: a link that was used meanwhile, or replaced by a new password, must not work
        // again.
        let (now, over) = (Timestamp.now, asked.adding(seconds: meant.seconds))
        let owner = purpose == .email ? change?.user : holder
        guard now < over, try owner.map({ try stillMeans($0, in: tx) }) ?? true else { return nil }
        if let flow, try tx.first(IdentityFlowQueries.isOpen(flow, now: now)) == nil { return nil }
        // Two addresses that are equal to the database may be two mailboxes: the mail goes to the stored one.
        let address = purpose == .email ? email : try row.textOrNil("email") ?? email
        try tx.execute(
            AccountQueries.addLink(
                token.hash, meant, to: address, user: owner, request: request, flow: flow, now: now, over: over))
        // The stored user's: a stranger who requests a mail decides neither its words nor its language.
        let language = try row.textOrNil("language").flatMap { Language(code: $0) } ?? language
        let name = try row.textOrNil("name") ?? ""
        let page = HostedVisit.link("links/\(token.text)", slug: try place.text("slug"))
        let link = services.address + page.with(query: [("lang", language.code)]).description
        return Letter(
            AccountLinkMailPage(
                name: name, tenant: try place.text("name"), link: link, what: Self.words(meant, asked: purpose)),
            to: address, name: name, in: language)
    }

    /// True if the user may sign in, still has the address that they had, and has used no mailed link since the
    /// request.
    private func stillMeans(_ owner: ID, in tx: borrowing TenantTransaction) throws -> Bool {
        guard let held = try tx.first(AccountQueries.holdUser(owner)) else { return false }
        if let change, try held.text("email").lowercased() != change.from.lowercased() { return false }
        guard let proof = try tx.first(AccountQueries.lastProof(of: owner))?.timeOrNil("at") else { return true }
        return proof <= asked
    }

    /// Returns the action of the link; nil if nothing is mailed.
    private func meant(
        _ holder: ID?, _ status: String?, hasPassword: Bool, in tx: borrowing TenantTransaction
    ) throws -> LinkPurpose? {
        switch purpose {
        case .identity:
            guard holder != nil else {
                return try tx.first(AccountQueries.takesSignUps)?.bool("sign_up_on") == true ? .identity : nil
            }
            return status == "active" || status == "pending" ? .identity : nil
        case .email: return holder == nil ? .email : nil
        case .signUp, .password:
            guard holder != nil else { return purpose == .signUp ? .signUp : nil }
            guard status == "active" || status == "pending" else { return nil }
            return hasPassword ? .password : .signUp
        }
    }

    private static func words(_ meant: LinkPurpose, asked: LinkPurpose) -> AccountLinkMailPage.Words {
        switch (meant, asked) {
        case (.email, _): .email
        case (.identity, _): .identity
        case (.signUp, _): .signUp
        case (.password, .signUp): .hasAccount
        case (.password, _): .password
        }
    }
}
