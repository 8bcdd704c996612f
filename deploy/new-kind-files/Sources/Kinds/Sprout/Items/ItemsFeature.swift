import Console
import HTML
import Templates
import Web

/// Items: a list with filters, a form, a page, files in and out, a report, a job, an endpoint, cards on the home page and on the page of
/// the user whose they are.
package struct ItemsFeature: Feature {
    package init() {}

    package var place: Place { .kind("sprout") }
    package var guide: GuideTopic? { GuideTopic("sprout", Strings.sprout_items, about: Strings.sprout_guide_about) }
    package var permissions: [Permission] { Permission.ofItems }
    package var scopes: [Scope] { [.readItems] }
    package var auditActions: [AuditAction] { AuditAction.ofItems }
    package var objectKinds: [ObjectKind] { [.item] }
    package var lists: [ListDeclaration] { [ItemList.list] }
    package var imports: [any ImportDeclaration.Type] { [ItemImport.self] }
    package var reports: [any MailedReport.Type] { [ItemReport.self] }
    package var jobs: [any Job.Type] { [CloseOldItems.self] }
    package var homeCards: [any HomeCard.Type] { [OpenItemsCard.self] }
    package var userCards: [any UserCard.Type] { [UserItemsCard.self] }
    package var demo: (any DemoRows.Type)? { ItemDemo.self }
    package var personalData: [PersonalTable] {
        [
            // An item outlives the user whose it was.
            PersonalTable(
                "sprout_items", Strings.sprout_items, columns: ["name", "state", "note", "created_at"],
                erased: .emptied([("user_id", "null"), ("note", "''")]))
        ]
    }

    package var auditFields: [AuditField] {
        [
            AuditField("name", Strings.sprout_item_name, of: .item),
            AuditField("state", Strings.sprout_item_state, of: .item) { value, language in
                ItemState(rawValue: value).map { LocalText($0.label).resolve(in: language) } ?? value
            },
            AuditField("note", Strings.sprout_item_note, of: .item),
            AuditField("count", Strings.sprout_items, of: .item),
        ]
    }

    package var menu: [MenuEntry] {
        [
            MenuEntry(.content, Strings.sprout_items, icon: "tag", path: ItemList.list.path, needs: .seeItems),
            MenuEntry(
                .reports, Strings.sprout_report_title, icon: "text", path: ItemReport.head.path, needs: .seeItems),
        ]
    }

    package var shortcuts: [Shortcut] {
        [Shortcut(Strings.sprout_add, icon: "plus", .tenant("sprout-items/new", needs: .editItems))]
    }

    package var routes: [Route] {
        Route.list(ItemList.self, needs: .seeItems) + Route.importing(ItemImport.self) + Route.report(ItemReport.self)
            + [
                .get("sprout-items/new", needs: .editItems, ShowNewItem.self),
                .post("sprout-items", needs: .editItems, AddItem.self),
                .post("sprout-items/closing", needs: .editItems, AskForClosing.self),
                .get("sprout-items/:item", needs: .seeItems, ShowItem.self),
                .get("sprout-items/:item/edit", needs: .editItems, ShowItemEdit.self),
                .post("sprout-items/:item", needs: .editItems, EditItem.self),
                .post("sprout-items/:item/deletion", needs: .editItems, DeleteItem.self),
                .service(.get, "sprout-items/:item", scope: .scope(.readItems), ReadItem.self),
            ]
    }
}
