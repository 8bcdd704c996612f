import HTML

/// What comes along with a sponsor's statement.
package struct StatementMailPage: MailPage {
    package var name: String
    package var tenant: String
    /// Its first and last day.
    package var from: String
    package var until: String

    package init(name: String, tenant: String, from: String, until: String) {
        (self.name, self.tenant, self.from, self.until) = (name, tenant, from, until)
    }

    package var title: LocalText { Strings.fitness_statement_subject(from: from, until: until) }
    package var greeting: LocalText { Strings.mail_greeting(name: name) }
    package var attached: LocalText { Strings.fitness_statement_attached(from: from, until: until) }

    /// The same for those who read mail as text.
    package func text(in language: Language) -> String {
        let outside = LocalText(Strings.fitness_money_outside).resolve(in: language)
        return [greeting.resolve(in: language), attached.resolve(in: language), outside, tenant]
            .joined(separator: "\n\n") + "\n"
    }

    package static var sample: StatementMailPage {
        StatementMailPage(name: "Игорь \"<b>\" & Co", tenant: "FitPact <&>", from: "1 Nov 2026", until: "30 Nov 2026")
    }
}
