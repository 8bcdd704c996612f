import Web

/// A change that a button of an entry's form makes to the form itself.
package enum FormChange: Sendable, Equatable {
    case add(to: String, kind: String?)
    case remove(Int, from: String)
    case move(Int, to: Int, in: String)
    /// Turns each pasted line into a choice.
    case paste(into: String)
    /// The kind of a part has changed.
    case kind(part: String)
    /// Shows the texts of one language, or of all.
    case language(String)
    /// Appends a placeholder to a text.
    case insert(String, into: String)
    case preview

    /// Parses the button's value: `fields.add.text`, `fields.2.choices.1.remove`. nil for anything that the form does
    /// not have.
    package init?(_ text: String, of catalogue: CatalogueDeclaration, _ languages: [String]) {
        var parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        if text == "preview" {
            self = .preview
            return
        }
        if parts.count == 2, parts[0] == "language", parts[1].isEmpty || languages.contains(parts[1]) {
            self = .language(parts[1])
            return
        }
        if parts.count == 4, parts[0] == "insert", languages.contains(parts[2]),
            catalogue.fields.contains(where: { $0.hasPlaceholders && $0.name == parts[1] }),
            Placeholders.names(in: "{\(parts[3])}")?.count == 1
        {
            self = .insert(parts[3], into: "\(parts[1]).\(parts[2])")
            return
        }
        guard let group = catalogue.groups.first(where: { $0.name == parts[0] }) else { return nil }
        var list = parts.removeFirst()
        if parts.count > 2, let place = Int(parts[0]), (1...group.most).contains(place),
            group.fields.contains(where: { $0.isChoices && $0.name == parts[1] })
        {
            list += ".\(place).\(parts[1])"
            parts.removeFirst(2)
        }
        let isGroup = list == group.name
        switch (parts.first, parts.count) {
        case ("add", 1): self = .add(to: list, kind: nil)
        case ("add", 2) where isGroup && group.kinds.contains { $0.value == parts[1] }:
            self = .add(to: list, kind: parts[1])
        case ("paste", 1) where !isGroup: self = .paste(into: list)
        default:
            guard let place = parts.first.flatMap({ Int($0) }),
                (1...max(group.most, FormValues.mostChoices)).contains(place)
            else { return nil }
            switch parts.dropFirst().joined(separator: ".") {
            case "remove": self = .remove(place, from: list)
            case "up": self = .move(place, to: place - 1, in: list)
            case "down": self = .move(place, to: place + 1, in: list)
            case "kind" where isGroup: self = .kind(part: "\(list).\(place)")
            case let rest where rest.hasPrefix("to."):
                guard let other = Int(rest.dropFirst(3)) else { return nil }
                self = .move(place, to: other, in: list)
            default: return nil
            }
        }
    }
}

extension ContentForm {
    /// Applies the change, and sets the focus.
    package mutating func apply(_ change: FormChange, _ languages: [String], currency: String) {
        form.settle(catalogue, languages)
        let first = shown.isEmpty ? languages.first ?? "en" : shown
        switch change {
        case .add(let list, let kind): add(to: list, kind, first, currency)
        case .remove(let place, let list):
            form.remove(place, from: list)
            let group = catalogue.groups.first { $0.name == list }
            focus = "act-\(list).add" + (group?.kinds.first.map { ".\($0.value)" } ?? "")
        case .move(let place, let other, let list):
            let to = max(1, min(form.count(of: list), other))
            form.move(place, to: to, in: list)
            let isUp = to == 1 ? false : to == form.count(of: list) || to < place
            focus = "act-\(list).\(to).\(isUp ? "up" : "down")"
        case .paste(let list):
            form.takePasted(list, of: catalogue, languages)
            focus = "act-\(list).add"
        case .kind(let part):
            form[part + ".open"] = "yes"
            focus = part + ".kind"
        case .language(let language):
            shown = language
            // Only a page without scripts sends this, and it does not know which cards were open.
            for group in catalogue.groups where group.cards != nil {
                for part in form.parts(of: group) { form[part + "open"] = "yes" }
            }
            focus = "act-language.\(language)"
        case .insert(let name, let field):
            let text = form[field]
            form[field] = text + (text.isEmpty || text.last == " " ? "" : " ") + "{\(name)}"
            focus = field
        case .preview: break
        }
    }

    private mutating func add(to list: String, _ kind: String?, _ language: String, _ currency: String) {
        guard let group = catalogue.groups.first(where: { $0.name == list }) else {
            guard form.count(of: list) < FormValues.mostChoices else { return }
            form.add(to: list)
            let place = form.count(of: list)
            let isLocal = catalogue.groups.contains { group in
                group.fields.contains { $0.isChoices && $0.isLocal && list.hasPrefix("\(group.name).") }
            }
            focus = "\(list).\(place).\(isLocal ? language : "key")"
            return
        }
        guard form.count(of: list) < group.most else { return }
        var row: [String: String] = ["open": "yes"]
        if let cards = group.cards, let kind { row[cards.kind] = kind }
        for field in group.fields where group.cards == nil {
            // The row before is the best guess for the value of a menu.
            if case .currency = field.form {
                let before = form["\(list).\(form.count(of: list)).\(field.name)"]
                row[field.name] = before.isEmpty ? currency : before
            }
            // The row of the template is the most common choice.
            if case .choice(let all) = field.form, field.isRequired {
                let example = group.examples[form.count(of: list) % group.examples.count][field.name]
                row[field.name] = example ?? all.first?.value
            }
        }
        form.add(to: list, row)
        let part = "\(list).\(form.count(of: list))."
        let caret = group.fields.first { $0.name == (group.cards?.label ?? group.fields.first?.name) }
        focus = part + (caret.map { $0.isLocal ? "\($0.name).\(language)" : $0.name } ?? "")
    }
}
