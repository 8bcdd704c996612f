import Console
import HTML
import Postgres
import Templates
import Web

/// A page for users as it would be with the draft of its words, in each of the tenant's languages. Only who may edit the draft sees
/// it, by their session; nothing can be sent from it.
struct PreviewHostedWords: Viewing {
    private let page: HostedWords.Page
    private let request: WebRequest

    init(_ request: WebRequest) {
        page = request.query["page"].flatMap { HostedWords.Page(rawValue: $0) } ?? .signIn
        self.request = request
    }

    static func link(_ page: HostedWords.Page, _ actor: Actor) -> Link {
        actor.link("apps/words").with(query: [("page", page.rawValue)])
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Served {
        let preview = HostedVisit.Preview(link: Self.link(page, actor), language: actor.language)
        let visit = try HostedVisit(preview, of: page, request, in: tx)
        switch page {
        case .signIn:
            let app = try tx.first(AppQueries.newestName)?.text("name") ?? visit.tenant.name
            return .now(HostedSignIn.form(app, providers: try OfferedProvider.all(in: tx), visit, services))
        case .signUp: return .now(AskForLink.signUpPage(visit, services))
        case .reset: return .now(AskForLink.passwordPage(visit, services))
        case .confirm: return .now(MailedLink.example(visit, services))
        }
    }
}
