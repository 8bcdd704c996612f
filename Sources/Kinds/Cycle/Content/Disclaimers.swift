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
        name: "text", isOrdered: true, preview: CatalogueDeclaration.showing(nil, "text"))

    /// Returns a text that names the missing subjects; nil if none is missing.
    static func obstacle(in tx: borrowing TenantTransaction, by actor: Actor) throws -> LocalText? {
        let published = try PublishedEntry.all(of: catalogue, in: tx)
        let missing = Subject.required.compactMap { subject -> String? in
            let own = published.filter { $0.content["about"] == subject.rawValue }
            let lacking = actor.tenant.languages.filter { language in
                !own.contains { !$0.content["text.\(language)"].isEmpty }
            }
            guard !lacking.isEmpty else { return nil }
            let names = lacking.map { "\u{2068}\(Languages.name(of: $0))\u{2069}" }.joined(separator: ", ")
            return "\(LocalText(subject.label).resolve(in: actor.language)) (\(names))"
        }
        return missing.isEmpty ? nil : Strings.cycle_obstacle_disclaimers(list: missing.joined(separator: "; "))
    }
}
