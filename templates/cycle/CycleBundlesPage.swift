import HTML

/// The bundles that apps download: what the next one would hold, and those that were published.
package struct CycleBundlesPage: Sendable {
    package struct PublishForm: Sendable {
        package var action: Link
        /// A mark of what the page shows.
        package var seen: String
        package var note: Field

        package init(action: Link, seen: String, note: Field) {
            self.action = action
            self.seen = seen
            self.note = note
        }
    }

    package struct RuleLink: Sendable {
        package var label: LocalText
        package var link: Link
        package var isCurrent: Bool

        package init(label: LocalText, link: Link, isCurrent: Bool) {
            self.label = label
            self.link = link
            self.isCurrent = isCurrent
        }
    }

    package struct File: Sendable {
        package var label: String
        package var link: Link

        package init(label: String, link: Link) {
            self.label = label
            self.link = link
        }
    }

    package struct Row: Sendable {
        package var number: String
        package var by: LocalText
        package var note: String
        package var rules: String
        package var articles: String
        package var files: [File]

        package init(number: String, by: LocalText, note: String, rules: String, articles: String, files: [File]) {
            self.number = number
            self.by = by
            self.note = note
            self.rules = rules
            self.articles = articles
            self.files = files
        }
    }

    package var frame: Frame
    package var obstacles: [LocalText]
    package var changes: [LocalText]
    package var more: LocalText?
    /// Published sets of rules, when there are several to choose from.
    package var others: [RuleLink]
    /// nil while something stands against it, and for who may not publish.
    package var form: PublishForm?
    package var simulator: Link
    package var bundles: [Row]
    /// Of the bundle, the releases and the public key.
    package var addresses: [Fact]

    package init(
        frame: Frame, obstacles: [LocalText], changes: [LocalText], more: LocalText?, others: [RuleLink],
        form: PublishForm?,
        simulator: Link, bundles: [Row], addresses: [Fact]
    ) {
        self.frame = frame
        self.obstacles = obstacles
        self.changes = changes
        self.more = more
        self.others = others
        self.form = form
        self.simulator = simulator
        self.bundles = bundles
        self.addresses = addresses
    }

    package var hasObstacles: Bool { !obstacles.isEmpty }
    package var hasChanges: Bool { !changes.isEmpty }
    package var hasBundles: Bool { !bundles.isEmpty }
    package var errors: ErrorSummary? { ErrorSummary([form?.note.problem]) }

    package static var sample: CycleBundlesPage {
        CycleBundlesPage(
            frame: .sample("Bundles", at: "download"), obstacles: [],
            changes: [
                Strings.cycle_change_added(list: Strings.cycle_articles, name: "Fertile \"<b>\" days"),
                Strings.cycle_change_changed(list: Strings.cycle_rules, name: "Standard", new: 3, old: 2),
            ], more: Strings.cycle_changes_more(count: 4),
            others: [
                RuleLink(
                    label: Strings.cycle_rules_version(name: "Standard <b>", number: 3),
                    link: "/t/rooster-me/cycle-bundles?rules=1", isCurrent: true)
            ],
            form: PublishForm(
                action: "/t/rooster-me/cycle-bundles", seen: "a1",
                note: Field(
                    "note", label: LocalText(Strings.cycle_bundle_note), value: "<b>",
                    hint: LocalText(Strings.cycle_bundle_note_hint), error: Strings.error_too_long(max: 400))),
            simulator: "/t/rooster-me/cycle-simulator",
            bundles: [
                Row(
                    number: "2", by: Strings.cycle_published_by(name: "Sara \"<b>\"", time: "20 Nov 2026, 09:14"),
                    note: "<b>", rules: "3", articles: "6",
                    files: [File(label: "en", link: "/public/rooster-me/bundles/2/en")])
            ],
            addresses: [
                Fact(LocalText(Strings.cycle_bundle), "https://roost.example/public/rooster-me/bundle/en", isCode: true)
            ])
    }

    package static var sampleEmpty: CycleBundlesPage {
        var page = sample
        page.obstacles = [
            LocalText(Strings.cycle_obstacle_no_rules),
            Strings.cycle_obstacle_disclaimers(list: "Not a medical device (English, فارسی)"),
        ]
        (page.changes, page.more, page.others, page.form, page.bundles) = ([], nil, [], nil, [])
        return page
    }
}
