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
            + Route.files("finance", needs: .seeFinance, ExportFinance.self) + [
                .get("finance", needs: .seeFinance, ShowFinance.self),
                .get("finance/export", needs: .seeFinance, ShowFinanceExport.self),
            ] + Route.mail(FinanceQuestion.self)
    }
}
