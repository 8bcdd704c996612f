import Console
import HTML
import Postgres
import Templates
import Web

/// The typed fields of an assignment, and their errors.
struct AssignmentForm {
    var values: AssignmentValues
    var errors: [String: LocalText] = [:]
    /// nil for a new assignment; otherwise its id, and the version with which the form was opened.
    var opened: (id: ID, version: Int)?
    /// The values with which the form was opened.
    var was = AssignmentValues()
    var conflict: Conflict?

    init(values: AssignmentValues = AssignmentValues()) { self.values = values }

    init(_ form: Query) {
        func values(_ prefix: String) -> AssignmentValues {
            let day = form.trimmed(prefix + "day") ?? ""
            return AssignmentValues(
                name: form.trimmed(prefix + "name") ?? "", category: form[prefix + "category"].flatMap { ID($0) },
                day: TypedDay.iso(day) ?? day, possible: form.trimmed(prefix + "possible") ?? "",
                isExtra: form[prefix + "extra"] == "yes",
                above: form[prefix + "above"].flatMap { AboveMaximum(rawValue: $0) } ?? .warned)
        }
        (self.values, was) = (values(""), values("was_"))
    }

    init(stored: Book.Assignment) {
        values = AssignmentValues(
            name: stored.name, category: stored.category, day: stored.due.isoDay,
            possible: stored.possible.plain, isExtra: stored.isExtra, above: stored.above)
        (opened, was) = ((stored.id, stored.version), values)
    }

    /// Reads the points as the language writes them. What is no number stays as it was typed.
    mutating func read(_ language: Language) {
        let text = GradeText(language)
        if let possible = Points(values.possible, text.marks) {
            values.possible = possible.plain
        } else {
            errors["possible"] = text.doubt(values.possible) ?? LocalText(Strings.gradebook_error_possible)
        }
    }

    /// After `read`.
    mutating func check(_ book: Book) {
        errors["name"] = LineText.fault(values.name, most: 60)
        // If a class has only one category, it is chosen automatically.
        if values.category == nil, book.rules.categories.count == 1 { values.category = book.rules.categories[0].id }
        if !book.rules.categories.contains(where: { $0.id == values.category }) {
            errors["category"] = LocalText(Strings.error_choice)
        }
        if !SchoolDay.isPossible(values.day) { errors["day"] = SchoolDay.fault(values.day) }
        if errors["possible"] == nil, Points(plain: values.possible) == .zero {
            errors["possible"] = LocalText(Strings.gradebook_error_possible)
        }
    }

    func page(_ book: Book, by actor: Actor, _ services: Services) -> AssignmentFormPage {
        let base = book.schoolClass.link(actor)
        let here = opened.map { "\(base)/assignments/\($0.id)" as Link }
        let heading = LocalText(opened == nil ? Strings.gradebook_add_assignment : Strings.gradebook_edit_assignment)
        return AssignmentFormPage(
            frame: actor.frame(
                heading, services, current: "classes",
                crumb: (Strings.gradebook_person(name: book.schoolClass.name), base)),
            heading: heading, action: here ?? "\(base)/assignments",
            name: Field(
                "name", label: LocalText(Strings.gradebook_name), value: values.name, error: errors["name"],
                isRequired: true, hasFocus: opened == nil),
            category: Choice(
                "category", label: LocalText(Strings.gradebook_category),
                options: book.rules.categories.map {
                    .init(value: $0.id.description, label: $0.name, isSelected: $0.id == values.category)
                }, error: errors["category"]),
            day: .day(
                "day", LocalText(Strings.gradebook_date), values.day, actor.language, error: errors["day"],
                isRequired: true),
            possible: Field(
                "possible", label: LocalText(Strings.gradebook_possible),
                value: errors["possible"] == nil ? GradeText(actor.language).plain(values.possible) : values.possible,
                error: errors["possible"], inputMode: "decimal", isRequired: true),
            extra: Ticks(
                "extra", label: LocalText(Strings.gradebook_extra),
                ticks: [.init(value: "yes", label: LocalText(Strings.gradebook_extra_hint), isOn: values.isExtra)]),
            above: Choice(
                "above", label: LocalText(Strings.gradebook_above_title),
                options: AboveMaximum.allCases.map {
                    .init(
                        value: $0.rawValue, label: $0.label.resolve(in: actor.language), isSelected: $0 == values.above)
                }, hint: LocalText(Strings.gradebook_above_hint)),
            conflict: conflict,
            hidden: opened.map {
                [
                    HiddenValue("version", String($0.version)), HiddenValue("was_name", was.name),
                    HiddenValue("was_category", was.categoryText), HiddenValue("was_day", was.day),
                    HiddenValue("was_possible", was.possible), HiddenValue("was_extra", was.extraText),
                    HiddenValue("was_above", was.aboveText),
                ]
            } ?? [], cancel: here ?? base,
            removal: here.map { "\($0)/removal" })
    }

    /// Merges `typed` with the values that were stored meanwhile.
    static func merge(
        _ typed: AssignmentValues, was: AssignmentValues, stored: AssignmentValues, _ book: Book, _ language: Language
    ) -> Merge<AssignmentValues> {
        Merge(
            typed: typed, was: was, stored: stored,
            fields: [
                (Strings.gradebook_name, \.name), (Strings.gradebook_category, \.categoryText),
                (Strings.gradebook_date, \.day), (Strings.gradebook_possible, \.possible),
                (Strings.gradebook_extra, \.extraText), (Strings.gradebook_above_title, \.aboveText),
            ]
        ) { value, label in
            switch label {
            case Strings.gradebook_category:
                book.rules.categories.first { $0.id == ID(value) }?.name ?? ""
            case Strings.gradebook_possible: GradeText(language).plain(value)
            case Strings.gradebook_date: LocalTime(day: value).map { DateStyle(language).date($0) } ?? value
            case Strings.gradebook_extra:
                LocalText(value == "yes" ? Strings.form_yes : Strings.form_no).resolve(in: language)
            case Strings.gradebook_above_title:
                AboveMaximum(rawValue: value)?.label.resolve(in: language) ?? value
            default: value
            }
        }
    }

    /// Returns the changes for the audit trail.
    func changes(from old: AssignmentValues, _ book: Book) -> [AuditEvent.Change] {
        func category(_ id: ID?) -> String { book.rules.categories.first { $0.id == id }?.name ?? "" }
        return [
            ("name", old.name, values.name), ("category", category(old.category), category(values.category)),
            ("due_on", old.day, values.day), ("possible", old.possible, values.possible),
            ("is_extra", String(old.isExtra), String(values.isExtra)),
            ("above_maximum", old.aboveText, values.aboveText),
        ]
        .filter { $0.1 != $0.2 }.map { .init($0.0, old: $0.1.isEmpty ? nil : $0.1, new: $0.2) }
    }
}
