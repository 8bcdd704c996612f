import HTML
import Postgres
import Templates

extension CatalogueDeclaration {
    /// The list of its entries.
    package var list: ListDeclaration {
        let languages = ListColumn("languages", Strings.catalogue_languages) { row, actor in
            let complete = try row.texts("languages")
            return .codes(actor.tenant.languages.filter { complete.contains($0) })
        }
        let changed = ListColumn(
            "changed", Strings.catalogue_changed, isNumber: true, isLess: true, saysLabel: true,
            sort: "coalesce(draft.changed_at, coming.changed_at, live.changed_at, entry.created_at)", fallsFirst: true
        ) { row, actor in
            .text(
                DurationStyle(actor.language).short(
                    seconds: Int(max(0, actor.now.seconds - (try row.time("changed_at")).seconds))))
        }
        let state = ListColumn("state", Strings.catalogue_state) { row, _ in .badge(try Self.state(row).badge) }
        let order = ListColumn(
            "order", Strings.catalogue_order, isNumber: true, isUsual: isOrdered, sort: "entry.position"
        ) { row, actor in
            .text(NumberStyle(actor.language).integer(try row.int("position")))
        }
        let (path, isOrdered) = (path, isOrdered)
        return ListDeclaration(
            path, title: title, icon: icon, from: CatalogueQueries.all, key: "entry.id",
            select: """
                entry.id, entry.key, entry.position, entry.retired_at is not null as is_retired,
                coalesce(live.name, draft.name, coming.name, '') as name, live.number is not null as is_live,
                coming.number is not null as is_coming, draft.state as draft_state,
                coalesce(live.languages, coming.languages, draft.languages, '{}') as languages,
                case when live.number is not null then live.image_id when coming.number is not null then coming.image_id else draft.image_id end
                    as image_id,
                coalesce(draft.changed_at, coming.changed_at, live.changed_at, entry.created_at) as changed_at
                """,
            always: ["entry.catalogue = \(path)"],
            search: .init(Strings.catalogue_search) { text in
                "lower(entry.key || ' ' || coalesce(live.name, '') || ' ' || coalesce(draft.name, '')) like \(LikePattern.anywhere(text))"
            },
            head: .head(
                "name", Strings.catalogue_name,
                sort: "coalesce(live.name, draft.name, coming.name, '') collate \"und-x-icu\""),
            columns: [state, languages, order, changed],
            filters: [
                ListFilter("state", Strings.catalogue_state) { actor in
                    EntryState.allCases.map { ($0.rawValue, $0.badge.text.resolve(in: actor.language)) }
                } condition: { value, _ in
                    EntryState(rawValue: value)?.condition
                },
                ListFilter("lacks", Strings.catalogue_lacks) { actor in
                    actor.tenant.languages.map { ($0, Languages.name(of: $0)) }
                } condition: { value, _ in
                    "not \(value) = any (coalesce(live.languages, coming.languages, draft.languages, '{}'))"
                },
            ],
            sort: isOrdered ? "order" : "name", acts: isOrdered ? Strings.catalogue_order : nil,
            add: .init(add, needs: .editCatalogue),
            importing: .init(Strings.import_button, path: "import", needs: .editCatalogue), empty: empty,
            file: [
                .uuid("id", Strings.list_column_id, "entry.id"), .text("key", Strings.catalogue_key, "entry.key"),
                .text("name", Strings.catalogue_name, "coalesce(live.name, draft.name, coming.name, '')"),
                .text(
                    "languages", Strings.catalogue_languages,
                    "array_to_string(coalesce(live.languages, coming.languages, draft.languages, '{}'), ' ')"),
                .integer("version", Strings.catalogue_version, "live.number::bigint"),
                .time("published", Strings.catalogue_from, "live.published_from"),
                .text("content", Strings.catalogue_content, "live.content"),
            ],
            isPersonal: false
        ) { row, actor, base in
            let (id, name, key) = (try row.id("id"), try row.text("name"), try row.text("key"))
            func act(_ path: String, _ label: StringKey, _ full: LocalText) -> ListAct {
                ListAct(action: "\(base)/\(id)/\(path)", label: LocalText(label), fullLabel: full)
            }
            return ListRow(
                name: name, link: "\(base)/\(id)",
                picture: try row.idOrNil("image_id").map { "\(actor.link("images"))/\($0)" }, detail: key,
                detailIsCode: true,
                acts: isOrdered && actor.may(.editCatalogue)
                    ? [
                        act("up", Strings.catalogue_up, Strings.catalogue_up_one(name: name)),
                        act("down", Strings.catalogue_down, Strings.catalogue_down_one(name: name)),
                    ] : [])
        }
    }

    private static func state(_ row: Row) throws -> EntryState {
        if try row.bool("is_retired") { return .retired }
        if try row.textOrNil("draft_state") == "review" { return .review }
        if try row.bool("is_live") { return .published }
        return try row.bool("is_coming") ? .scheduled : .draft
    }
}
