import Core

extension FitnessKind {
    /// What the demo app shows.
    static let demoEntries = [
        DemoEntry("categories", "family", ["name.es": "Familia", "name.en": "Family"]),
        DemoEntry("categories", "company", ["name.es": "Empresa", "name.en": "Company"]),
        DemoEntry(
            "goals", "run",
            [
                "name.es": "Correr", "name.en": "Run", "about.es": "Kilómetros por semana, con un padrino que paga si los cumples.",
                "about.en": "Kilometres a week, with a sponsor who pays when you keep to it.",
                "fields.1.key": "km", "fields.1.kind": "number", "fields.1.required": "yes", "fields.1.unit": "km", "fields.1.least": "1", "fields.1.greatest": "200",
                "fields.1.label.es": "¿Cuánto por semana?", "fields.1.label.en": "How far a week?",
                "fields.2.key": "with_others", "fields.2.kind": "yes", "fields.2.label.es": "¿Con otros?", "fields.2.label.en": "With others?",
            ]),
        DemoEntry("goals", "no_smoking", ["name.es": "No fumar", "name.en": "No smoking"]),
        DemoEntry(
            "recommendations", "shoes",
            ["text.es": "Cambia de zapatillas cada 700 km.", "text.en": "Change your shoes every 700 km.", "goals": "run", "confirm": "yes"]),
        DemoEntry(
            "texts", "sponsor.thanks",
            [
                "where": "After a kept week", "limit": "160", "text.es": "{name} cumplió: {amount} van a {cause}.",
                "text.en": "{name} kept to it: {amount} go to {cause}.",
            ]),
    ]
}
