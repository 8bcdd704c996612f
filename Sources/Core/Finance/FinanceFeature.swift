import Console
import HTML
import Templates
import Web

/// Finance: every payment in lists, and their sums.
package struct FinanceFeature: Feature {
    package init() {}

    package var guide: GuideTopic? {
        GuideTopic("finance", Strings.guide_topic_finance, about: Strings.guide_about_finance)
    }
    package var place: Place { .people }
    package var permissions: [Permission] { Permission.ofFinance }
    package var lists: [ListDeclaration] { [PaymentList.list, MoveList.list] }
    package var caches: [any SharedCache.Type] { [IncomeFigures.self] }
    package var homeCards: [any HomeCard.Type] { [IncomeCard.self] }
    package var userReferences: [UserReference] {
        [UserReference(Strings.users_by_payment) { PaymentQueries.referred(by: $0) }]
    }
    package var personalData: [PersonalTable] {
        [
            PersonalTable("payment_cards", Strings.payment_card, columns: ["last4"], erased: .deleted),
            PersonalTable(
                "payments", Strings.payments_title,
                columns: [
                    "kind", "plan", "country", "provider", "reference", "currency", "amount", "tax", "at",
                ], sums: PersonalSums(["amount", "tax"]), erased: .kept(.bookkeeping), kept: .bookkeeping,
                aging: .init(
                    // The age of a payment is that of its last refund.
                    """
                    greatest(found.at, (select max(refund.at) from payments as refund where refund.refund_of = found.id))
                    """,
                    only: "exists (select from users where users.id = found.user_id and users.erased_at is not null)",
                    hint: Strings.retention_payments_hint, removal: { "select forget_payments(\($0)) as n" })),
        ]
    }
    package var demo: (any DemoRows.Type)? { PaymentDemo.self }
    package var reports: [any MailedReport.Type] { [FinanceQuestion.self] }

    package var menu: [MenuEntry] {
        [
            MenuEntry(.money, Strings.payments_title, icon: "plan", path: "payments", needs: .seeFinance),
            MenuEntry(.money, Strings.finance_title, icon: "report", path: "finance", needs: .seeFinance),
        ]
    }

    package var routes: [Route] {
        Route.list(PaymentList.self, needs: .seeFinance)
            + Route.list(MoveList.self, needs: .seeFinance)
            + Route.files(ExportFinance.self, needs: .seeFinance)
            + Route.files(ExportRecurring.self, needs: .seeFinance)
            + [.get("finance", needs: .seeFinance, ShowFinance.self)]
            + Route.mail(FinanceQuestion.self)
    }
}
