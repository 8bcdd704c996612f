import Console
import HTML
import JSON
import Postgres
import Templates

/// Versions of the app: what is new, the oldest version still allowed, and the message for users of an older one.
package enum Releases: Catalogued {
    package static let list = catalogue.list

    static let platforms: [(value: String, label: StringKey)] = [
        ("ios", Strings.cycle_platform_ios), ("android", Strings.cycle_platform_android),
    ]

    package static let catalogue = CatalogueDeclaration(
        path: "cycle-releases", title: Strings.cycle_releases, icon: "phone", add: Strings.cycle_release_add,
        empty: (Strings.cycle_releases_empty, Strings.cycle_releases_empty_advice),
        fields: [
            ContentField("platform", Strings.cycle_platform, .choice(platforms), isRequired: true),
            ContentField(
                "app_version", Strings.cycle_version, .line(most: 20), hint: Strings.cycle_version_hint,
                isRequired: true,
                isLatin: true),
            ContentField("released", Strings.cycle_released, .day),
            ContentField(
                "minimum", Strings.cycle_minimum, .line(most: 20), hint: Strings.cycle_minimum_hint, isLatin: true),
            ContentField(
                "text", Strings.cycle_news, .area(most: 4000), isLocal: true, isRequired: true,
                advice: ReadingLevel.advice),
            ContentField(
                "notice", Strings.cycle_notice, .area(most: 600), hint: Strings.cycle_notice_hint, isLocal: true),
        ],
        name: "app_version",
        obstacle: { tx, actor in try Disclaimers.obstacle(in: tx, by: actor) },
        check: { content, languages in errors(content, languages) },
        preview: { content, language in
            let notice = content["notice.\(language)"]
            return (
                content["app_version"],
                content["text.\(language)"] + (notice.isEmpty ? "" : "\n\n" + notice)
            )
        })

    /// Whether apps have a release, had one, or will have one.
    static let anyPublished: SQL = """
        select exists (select from \(CatalogueQueries.all)
            join catalogue_versions as version on version.entry_id = entry.id and version.state = 'published'
            where entry.catalogue = \(catalogue.path) and entry.retired_at is null) as is_any
        """

    private static func errors(_ content: Content, _ languages: [String]) -> [String: LocalText] {
        var errors: [String: LocalText] = [:]
        let (version, minimum) = (AppVersion(content["app_version"]), AppVersion(content["minimum"]))
        if !content["app_version"].isEmpty, version == nil {
            errors["app_version"] = LocalText(Strings.cycle_error_version)
        }
        if !content["minimum"].isEmpty, minimum == nil {
            errors["minimum"] = LocalText(Strings.cycle_error_version)
        }
        if let version, let minimum, version < minimum {
            errors["minimum"] = LocalText(Strings.cycle_error_minimum)
        }
        if let first = languages.first, !content["minimum"].isEmpty, content["notice.\(first)"].isEmpty {
            errors["notice.\(first)"] = LocalText(Strings.cycle_error_notice)
        }
        return errors
    }

    /// Returns for each platform the newest version, the oldest one that may be used, and the versions before it. `texts`
    /// decides the languages. What a release requires holds until a later one requires more: a release that says nothing of it
    /// lifts nothing.
    static func json(_ entries: [PublishedEntry], _ texts: (PublishedEntry, String) -> JSONText) -> JSONText {
        .array(
            platforms.compactMap { platform, _ -> JSONText? in
                let own = entries.compactMap { entry in
                    entry.content["platform"] == platform
                        ? AppVersion(entry.content["app_version"]).map { (version: $0, entry: entry) } : nil
                }.sorted { $1.version < $0.version }
                guard let newest = own.first else { return nil }
                let required = own.compactMap { one in
                    AppVersion(one.entry.content["minimum"]).map { (minimum: $0, entry: one.entry) }
                }.max { $0.minimum < $1.minimum }
                func text(_ text: String) -> JSONText { text.isEmpty ? .null : .string(text) }
                return .object([
                    ("platform", .string(platform)), ("version", .string(newest.version.text)),
                    ("minimum", required.map { .string($0.minimum.text) } ?? .null),
                    ("notice", texts(required?.entry ?? newest.entry, "notice")),
                    (
                        "versions",
                        .array(
                            own.map { version, entry in
                                .object([
                                    ("version", .string(version.text)), ("released", text(entry.content["released"])),
                                    ("news", texts(entry, "text")),
                                ])
                            })
                    ),
                ])
            })
    }
}

/// `2.10.1`: up to four numbers.
struct AppVersion: Comparable, Sendable {
    let numbers: [Int]

    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...4).contains(parts.count),
            parts.allSatisfy({ (1...6).contains($0.utf8.count) && $0.utf8.allSatisfy { (48...57).contains($0) } })
        else { return nil }
        numbers = parts.compactMap { Int($0) }
    }

    var text: String { numbers.map { String($0) }.joined(separator: ".") }

    /// 2.1 and 2.1.0 are the same version.
    private func number(_ place: Int) -> Int { place < numbers.count ? numbers[place] : 0 }

    static func < (one: AppVersion, other: AppVersion) -> Bool {
        for place in 0..<4 where one.number(place) != other.number(place) {
            return one.number(place) < other.number(place)
        }
        return false
    }

    static func == (one: AppVersion, other: AppVersion) -> Bool { !(one < other) && !(other < one) }
}
