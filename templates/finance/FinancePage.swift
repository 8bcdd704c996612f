import HTML

/// What was charged and refunded in a period, in one currency; what it was before, and what made the difference.
package struct FinancePage: Sendable {
    /// A period that is often wanted.
    package struct Preset: Sendable {
        package var label: LocalText
        package var link: Link
        package var isCurrent: Bool

        package init(_ label: StringKey, _ link: Link, isCurrent: Bool) {
            self.label = LocalText(label)
            self.link = link
            self.isCurrent = isCurrent
        }
    }

    /// Those who began with one plan, month by month.
    package struct Cohort: Sendable {
        package var plan: String
        package var table: ReportTable
        package var isOpen: Bool

        package init(plan: String, table: ReportTable, isOpen: Bool) {
            self.plan = plan
            self.table = table
            self.isOpen = isOpen
        }
    }

    /// What the report is asked.
    package struct Question: Sendable {
        package var from: Field
        package var until: Field
        package var compare: Choice
        package var by: Choice
        package var currency: Choice
        package var presets: [Preset]
        /// In words, for paper too; nil when it was wrong.
        package var requested: String?
        /// What it is held against, in words.
        package var against: LocalText?

        package init(
            from: Field, until: Field, compare: Choice, by: Choice, currency: Choice, presets: [Preset],
            requested: String?, against: LocalText?
        ) {
            self.from = from
            self.until = until
            self.compare = compare
            self.by = by
            self.currency = currency
            self.presets = presets
            self.requested = requested
            self.against = against
        }
    }

    /// Empty when the question was wrong.
    package struct Figures: Sendable {
        package var numbers: [Number] = []
        /// What made the difference.
        package var why: [ReportTable] = []
        package var chart: Chart?
        package var mrr: Chart?
        package var recurring: [ReportTable] = []
        package var cohorts: [Cohort] = []
        package var sums: [ReportTable] = []

        package init() {}
    }

    package var frame: Frame
    package var action: Link
    package var question: Question
    package var export: Link?
    /// The file on recurring revenue; nil when the question was wrong.
    package var recurringExport: Link?
    /// Where it is asked for by mail; nil when the question was wrong, or no mail is sent.
    package var mail: Link?
    package var figures: Figures
    /// What each figure means.
    package var terms: [Term]
    /// In place of figures, for a period that begins later.
    package var notBegun: LocalText?

    package init(
        frame: Frame, action: Link, question: Question, export: Link?, recurringExport: Link?, mail: Link?,
        figures: Figures, terms: [Term]
    ) {
        self.frame = frame
        self.action = action
        self.question = question
        self.export = export
        self.recurringExport = recurringExport
        self.mail = mail
        self.figures = figures
        self.terms = terms
    }

    package var from: Field { question.from }
    package var until: Field { question.until }
    package var compare: Choice { question.compare }
    package var by: Choice { question.by }
    package var currency: Choice { question.currency }
    package var presets: [Preset] { question.presets }
    package var requested: String? { question.requested }
    package var against: LocalText? { question.against }
    package var hasFigures: Bool { question.requested != nil && notBegun == nil }
    package var numbers: [Number] { figures.numbers }
    package var why: [ReportTable] { figures.why }
    package var chart: Chart? { figures.chart }
    package var mrr: Chart? { figures.mrr }
    package var recurring: [ReportTable] { figures.recurring }
    package var cohorts: [Cohort] { figures.cohorts }
    package var sums: [ReportTable] { figures.sums }
    package var errors: ErrorSummary? { ErrorSummary([from.problem, until.problem]) }

    package static var sample: FinancePage {
        var figures = Figures()
        figures.numbers = Number.samples
        figures.why = [.sample]
        (figures.chart, figures.mrr) = (.sampleBars, .sampleBars)
        (figures.recurring, figures.sums) = ([.sample], [.sample])
        figures.cohorts = [
            Cohort(plan: "Premium <&>", table: .sampleCohorts, isOpen: true),
            Cohort(plan: "Family", table: .sampleCohorts, isOpen: false),
        ]
        func choice(_ name: String, _ label: StringKey, _ value: String) -> Choice {
            Choice(name, label: LocalText(label), options: [.init(value: value, label: value, isSelected: true)])
        }
        return FinancePage(
            frame: .sample("Finance", at: "report"), action: "/t/rooster-me/finance",
            question: Question(
                from: Field(
                    "from", label: LocalText(Strings.finance_from), value: "2025-11-21", type: "date", isLatin: true),
                until: Field(
                    "until", label: LocalText(Strings.finance_until), value: "2026-11-20", type: "date", isLatin: true),
                compare: choice("compare", Strings.reports_compare, "previous"),
                by: choice("by", Strings.finance_by, "plan"),
                currency: choice("currency", Strings.tenant_currency, "USD"),
                presets: [Preset(Strings.finance_this_month, "/t/rooster-me/finance", isCurrent: true)],
                requested: "21 Nov 2025 to 20 Nov 2026 · USD",
                against: Strings.finance_against(period: "21 Nov 2024 to 20 Nov 2025")),
            export: "/t/rooster-me/finance/export?by=plan", recurringExport: "/t/rooster-me/finance/recurring/export",
            mail: "/t/rooster-me/finance/mail", figures: figures, terms: Term.samples)
    }

    /// Asked for days that no calendar has.
    package static var sampleWrong: FinancePage {
        var page = sample
        (page.question.from.value, page.question.from.type) = ("<x>", "text")
        page.question.from.error = LocalText(Strings.error_day)
        (page.question.requested, page.question.against) = (nil, nil)
        (page.export, page.recurringExport, page.figures) = (nil, nil, Figures())
        return page
    }

    package static var sampleAhead: FinancePage {
        var page = sampleEmpty
        page.notBegun = Strings.finance_not_begun(day: "1 Dec 2026")
        (page.export, page.recurringExport, page.terms) = (nil, nil, [])
        return page
    }

    package static var sampleEmpty: FinancePage {
        var page = sample
        page.figures = Figures()
        return page
    }
}
