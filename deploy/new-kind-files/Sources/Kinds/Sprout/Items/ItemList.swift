import Console
import HTML
import Postgres
import Templates

package enum ItemList: DeclaredList {
    package static let list = ListDeclaration(
        "sprout-items", title: Strings.sprout_items, icon: "tag",
        from: "sprout_items", key: "sprout_items.id",
        select: """
            sprout_items.id, sprout_items.name, sprout_items.state,
            sprout_items.created_at at time zone current_setting('roost.zone') as created
            """,
        search: .init(Strings.sprout_search) { text in
            "lower(sprout_items.name || ' ' || sprout_items.note) like \(LikePattern.anywhere(text))"
        },
        head: .head("name", Strings.sprout_item_name, sort: "sprout_items.name collate \"und-x-icu\""),
        columns: [
            ListColumn("state", Strings.sprout_item_state) { row, actor in
                let state = ItemState(rawValue: try row.text("state")) ?? .open
                return .text(LocalText(state.label).resolve(in: actor.language))
            },
            ListColumn(
                "created", Strings.sprout_item_created, isNumber: true, isLess: true, sort: "sprout_items.created_at",
                fallsFirst: true
            ) { row, actor in
                .text(DateStyle(actor.language).dateTime(LocalTime(microseconds: Int(try row.localTime("created")))))
            },
        ],
        filters: [
            ListFilter("state", Strings.sprout_item_state) { actor in
                ItemState.allCases.map { ($0.rawValue, LocalText($0.label).resolve(in: actor.language)) }
            } condition: { value, _ in
                ItemState(rawValue: value).map { "sprout_items.state = \($0.rawValue)" }
            },
            .time("sprout_items.created_at"),
        ],
        sort: "name", add: .init(Strings.sprout_add, needs: .editItems),
        importing: .init(Strings.sprout_import_title, path: "import", needs: .editItems),
        empty: (Strings.sprout_empty, Strings.sprout_empty_advice),
        file: [
            .uuid("id", Strings.audit_column_id, "sprout_items.id"),
            .text("name", Strings.sprout_item_name, "sprout_items.name"),
            .text("state", Strings.sprout_item_state, "sprout_items.state"),
            .text("note", Strings.sprout_item_note, "sprout_items.note"),
            .time("created", Strings.sprout_item_created, "sprout_items.created_at"),
        ],
        isPersonal: false
    ) { row, _, base in ListRow(name: try row.text("name"), link: "\(base)/\(try row.id("id"))", detail: nil) }
}
