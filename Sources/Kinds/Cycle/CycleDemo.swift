import Console
import Core

extension CycleKind {
    /// What the demo app shows: words, about nobody.
    static let demoEntries = [
        DemoEntry(
            "texts", "reminder.soon",
            [
                "where": "On the device alone", "limit": "100", "text.es": "Puede empezar en {days} días.",
                "text.en": "It may begin in {days} days.",
            ]),
        DemoEntry(
            "recommendations", "data_stays",
            [
                "text.es": "Lo que anotas se queda en tu teléfono.", "text.en": "What you note stays on your phone.",
                "confirm": "yes",
            ]),
    ]
}
