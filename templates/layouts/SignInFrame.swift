import HTML

/// What surrounds the pages before somebody is in: one card in the middle.
package struct SignInFrame: Sendable {
    package var title: LocalText
    package var assets: AssetLinks
    package var languages: [LanguageChoice]
    /// The page's own link, to which `?lang=` is added.
    package var here: Link
    /// Of a page that is shown once: what shows it again in another language.
    package var again: Again?

    package struct Again: Sendable {
        package var action: Link
        package var hidden: [HiddenValue]

        package init(action: Link, hidden: [HiddenValue]) {
            self.action = action
            self.hidden = hidden
        }
    }

    package init(title: LocalText, assets: AssetLinks, languages: [LanguageChoice], here: Link) {
        self.title = title
        self.assets = assets
        self.languages = languages
        self.here = here
    }

    package var languageLinks: [LanguageLink] {
        languages.map { choice in
            LanguageLink(
                code: choice.code, name: choice.name, isCurrent: choice.isCurrent,
                link: here.with(query: [("lang", choice.code)]))
        }
    }

    package static func sample(_ title: StringKey, here: Link) -> SignInFrame {
        SignInFrame(title: LocalText(title), assets: .sample, languages: LanguageChoice.sample, here: here)
    }
}

/// The same page in another language.
package struct LanguageLink: Sendable {
    package var code: String
    package var name: String
    package var isCurrent: Bool
    package var link: Link
}
