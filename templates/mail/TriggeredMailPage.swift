import HTML

/// What a user is told because something happened, as it is mailed.
package struct TriggeredMailPage: MailPage {
    package var name: String
    /// What the app is called.
    package var tenant: String
    /// It is told where there is no text.
    package var what: LocalText
    /// Of the tenant's own text; empty for none.
    package var headline: String
    package var text: String
    /// Whom and what it is about, for where there is no text.
    package var summary: [String]

    package init(
        name: String, tenant: String, what: LocalText, headline: String, text: String, summary: [String] = []
    ) {
        (self.name, self.tenant, self.what) = (name, tenant, what)
        (self.headline, self.text, self.summary) = (headline, text, summary)
    }

    package var title: LocalText { headline.isEmpty ? what : Strings.catalogue_named(name: headline) }
    package var greeting: LocalText { Strings.mail_greeting(name: name) }
    /// What the subject says already is not said again.
    package var lines: [String] {
        let said = headline
        return text.split(separator: "\n").map(String.init).filter { said.isEmpty || !$0.isSaid(by: said) }
    }
    /// True if what happened is said in the body: the subject says it where there is more to tell.
    package var says: Bool { lines.isEmpty && (summary.isEmpty || !headline.isEmpty) }
    /// Apart by directional isolates: names and sums run in different directions.
    package var about: String { summary.map { "\u{2068}\($0)\u{2069}" }.joined(separator: " · ") }

    /// The same for those who read mail as text.
    package func text(in language: Language) -> String {
        let said = lines.isEmpty ? [says ? what.resolve(in: language) : "", about].filter { !$0.isEmpty } : lines
        return ([greeting.resolve(in: language)] + said + [tenant]).joined(separator: "\n\n") + "\n"
    }

    package static var sample: TriggeredMailPage {
        TriggeredMailPage(
            name: "Zoë \"<b>\" & Co", tenant: "FitPact <&>", what: LocalText(Strings.messages_triggers),
            headline: "Your goal was <accepted>", text: "Игорь & Co accepted it.\nGood luck!")
    }

    package static var samplePlain: TriggeredMailPage {
        var page = sample
        (page.headline, page.text, page.summary) = ("", "", ["Zoë <Z>", "Марафон", "42 & 195 m"])
        return page
    }
}

extension String {
    /// True if the text is the other one, but for the full stop at its end.
    fileprivate func isSaid(by other: String) -> Bool { self == other || self == other + "." || self + "." == other }
}
