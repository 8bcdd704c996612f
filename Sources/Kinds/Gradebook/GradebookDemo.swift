import Console
import Core

extension GradebookKind {
    /// The entries that the demo app shows.
    static let demoEntries = [
        DemoEntry("categories", "year_7", ["name.en": "Year 7"]),
        DemoEntry("categories", "year_8", ["name.en": "Year 8"]),
        DemoEntry("categories", "year_9", ["name.en": "Year 9"]),
        DemoEntry(
            "texts", "mark.new",
            [
                "where": "Message to parents", "limit": "160", "headline.en": "A new mark",
                "text.en": "{pupil} has {mark} in {subject}.",
            ]),
        DemoEntry(
            "texts", "absence.ask",
            ["where": "Message to parents", "text.en": "{pupil} is not at school today. Please tell us why."]),
        DemoEntry(
            "texts", "report.ready",
            [
                "where": "Message to parents", "limit": "160",
                "text.en": "The autumn report of {pupil} is ready. Open the link to read it.",
            ]),
        DemoEntry(
            "questionnaires", "parents_evening",
            [
                "name.en": "Parents’ evening", "fields.1.key": "comes", "fields.1.kind": "choice",
                "fields.1.required": "yes", "fields.1.label.en": "Can you come on Thursday evening?",
                "fields.1.choices.en": "yes: Yes\nlater: Yes, after seven\nno: No",
                "fields.2.key": "guests", "fields.2.kind": "number", "fields.2.least": "1", "fields.2.greatest": "4",
                "fields.2.show_if": "comes=yes", "fields.2.label.en": "How many of you?",
                "fields.3.key": "topics", "fields.3.kind": "several",
                "fields.3.label.en": "What would you like to talk about?",
                "fields.3.choices.en": "grades: Grades\nhomework: Homework\nfriends: Friends\nfuture: What comes next",
                "fields.4.key": "more", "fields.4.kind": "text", "fields.4.label.en": "Anything else?",
            ]),
        DemoEntry(
            "plans", "free",
            [
                "name.en": "Free", "entitlements.1.key": "classes", "entitlements.1.kind": "number",
                "entitlements.1.value": "2",
                "entitlements.1.label.en": "Classes", "entitlements.2.key": "messages", "entitlements.2.kind": "yes",
                "entitlements.2.value": "no", "entitlements.2.label.en": "Messages to parents",
            ]),
        DemoEntry(
            "plans", "premium",
            [
                "name.en": "Premium", "prices.1.amount": "3.99", "prices.1.currency": "GBP", "prices.1.period": "month",
                "prices.2.amount": "29.00", "prices.2.currency": "GBP", "prices.2.period": "year",
                "entitlements.1.key": "classes",
                "entitlements.1.kind": "number", "entitlements.1.value": "40", "entitlements.1.label.en": "Classes",
                "entitlements.2.key": "messages", "entitlements.2.kind": "yes", "entitlements.2.value": "yes",
                "entitlements.2.label.en": "Messages to parents",
            ]),
    ]

    /// What waits for whoever publishes: a kinder wording, and something new.
    static let demoInReview = [
        DemoEntry(
            "texts", "absence.ask",
            [
                "where": "Message to parents",
                "text.en":
                    "{pupil} is not at school today. Please tell us that all is well, and when to expect {pupil} back.",
            ]),
        DemoEntry("categories", "year_10", ["name.en": "Year 10"]),
    ]
}
