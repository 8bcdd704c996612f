import Console
import Core

extension GradebookKind {
    /// The entries that the demo app shows.
    static let demoEntries = [
        DemoEntry("categories", "year_7", ["name.en": "Year 7"]),
        DemoEntry("categories", "year_8", ["name.en": "Year 8"]),
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
}
