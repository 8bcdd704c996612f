import HTML

/// What surrounds the pages on which a tenant's users sign up and in: the tenant's, not Roost's, and without any script.
package struct HostedFrame: Sendable {
    package var title: LocalText
    /// The tenant's name.
    package var place: String
    package var mark: Mark
    package var assets: AssetLinks
    package var languages: [LanguageLink]

    package init(title: LocalText, place: String, mark: Mark, assets: AssetLinks, languages: [LanguageLink]) {
        self.title = title
        self.place = place
        self.mark = mark
        self.assets = assets
        self.languages = languages
    }

    package static func sample(_ title: StringKey, here: Link, icon: Link? = nil) -> HostedFrame {
        HostedFrame(
            title: LocalText(title), place: "FitPact \"<EU>\" & Söhne",
            mark: Mark(name: "FitPact", accentClass: "accent-3", icon: icon), assets: .sample,
            languages: LanguageChoice.sample.map {
                LanguageLink($0, link: here.with(query: [("lang", $0.code)]))
            })
    }
}
