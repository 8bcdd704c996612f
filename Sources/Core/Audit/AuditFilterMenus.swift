import Console
import HTML
import Postgres
import Templates

/// The filter menus above the trail. Every value is a link to the trail with that filter.
enum AuditFilterMenus {
    /// Offers what the trail of the actor's tenant may contain. `people` are the actors of events. `object` is the name
    /// of the chosen object.
    static func all(
        _ filter: AuditFilter, base: Link, people: [(id: ID, name: String)], object: String, for actor: Actor
    ) -> [FilterMenu] {
        let (tenant, language) = (actor.tenant, actor.language)
        let declared = Declarations.current
        func words(_ key: StringKey) -> String { LocalText(key).resolve(in: language) }
        func menu(
            _ label: StringKey, _ name: String, now: String?, _ choices: [(value: String, words: String)],
            clearing: (inout AuditFilter) -> Void
        ) -> FilterMenu {
            FilterMenu(
                label: LocalText(label), name: name,
                chosen: now.map { now in choices.first { $0.value == now }?.words ?? now },
                clear: filter.link(base, changing: clearing),
                options: choices.map { .init(label: $0.words, value: $0.value, isChosen: $0.value == now) })
        }
        var performers = people.map { (value: $0.id.description, words: $0.name) }
        for (kind, name) in [
            (Actor.Kind.script, Strings.audit_actor_script), (.system, Strings.audit_actor_system),
            (.user, Strings.audit_actor_user),
        ] {
            performers.append((value: kind.rawValue, words: words(name)))
        }
        var menus = [
            menu(Strings.audit_filter_actor, "actor", now: filter.actor?.text, performers) { $0.actor = nil },
            actions(
                menu(
                    Strings.audit_filter_action, "action", now: filter.action?.id,
                    declared.auditActions(in: tenant).map { ($0.id, $0.alone(language)) }
                ) { $0.action = nil }),
            menu(
                Strings.audit_filter_kind, "kind", now: filter.kind?.id,
                declared.objectKinds(in: tenant).map { ($0.id, words($0.label)) }
            ) { $0.kind = nil },
            menu(
                Strings.audit_filter_field, "field", now: filter.field.isEmpty ? nil : filter.field,
                AuditWords.fields(in: tenant).map { ($0.name, words($0.label)) }
            ) { $0.field = "" },
            menu(
                Strings.audit_filter_since, "since", now: filter.since == 0 ? nil : String(filter.since),
                spans(filter.since, language)
            ) { $0.since = 0 },
        ]
        menus.append(
            menu(
                Strings.audit_filter_reads, "reads", now: filter.hidesReads ? "hidden" : nil,
                [("hidden", words(Strings.audit_reads_hidden))]
            ) { $0.hidesReads = false })
        // The object is chosen by a link in an entry: there is no list of all objects.
        if let id = filter.object {
            let name = object.isEmpty ? String(id.description.prefix(8)) : object
            menus.append(
                menu(Strings.audit_filter_object, "object", now: id.description, [(id.description, name)]) {
                    $0.object = nil
                })
        }
        if !filter.address.isEmpty {
            menus.append(
                menu(Strings.audit_filter_address, "address", now: filter.address, [(filter.address, filter.address)]) {
                    $0.address = ""
                })
        }
        return menus
    }

    /// Groups the actions by their topics in the guide, each group under its topic's title.
    private static func actions(_ menu: FilterMenu) -> FilterMenu {
        var menu = menu
        let byValue = Dictionary(menu.options.map { ($0.value, $0) }) { first, _ in first }
        var rest = menu.options
        var grouped: [FilterMenu.Option] = []
        for (topic, features) in Declarations.current.guide {
            var own = features.flatMap(\.auditActions).compactMap { byValue[$0.id] }
            guard !own.isEmpty else { continue }
            own[0].heading = LocalText(topic.title)
            let values = Set(own.map(\.value))
            rest.removeAll { values.contains($0.value) }
            grouped += own
        }
        menu.options = grouped + rest
        return menu
    }

    /// Returns the periods in hours. A chosen number that the menu does not offer gets the same wording.
    private static func spans(_ chosen: Int, _ language: Language) -> [(value: String, words: String)] {
        let offered = [1, 24, 7 * 24, 30 * 24, 90 * 24]
        return (chosen == 0 || offered.contains(chosen) ? offered : offered + [chosen]).map { hours in
            let text = hours % 24 == 0 ? Strings.filter_days(days: hours / 24) : Strings.filter_hours(hours: hours)
            return (String(hours), text.resolve(in: language))
        }
    }

    /// The filter in words, for the export's page.
    static func words(_ filter: AuditFilter, object: String, people: [(id: ID, name: String)], for actor: Actor)
        -> [String]
    {
        let language = actor.language
        var words = all(filter, base: "/", people: people, object: object, for: actor)
            .compactMap { menu in menu.chosen.map { "\(menu.label.resolve(in: language)): \($0)" } }
        for (label, day) in [(Strings.audit_from, filter.from), (Strings.audit_until, filter.until)] where !day.isEmpty
        {
            let date = LocalTime(day: day).map { DateStyle(language).date($0) } ?? day
            words.append("\(LocalText(label).resolve(in: language)): \(date)")
        }
        if !filter.search.isEmpty { words.insert("“\(filter.search)”", at: 0) }
        return words
    }
}
