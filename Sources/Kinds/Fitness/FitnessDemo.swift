import Console
import Core

extension FitnessKind {
    /// What the demo app shows.
    static let demoEntries = [
        DemoEntry("categories", "family", ["name.es": "Familia", "name.en": "Family"]),
        DemoEntry("categories", "company", ["name.es": "Empresa", "name.en": "Company"]),
        DemoEntry(
            "goals", "run",
            [
                "name.es": "Correr", "name.en": "Run",
                "about.es": "Kilómetros por semana, con un padrino que paga si los cumples.",
                "about.en": "Kilometres a week, with a sponsor who pays when you keep to it.",
                "fields.1.key": "km", "fields.1.kind": "number", "fields.1.required": "yes", "fields.1.unit": "km",
                "fields.1.least": "1", "fields.1.greatest": "200",
                "fields.1.label.es": "¿Cuánto por semana?", "fields.1.label.en": "How far a week?",
                "fields.2.key": "with_others", "fields.2.kind": "yes", "fields.2.label.es": "¿Con otros?",
                "fields.2.label.en": "With others?",
            ]),
        DemoEntry("goals", "no_smoking", ["name.es": "No fumar", "name.en": "No smoking"]),
        DemoEntry(
            "recommendations", "shoes",
            [
                "text.es": "Cambia de zapatillas cada 700 km.", "text.en": "Change your shoes every 700 km.",
                "goals": "run", "confirm": "yes",
            ]),
        DemoEntry(
            "questionnaires", "start",
            [
                "name.es": "Antes de empezar", "name.en": "Before you start", "fields.1.key": "reason",
                "fields.1.kind": "choice",
                "fields.1.required": "yes", "fields.1.label.es": "¿Por qué quieres una meta?",
                "fields.1.label.en": "Why do you want a goal?",
                "fields.1.choices.es": "health: Salud\nmood: Ánimo\nfriends: Amigos\nwager: Una apuesta",
                "fields.1.choices.en": "health: Health\nmood: Mood\nfriends: Friends\nwager: A wager",
                "fields.2.key": "days",
                "fields.2.kind": "number", "fields.2.unit": "d", "fields.2.least": "1", "fields.2.greatest": "7",
                "fields.2.label.es": "Días por semana", "fields.2.label.en": "Days a week", "fields.3.key": "since",
                "fields.3.kind": "day",
                "fields.3.label.es": "¿Desde cuándo entrenas?", "fields.3.label.en": "Training since",
            ]),
        DemoEntry(
            "texts", "sponsor.thanks",
            [
                "where": "After a kept week", "limit": "160", "text.es": "{name} cumplió: {amount} van a {cause}.",
                "text.en": "{name} kept to it: {amount} go to {cause}.",
            ]),
        DemoEntry(
            "plans", "free",
            [
                "name.es": "Gratis", "name.en": "Free", "entitlements.1.key": "goals", "entitlements.1.kind": "number",
                "entitlements.1.value": "1", "entitlements.1.label.es": "Metas", "entitlements.1.label.en": "Goals",
                "entitlements.2.key": "sponsors", "entitlements.2.kind": "number", "entitlements.2.value": "1",
                "entitlements.2.label.es": "Padrinos", "entitlements.2.label.en": "Sponsors",
            ]),
        DemoEntry(
            "plans", "premium",
            [
                "name.es": "Premium", "name.en": "Premium", "trial": "7", "prices.1.amount": "6.99",
                "prices.1.currency": "EUR",
                "prices.1.period": "month", "prices.2.amount": "59.90", "prices.2.currency": "EUR",
                "prices.2.period": "year",
                "prices.3.amount": "7.49", "prices.3.currency": "USD", "prices.3.period": "month",
                "entitlements.1.key": "goals",
                "entitlements.1.kind": "number", "entitlements.1.value": "10", "entitlements.1.label.es": "Metas",
                "entitlements.1.label.en": "Goals", "entitlements.2.key": "sponsors", "entitlements.2.kind": "number",
                "entitlements.2.value": "20", "entitlements.2.label.es": "Padrinos",
                "entitlements.2.label.en": "Sponsors",
            ]),
        DemoEntry(
            "plans", "trial",
            [
                "name.es": "Prueba", "name.en": "Trial", "hidden": "yes", "trial": "7", "prices.1.amount": "6.99",
                "prices.1.currency": "EUR", "prices.1.period": "month", "entitlements.1.key": "goals",
                "entitlements.1.kind": "number",
                "entitlements.1.value": "10", "entitlements.1.label.es": "Metas", "entitlements.1.label.en": "Goals",
                "entitlements.2.key": "sponsors", "entitlements.2.kind": "number", "entitlements.2.value": "20",
                "entitlements.2.label.es": "Padrinos", "entitlements.2.label.en": "Sponsors",
            ]),
    ]
}
