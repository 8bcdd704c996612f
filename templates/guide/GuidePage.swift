import HTML

/// The guide, or one page of it.
package struct GuidePage: Sendable {
    package var frame: Frame
    package var title: LocalText
    package var here: Link
    package var search: String
    /// One topic.
    package var isOne: Bool
    /// With everything that each topic says.
    package var isWhole: Bool
    package var whole: Link
    package var entries: [GuideEntry]

    /// What was searched for is shown at once; otherwise each task is a link to its steps.
    package var isSearched: Bool { !search.isEmpty }

    package init(
        frame: Frame, title: LocalText, here: Link, search: String, isOne: Bool, isWhole: Bool, whole: Link,
        entries: [GuideEntry]
    ) {
        self.frame = frame
        self.title = title
        self.here = here
        self.search = search
        self.isOne = isOne
        self.isWhole = isWhole
        self.whole = whole
        self.entries = entries
    }

    package static var sample: GuidePage {
        GuidePage(
            frame: .sample("Guide"), title: LocalText(Strings.guide_title), here: "/t/rooster-me/guide", search: "",
            isOne: false, isWhole: false, whole: "/t/rooster-me/guide?whole=1", entries: [.sample])
    }

    package static var sampleOne: GuidePage {
        var page = sample
        (page.isOne, page.isWhole) = (true, true)
        return page
    }

    package static var sampleFound: GuidePage {
        var page = sample
        page.search = "<suspend>"
        return page
    }

    package static var sampleNone: GuidePage {
        var page = sample
        (page.search, page.entries) = ("<nothing>", [])
        return page
    }
}
