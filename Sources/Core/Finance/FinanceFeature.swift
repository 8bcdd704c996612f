import Console
import HTML
import Templates
import Web

/// Money in lists and sums: every payment, and what it all comes to.
package struct FinanceFeature: Feature {
    package init() {}

    package var place: Place { .people }
    package var permissions: [Permission] { Permission.ofFinance }
    package var lists: [ListDeclaration] { [PaymentList.list] }
    package var caches: [any SharedCache.Type] { [IncomeFigures.self] }
    package var homeCards: [any HomeCard.Type] { [IncomeCard.self] }
    package var userReferences: [UserReference] {
        [UserReference(Strings.users_by_payment) { PaymentQueries.referred(by: $0) }]
    }
    package var personalData: [PersonalTable] {
        [
            PersonalTable(
                "payments",
                columns: [
                    "kind", "plan", "country", "provider", "reference", "currency", "amount", "tax", "at",
                ], erased: .kept(.bookkeeping), kept: .bookkeeping)
        ]
    }
    package var demo: (any DemoRows.Type)? { PaymentDemo.self }
    package var reports: [any MailedReport.Type] { [FinanceQuestion.self] }

    /// What it all comes to stands among the reports.
    package var menu: [MenuEntry] {
        [
            MenuEntry(.people, Strings.payments_title, icon: "plan", path: "payments", needs: .seeFinance),
            MenuEntry(.reports, Strings.finance_title, icon: "report", path: "finance", needs: .seeFinance),
        ]
    }

    package var routes: [Route] {
        Route.list(PaymentList.self, needs: .seeFinance)
            + Route.files(ExportFinance.self, needs: .seeFinance)
            + Route.files(ExportRecurring.self, needs: .seeFinance)
            + [.get("finance", needs: .seeFinance, ShowFinance.self)]
            + Route.mail(FinanceQuestion.self)
    }
}
