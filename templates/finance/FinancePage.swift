import HTML

/// What was charged and refunded in a period, in one currency.
package struct FinancePage: Sendable {
    package struct Line: Sendable {
        package var label: String
        package var payments: String
        package var gross: String
        package var refunded: String
        package var tax: String
        package var net: String

        package init(label: String, payments: String, gross: String, refunded: String, tax: String, net: String) {
            self.label = label
            self.payments = payments
            self.gross = gross
            self.refunded = refunded
            self.tax = tax
            self.net = net
        }
    }

    package var frame: Frame
    package var action: Link
    /// The question in words, for paper too; nil when it was wrong.
    package var requested: String?
    package var from: Field
    package var until: Field
    package var by: Choice
    package var currency: Choice
    package var export: Link?
    /// The file on recurring revenue; nil when the question was wrong.
    package var recurringExport: Link?
    /// Where it is asked for by mail; nil when the question was wrong, or no mail is sent.
    package var mail: Link?
    package var chart: Chart?
    /// Recurring revenue; empty when the question was wrong.
    package var facts: [Fact]
    /// What the first column holds.
    package var heading: LocalText
    package var rows: [Line]
    package var total: Line?

    package init(
        frame: Frame, action: Link, requested: String?, from: Field, until: Field, by: Choice, currency: Choice,
        export: Link?, recurringExport: Link?, mail: Link?, chart: Chart?,
        facts: [Fact], heading: LocalText, rows: [Line], total: Line?
    ) {
        self.frame = frame
        self.action = action
        self.requested = requested
        self.from = from
        self.until = until
        self.by = by
        self.currency = currency
        self.export = export
        self.recurringExport = recurringExport
        self.mail = mail
        self.chart = chart
        self.facts = facts
        self.heading = heading
        self.rows = rows
        self.total = total
    }

    package var errors: ErrorSummary? { ErrorSummary([from.problem, until.problem]) }

    package static var sample: FinancePage {
        FinancePage(
            frame: .sample("Finance", at: "report"), action: "/t/rooster-me/finance",
            requested: "21 Nov 2025 to 20 Nov 2026 · USD",
            from: Field(
                "from", label: LocalText(Strings.finance_from), value: "2025-11-21", type: "date", isLatin: true),
            until: Field(
                "until", label: LocalText(Strings.finance_until), value: "2026-11-20", type: "date", isLatin: true),
            by: Choice(
                "by", label: LocalText(Strings.finance_by),
                options: [.init(value: "plan", label: "Plan", isSelected: true)]),
            currency: Choice(
                "currency", label: LocalText(Strings.tenant_currency),
                options: [.init(value: "USD", label: "USD", isSelected: true)]),
            export: "/t/rooster-me/finance/export?by=plan",
            recurringExport: "/t/rooster-me/finance/recurring/export",
            mail: "/t/rooster-me/finance/mail", chart: .sampleBars,
            facts: [
                Fact(LocalText(Strings.finance_mrr_after), "12,028.00 USD"),
                Fact(LocalText(Strings.finance_churn), "3.2%"),
            ],
            heading: LocalText(Strings.user_plan),
            rows: [
                Line(
                    label: "Premium <&>", payments: "1,204", gross: "12,028.00 USD", refunded: "99.90 USD",
                    tax: "1,904.10 USD", net: "10,024.00 USD")
            ],
            total: Line(
                label: "", payments: "1,204", gross: "12,028.00 USD", refunded: "99.90 USD", tax: "1,904.10 USD",
                net: "10,024.00 USD"))
    }

    /// Asked for days that no calendar has.
    package static var sampleWrong: FinancePage {
        var page = sample
        (page.from.value, page.from.type) = ("<x>", "text")
        page.from.error = LocalText(Strings.error_day)
        (page.requested, page.export, page.recurringExport, page.chart) = (nil, nil, nil, nil)
        (page.facts, page.rows, page.total) = ([], [], nil)
        return page
    }
}
