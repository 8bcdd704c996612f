import Console
import HTML
import Postgres
import Templates
import Web

/// A segment's typed fields, and their errors.
struct SegmentForm {
    var content: Content
    var errors: [String: LocalText] = [:]
    var conflict: Conflict?
    /// A field of new segments only.
    var key = ""
    /// nil for a new segment; otherwise its version and the values with which the form was opened.
    var opened: (id: ID, version: Int, was: Content)?

    init(content: Content, opened: (id: ID, version: Int, was: Content)? = nil) {
        self.content = content
        self.opened = opened
    }

    /// Reads the typed values.
    init(_ form: Query) {
        content = Content()
        for name in ["name", "about"] + Segment.parts {
            content[name] = (form.trimmed(name) ?? "").replacing("\r\n", with: "\n")
        }
        key = form.trimmed("key") ?? ""
    }

    /// The filter as the list of users understands it, which may be less than was typed: `check` reports that.
    var filter: UserFilter {
        Segment.filter(Query(Segment.parts.map { (name: $0, value: content[$0]) }.filter { !$0.value.isEmpty }))
    }

    mutating func check() {
        errors["name"] = LineText.fault(content["name"], most: Segment.longestName)
        if content["about"].columnLength > Segment.longestAbout {
            errors["about"] = Strings.error_too_long(max: Segment.longestAbout)
        }
        let understood = Segment.content(of: filter)
        for name in Segment.parts where content[name] != understood[name] {
            errors[name] = LocalText(Strings.error_choice)
        }
        if understood.isEmpty, errors.isEmpty { errors["status"] = LocalText(Strings.segments_everybody) }
    }

    func page(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> SegmentFormPage {
        let list = actor.link("segments")
        let here = opened.map { "\(list)/\($0.id)" as Link }
        let heading = LocalText(opened == nil ? Strings.segments_add : Strings.segments_edit)
        let about = Field(
            "about", label: LocalText(Strings.segments_about), value: content["about"],
            hint: LocalText(Strings.segments_about_hint), error: errors["about"])
        let choices = try menus(in: tx, by: actor, services).map { name, menu -> Choice in
            let value = content[name]
            var options = menu.options.map {
                Choice.Option(value: $0.value, label: $0.label, isSelected: $0.value == value)
            }
            // A chosen value that no user has stays visible.
            if !value.isEmpty, !options.contains(where: \.isSelected) {
                options.append(.init(value: value, label: menu.chosen ?? value, isSelected: true))
            }
            return Choice(
                name, label: menu.label,
                options: [
                    .init(
                        value: "", label: LocalText(Strings.list_any).resolve(in: actor.language),
                        isSelected: value.isEmpty)
                ] + options,
                error: errors[name])
        }
        return SegmentFormPage(
            frame: actor.frame(
                heading, services, current: "segments", crumb: (LocalText(Strings.segments_title), list)),
            action: here ?? list,
            key: opened != nil
                ? nil
                : Field(
                    "key", label: LocalText(Strings.catalogue_key), value: key,
                    hint: LocalText(Strings.segments_key_hint), error: errors["key"],
                    isRequired: true, isLatin: true),
            name: Field(
                "name", label: LocalText(Strings.segments_name), value: content["name"], error: errors["name"],
                isRequired: true, hasFocus: true),
            about: Area(about), choices: choices,
            hidden: opened.map { [HiddenValue("version", String($0.version)), HiddenValue("was", $0.was.json)] } ?? [],
            conflict: conflict, cancel: here ?? list)
    }

    /// The list's own menus, with the same words and values.
    private func menus(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> [(
        name: String, menu: FilterMenu
    )] {
        let all = UserFilterMenus.all(
            filter, base: "/", actor.language, facets: try services.facets.values(now: actor.now, in: tx),
            roles: services.kind(actor.tenant.kind)?.userRoles ?? [])
        return Array(zip(Segment.parts, all)).map { (name: $0.0, menu: $0.1) }
    }

    /// The label of a field; its name if the form has no such field.
    static func label(_ field: String, _ actor: Actor) -> LocalText {
        switch field {
        case "name": return LocalText(Strings.segments_name)
        case "about": return LocalText(Strings.segments_about)
        default:
            return UserFields.menus[field].map { LocalText($0.label) } ?? Strings.catalogue_named(name: field)
        }
    }
}
