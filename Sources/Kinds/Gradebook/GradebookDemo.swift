import Core

extension GradebookKind {
    /// What the demo app shows.
    static let demoEntries = [
        DemoEntry("categories", "year_7", ["name.en": "Year 7"]), DemoEntry("categories", "year_8", ["name.en": "Year 8"]),
        DemoEntry(
            "texts", "mark.new",
            ["where": "Message to parents", "limit": "160", "headline.en": "A new mark", "text.en": "{pupil} has {mark} in {subject}."]),
        DemoEntry("texts", "absence.ask", ["where": "Message to parents", "text.en": "{pupil} is not at school today. Please tell us why."]),
    ]
}
