import Console
import HTML
import Postgres
import Templates
import Web

/// Which events tell whom of what, and by which text.
struct ShowTriggers: Viewing {
    static let path = "message-triggers"

    init(_ request: WebRequest) {}

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let triggers = services.declarations.messageTriggers(in: actor.tenant)
        var entries: [String: (id: ID, live: Content?)] = [:]
        for row in try tx.rows(TriggerQueries.texts(triggers.map(\.text))) {
            entries[try row.text("key")] = (try row.id("id"), try row.textOrNil("live").map { Content(json: $0) })
        }
        let texts = actor.link(to: Texts.list)
        let adding: Link? = actor.may(.editCatalogue) ? "\(texts)/new" : nil
        return TriggersPage(
            frame: actor.frame(LocalText(Strings.messages_triggers), services, current: Self.path),
            triggers: triggers.map { trigger in
                let entry = entries[trigger.text]
                return .init(
                    label: LocalText(trigger.label), audience: LocalText(trigger.audience.label),
                    ways: MessageTrigger.Way.allCases.filter { trigger.ways.contains($0) }.map { LocalText($0.label) },
                    key: trigger.text,
                    link: entry.map { "\(texts)/\($0.id)" } ?? adding?.with(query: [("key", trigger.text)]),
                    state: state(of: entry?.live, for: trigger), placeholders: braced(trigger.known))
            }, add: adding)
    }

    /// Says whether the tenant's own text is sent, and which names in braces nothing replaces.
    private func state(of text: Content?, for trigger: MessageTrigger) -> StatusBadge {
        guard let text else { return StatusBadge(LocalText(Strings.messages_text_none), tone: .off) }
        let unknown = Set(text.values.values.flatMap { Placeholders.names(in: $0) ?? [] }).subtracting(trigger.known)
        return unknown.isEmpty
            ? StatusBadge(LocalText(Strings.messages_text_own), tone: .good)
            : StatusBadge(Strings.messages_text_unknown(names: braced(unknown.sorted())), tone: .warn)
    }

    private func braced(_ names: [String]) -> String { names.map { "{\($0)}" }.joined(separator: " ") }
}

extension MessageTrigger.Way {
    var label: StringKey {
        switch self {
        case .feed: Strings.messages_way_feed
        case .mail: Strings.messages_way_mail
        case .home: Strings.messages_way_home
        }
    }
}

enum TriggerQueries {
    static func texts(_ keys: [String]) -> SQL {
        """
        select entry.key, entry.id, live.content as live from \(CatalogueQueries.all)
        where entry.catalogue = \(MessageTrigger.catalogue) and entry.retired_at is null and entry.key = any(\(keys))
        """
    }
}
