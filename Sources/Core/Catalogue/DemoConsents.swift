import Console

/// The texts that people agree to, in every demo tenant that holds people: what an app says about a consent names a text that is published.
extension Kind {
    /// All that is published in the kind's demo tenant.
    package var demoEntries: [DemoEntry] {
        guard holdsPeople else { return demo.entries }
        let known = Set(demo.entries.filter { $0.catalogue == Texts.catalogue.path }.map(\.key))
        let wanted = demo.consents + ["newsletter"].filter { !demo.consents.contains($0) }
        let asked = wanted.filter { !known.contains($0) }.compactMap { key -> DemoEntry? in
            guard let words = DemoConsents.words[key] else { return nil }
            var values: [String: String] = [:]
            for language in demo.languages {
                guard let said = words[language] else { continue }
                values["headline.\(language)"] = said.headline
                values["text.\(language)"] = said.text
            }
            return DemoEntry(Texts.catalogue.path, key, values)
        }
        return demo.entries + asked
    }
}

private enum DemoConsents {
    /// By key and language.
    static let words: [String: [String: (headline: String, text: String)]] = [
        "terms": [
            "en": ("Terms of use", "I have read the terms of use and agree to them."),
            "es": ("Condiciones de uso", "He leído las condiciones de uso y las acepto."),
            "ru": ("Условия использования", "Я прочитал(а) условия использования и согласен (согласна) с ними."),
            "fa": ("شرایط استفاده", "شرایط استفاده را خوانده‌ام و می‌پذیرم."),
        ],
        "marketing": [
            "en": ("Offers", "You may tell me about offers."),
            "es": ("Ofertas", "Pueden informarme de ofertas."),
            "ru": ("Предложения", "Мне можно сообщать о предложениях."),
            "fa": ("پیشنهادها", "می‌توانید پیشنهادها را به من خبر دهید."),
        ],
        "health": [
            "en": ("Data about your health", "You may store what I enter about my health, to show it to me."),
            "es": ("Datos de salud", "Pueden guardar lo que anoto sobre mi salud para mostrármelo."),
            "ru": ("Данные о здоровье", "То, что я записываю о своём здоровье, можно хранить, чтобы показывать мне."),
            "fa": ("داده‌های تندرستی", "آنچه دربارهٔ تندرستی‌ام می‌نویسم برای نمایش به خودم نگه‌داری شود."),
        ],
        "newsletter": [
            "en": ("Newsletter", "Send me news once a month."),
            "es": ("Boletín", "Envíenme novedades una vez al mes."),
            "ru": ("Рассылка", "Присылайте мне новости раз в месяц."),
            "fa": ("خبرنامه", "ماهی یک بار تازه‌ها را برایم بفرستید."),
        ],
    ]
}
