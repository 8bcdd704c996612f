import HTML
import Templates
import Web

/// Money in lists and sums: every payment, and what it all comes to.
package struct FinanceFeature: Feature {
    package init() {}

    package var menu: [MenuEntry] {
        [
            MenuEntry(.people, Strings.payments_title, icon: "plan", path: "payments", needs: .seeFinance),
            MenuEntry(.people, Strings.finance_title, icon: "report", path: "finance", needs: .seeFinance),
        ]
    }

    package var routes: [Route] {
        Route.list(PaymentList.self, needs: .seeFinance) + [
            .get("finance", needs: .seeFinance, ShowFinance.self),
            .get("finance/export", needs: .seeFinance, ShowFinanceExport.self),
            .download("finance.csv", needs: .seeFinance, ExportFinance.self),
            .download("finance.xlsx", needs: .seeFinance, ExportFinance.self),
            .download("finance.jsonl", needs: .seeFinance, ExportFinance.self),
        ]
    }
}
