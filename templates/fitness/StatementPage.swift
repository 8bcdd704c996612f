import HTML

/// What one sponsor owes, gave and promised in some days.
package struct StatementPage: Sendable {
    package struct Row: Sendable {
        package var recipient: String
        package var link: Link
        package var type: String
        package var reward: String
        package var state: StatusBadge
        /// It was due before the statement's days began.
        package var isCarried: Bool
        package var promised: String
        package var due: String
        package var given: String

        package init(
            recipient: String, link: Link, type: String, reward: String, state: StatusBadge, isCarried: Bool,
            promised: String, due: String, given: String
        ) {
            self.recipient = recipient
            self.link = link
            self.type = type
            self.reward = reward
            self.state = state
            self.isCarried = isCarried
            self.promised = promised
            self.due = due
            self.given = given
        }
    }

    /// Of one state, in one currency; or of all states in that currency, without a state.
    package struct Total: Sendable {
        package var state: StatusBadge?
        package var isCarried: Bool
        package var count: String
        package var sum: String

        package init(state: StatusBadge?, isCarried: Bool, count: String, sum: String) {
            self.state = state
            self.isCarried = isCarried
            self.count = count
            self.sum = sum
        }
    }

    package struct MailForm: Sendable {
        package var action: Link
        package var period: String

        package init(action: Link, period: String) {
            self.action = action
            self.period = period
        }
    }

    package var frame: Frame
    package var title: LocalText
    package var action: Link
    package var sponsor: Choice
    package var period: Choice
    /// For other days than those of a month.
    package var from: Field
    package var until: Field
    package var isChosen: Bool
    /// The days in words.
    package var days: String?
    package var rows: [Row]
    package var totals: [Total]
    package var more: LocalText?
    package var file: Link?
    package var mail: MailForm?

    package init(
        frame: Frame, title: LocalText, action: Link, sponsor: Choice, period: Choice, from: Field, until: Field,
        isChosen: Bool, days: String?, rows: [Row], totals: [Total], more: LocalText?, file: Link?, mail: MailForm?
    ) {
        self.frame = frame
        self.title = title
        self.action = action
        self.sponsor = sponsor
        self.period = period
        self.from = from
        self.until = until
        self.isChosen = isChosen
        self.days = days
        self.rows = rows
        self.totals = totals
        self.more = more
        self.file = file
        self.mail = mail
    }

    package var errors: ErrorSummary? { ErrorSummary([from.problem, until.problem]) }

    package static var sample: StatementPage {
        let due = StatusBadge(LocalText(Strings.fitness_reward_due), tone: .warn)
        return StatementPage(
            frame: .sample("Statement", at: "tag"), title: Strings.fitness_statement_of(sponsor: "Игорь <b>"),
            action: "/t/fitpact/fitness-statements",
            sponsor: Choice(
                "sponsor", label: LocalText(Strings.fitness_sponsor),
                options: [.init(value: "2", label: "Игорь <b>", isSelected: true)]),
            period: Choice(
                "period", label: LocalText(Strings.fitness_period),
                options: [.init(value: "2026-11-01..2026-11-30", label: "Nov 2026", isSelected: true)]),
            from: .day("from", LocalText(Strings.finance_from), "", .en),
            until: .day("until", LocalText(Strings.finance_until), "", .en),
            isChosen: true, days: "1 Nov 2026 – 30 Nov 2026 <&>",
            rows: [
                Row(
                    recipient: "Анна \"<Соколова>\"", link: "/t/fitpact/fitness-rewards/1", type: "Marathon <&>",
                    reward: "Shoes <new> · 5,000.00 RUB", state: due, isCarried: true, promised: "3 Sep 2026",
                    due: "20 Oct 2026", given: "")
            ],
            totals: [
                Total(state: due, isCarried: true, count: "1", sum: "5,000.00 RUB"),
                Total(state: nil, isCarried: false, count: "1", sum: "5,000.00 RUB"),
            ],
            more: Strings.fitness_statement_first(count: "500", total: "640"),
            file: "/t/fitpact/fitness-statements/export?sponsor=2",
            mail: MailForm(action: "/t/fitpact/fitness-sponsors/2/statement", period: "2026-11-01..2026-11-30"))
    }

    package static var sampleEmpty: StatementPage {
        var page = sample
        (page.rows, page.totals, page.more, page.mail) = ([], [], nil, nil)
        return page
    }

    package static var sampleOpen: StatementPage {
        var page = sampleEmpty
        (page.title, page.isChosen, page.days, page.file) = (LocalText(Strings.fitness_statements), false, nil, nil)
        page.until.error = LocalText(Strings.error_until_before)
        return page
    }
}
