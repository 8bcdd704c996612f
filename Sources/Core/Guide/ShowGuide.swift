import Console
import HTML
import Postgres
import Templates
import Web

/// All topics of the tenant, those that contain a word, or a single one.
struct ShowGuide: Viewing {
    private let topic: String?
    private let search: String
    private let isWhole: Bool

    init(_ request: WebRequest) {
        topic = request.parameters["topic"]
        search = String((request.query.trimmed("q") ?? "").prefix(100)).trimmingSpaces
        isWhole = request.query["whole"] == "1"
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let guide = GuideText(services.declarations, actor)
        var entries = guide.entries
        if let topic {
            entries = entries.filter { $0.id == topic }
            guard !entries.isEmpty else { throw Refusal.notFound }
        } else if !search.isEmpty {
            let words = GuideText.folded(search).split(separator: " ")
            entries = entries.filter { entry in
                let text = GuideText.folded(entry.allText(actor.language))
                return words.allSatisfy { text.contains($0) }
            }
        }
        let isOne = topic != nil
        let title = isOne ? entries[0].title : LocalText(Strings.guide_title)
        return GuidePage(
            frame: actor.frame(
                title, services, crumb: isOne ? (label: LocalText(Strings.guide_title), link: actor.guideLink()) : nil),
            title: title, here: actor.guideLink(), search: search, isOne: isOne, isWhole: isOne || isWhole,
            whole: actor.guideLink().with(query: [("whole", "1")]), entries: entries)
    }
}

/// The guide's texts, from the declarations of the running program: in a tenant, those of its own features.
struct GuideText {
    private let declarations: Declarations
    private let actor: Actor

    init(_ declarations: Declarations, _ actor: Actor) { (self.declarations, self.actor) = (declarations, actor) }

    private var tenant: Tenant { actor.tenant }

    private static let plain: [Character: Character] = [
        "á": "a", "é": "e", "í": "i", "ó": "o", "ú": "u", "ü": "u", "ñ": "n", "ё": "е", "ي": "ی", "ك": "ک",
        "\u{200C}": " ",
    ]

    /// Returns the text in lower case, with letters of the four languages replaced by the plain ones that people type
    /// in a hurry.
    static func folded(_ text: String) -> String { String(text.lowercased().map { plain[$0] ?? $0 }) }

    var entries: [GuideEntry] {
        declarations.guide.compactMap { topic, features in
            let here = features.filter {
                tenant.isInstallation || $0.place == .installation || $0.place.includes(tenant)
            }
            return here.isEmpty ? nil : entry(topic, here)
        }
    }

    private func entry(_ topic: GuideTopic, _ features: [any Feature]) -> GuideEntry {
        let routes = features.flatMap(\.routes)
        var needed: [Permission] = []
        for route in routes {
            if case .tenant(let permission) = route.access, !needed.contains(permission) { needed.append(permission) }
        }
        let pages = features.flatMap(\.menu).filter { !tenant.isInstallation && actor.may($0.needs) }
        return GuideEntry(
            id: topic.id, title: LocalText(topic.title), about: LocalText(topic.about), link: actor.guideLink(topic.id),
            pages: pages.map { .init(label: LocalText($0.label), link: actor.link($0)) },
            permissions: needed.map { permission in
                .init(
                    label: LocalText(permission.label), roles: roles(permission),
                    isYours: !tenant.isInstallation && actor.may(permission))
            },
            acts: features.flatMap(\.auditActions).map { action in
                let permission = declarations.permissions.first { $0.actions.contains(action) }
                return .init(
                    phrase: Strings.catalogue_named(name: action.alone(actor.language)),
                    permission: permission.map { LocalText($0.label) },
                    note: action.guardedAct == nil ? nil : LocalText(Strings.guide_guarded))
            })
    }

    /// Roost's own roles that have the permission; the tenant's page of roles shows its own ones.
    private func roles(_ permission: Permission) -> String {
        ([Role.owner] + Role.allCases.filter { $0 != .owner && permission.roles.contains($0) })
            .map { LocalText($0.label).resolve(in: actor.language) }.joined(
                separator: actor.language == .fa ? "، " : ", ")
    }
}
