import Console
import HTML
import Postgres
import Templates

/// The disclaimers that an app must show. A release or a bundle can only be published if each required subject is, in
/// every language of the tenant.
package enum Disclaimers: Catalogued {
    package static let list = catalogue.list

    enum Subject: String, CaseIterable {
        case device, estimate, entries, bodies, other

        var label: StringKey {
            switch self {
            case .device: Strings.cycle_disclaimer_device
            case .estimate: Strings.cycle_disclaimer_estimate
            case .entries: Strings.cycle_disclaimer_entries
            case .bodies: Strings.cycle_disclaimer_bodies
            case .other: Strings.cycle_disclaimer_other
            }
        }

        static let required: [Subject] = [.device, .estimate, .entries, .bodies]
    }

    package static let catalogue = CatalogueDeclaration(
        path: "cycle-disclaimers", title: Strings.cycle_disclaimers, icon: "warn", add: Strings.cycle_disclaimer_add,
        empty: (Strings.cycle_disclaimers_empty, Strings.cycle_disclaimers_empty_advice),
        fields: [
            ContentField(
                "about", Strings.cycle_disclaimer_about, .choice(Subject.allCases.map { ($0.rawValue, $0.label) }),
                hint: Strings.cycle_disclaimer_about_hint, isRequired: true),
            ContentField(
                "text", Strings.cycle_disclaimer_text, .area(most: 2000), isLocal: true, isRequired: true,
                advice: ReadingLevel.advice),
        ],
        name: "text", isOrdered: true, loss: { tx, actor, content in try loss(of: content, in: tx, by: actor) },
        preview: CatalogueDeclaration.showing(nil, "text"))

    /// While apps have a release, or will have one, what it could not go out without stays. Returns a text that names it.
    private static func loss(of content: Content, in tx: borrowing TenantTransaction, by actor: Actor) throws
        -> LocalText?
    {
        guard let subject = Subject(rawValue: content["about"]), Subject.required.contains(subject),
            try tx.first(Releases.anyPublished)?.bool("is_any") == true
        else { return nil }
        let left = try PublishedEntry.all(of: catalogue, in: tx).filter { $0.content["about"] == subject.rawValue }
        let lost = actor.tenant.languages.filter { language in
            !content["text.\(language)"].isEmpty && left.allSatisfy { $0.content["text.\(language)"].isEmpty }
        }
        return lost.isEmpty ? nil : Strings.cycle_disclaimer_stays(list: name(subject, lost, actor.language))
    }

    /// The subject, with languages.
    private static func name(_ subject: Subject, _ languages: [String], _ language: Language) -> String {
        let names = languages.map { "\u{2068}\(Languages.name(of: $0))\u{2069}" }.listed(in: language)
        return "\(LocalText(subject.label).resolve(in: language)) (\(names))"
    }

    /// Returns a text that names the missing subjects; nil if none is missing.
    static func obstacle(in tx: borrowing TenantTransaction, by actor: Actor) throws -> LocalText? {
        let published = try PublishedEntry.all(of: catalogue, in: tx)
        let missing = Subject.required.compactMap { subject -> String? in
            let own = published.filter { $0.content["about"] == subject.rawValue }
            let lacking = actor.tenant.languages.filter { language in
                !own.contains { !$0.content["text.\(language)"].isEmpty }
            }
            return lacking.isEmpty ? nil : name(subject, lacking, actor.language)
        }
        return missing.isEmpty ? nil : Strings.cycle_obstacle_disclaimers(list: missing.joined(separator: "; "))
    }
}
