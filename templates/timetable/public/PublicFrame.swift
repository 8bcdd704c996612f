import HTML

/// What surrounds the pages that strangers read: small, without the console's rail, and readable without a network.
package struct PublicFrame: Sendable {
    package var title: String
    /// The tenant's name.
    package var place: String
    package var mark: Mark
    package var assets: AssetLinks
    /// The start page, in the language that is shown.
    package var homeLink: Link
    /// The start page's address alone: what the worker answers for.
    package var home: Link
    package var worker: Link
    package var manifest: Link
    /// What changes, as a feed.
    package var feed: Link?
    package var languages: [LanguageLink]

    package init(
        title: String, place: String, mark: Mark, assets: AssetLinks, homeLink: Link, home: Link, worker: Link,
        manifest: Link, feed: Link?, languages: [LanguageLink]
    ) {
        self.title = title
        self.place = place
        self.mark = mark
        self.assets = assets
        self.homeLink = homeLink
        self.home = home
        self.worker = worker
        self.manifest = manifest
        self.feed = feed
        self.languages = languages
    }

    package var favicon: Link { assets.favicon }
    package var css: Link { assets.file("timetable.css") }
    package var script: Link { assets.file("timetable.js") }
    package var findLink: Link { homeLink.with(fragment: "q") }

    package static func sample(_ title: String) -> PublicFrame {
        let home: Link = "/public/pary/timetable"
        return PublicFrame(
            title: title, place: "Пары \"<b>\"", mark: Mark(name: "Пары", accentClass: "accent-8", icon: nil),
            assets: .sample, homeLink: home, home: home, worker: "/public/pary/timetable-worker.js",
            manifest: "/public/pary/timetable/app.webmanifest", feed: "\(home)/groups/253502/changes.atom",
            languages: LanguageChoice.sample.map {
                LanguageLink($0, link: home.with(query: [("lang", $0.code)]))
            })
    }
}

extension LanguageLink {
    package init(_ choice: LanguageChoice, link: Link) {
        self.init(code: choice.code, name: choice.name, isCurrent: choice.isCurrent, link: link)
    }
}
