import Console
import HTML
import Postgres
import Templates
import Web

/// An item's fields as typed, and what is wrong with them.
struct ItemForm {
    var item: Item
    /// The e-mail of the user whose it is, as typed.
    var owner = ""
    var errors: [String: LocalText] = [:]
    /// nil for a new item; else with the version that the form was opened with.
    var opened: (id: ID, version: Int)?
    /// Somebody saved a newer version meanwhile.
    var isLate = false

    init(_ item: Item, opened: (id: ID, version: Int)? = nil) {
        self.item = item
        self.opened = opened
    }

    /// What was typed.
    init(_ form: Query) {
        item = Item(
            name: form.trimmed("name") ?? "", state: form["state"].flatMap { ItemState(rawValue: $0) } ?? .open,
            note: (form.trimmed("note") ?? "").replacing("\r\n", with: "\n"))
        owner = form.trimmed("owner") ?? ""
    }

    /// A name is known beforehand, so that the page can still be made: a violated index ends the transaction.
    mutating func check(in tx: borrowing TenantTransaction) throws {
        errors = item.errors
        let others = try tx.rows(ItemQueries.named([item.name])).map { try $0.id("id") }
        if !owner.isEmpty {
            item.owner = try tx.first(ItemQueries.owner(owner))?.id("id")
            if item.owner == nil { errors["owner"] = LocalText(Strings.sprout_owner_unknown) }
        }
        if others.contains(where: { $0 != opened?.id }) { errors["name"] = LocalText(Strings.sprout_error_taken) }
    }

    func page(by actor: Actor, _ services: Services) -> SproutItemFormPage {
        let list = actor.link(to: ItemList.list)
        let here = opened.map { "\(list)/\($0.id)" as Link }
        return SproutItemFormPage(
            frame: actor.frame(
                LocalText(opened == nil ? Strings.sprout_add : Strings.sprout_edit), services,
                current: ItemList.list.path, crumb: (LocalText(Strings.sprout_items), list)),
            action: here ?? list,
            name: Field(
                "name", label: LocalText(Strings.sprout_item_name), value: item.name, error: errors["name"],
                isRequired: true, hasFocus: true),
            state: Choice(
                "state", label: LocalText(Strings.sprout_item_state),
                options: ItemState.allCases.map {
                    .init(
                        value: $0.rawValue, label: LocalText($0.label).resolve(in: actor.language),
                        isSelected: $0 == item.state)
                }),
            owner: Field(
                "owner", label: LocalText(Strings.sprout_owner), value: owner, type: "email", error: errors["owner"],
                isLatin: true),
            note: Area(
                Field("note", label: LocalText(Strings.sprout_item_note), value: item.note, error: errors["note"])),
            hidden: opened.map { [HiddenValue("version", String($0.version))] } ?? [],
            conflict: isLate ? Conflict(title: LocalText(Strings.sprout_late), notes: []) : nil, cancel: here ?? list)
    }
}
