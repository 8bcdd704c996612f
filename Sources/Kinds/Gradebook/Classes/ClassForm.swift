import Console
import HTML
import Postgres
import Templates
import Web

/// A class's own fields, as they are stored.
struct ClassValues: Sendable, Equatable {
    var name = ""
    var term = ""
    var isWeighted = true
    var scale = Scale.usual.text
}

/// A typed category: one line of the form.
struct CategoryValues: Sendable, Equatable {
    /// nil for a new category.
    var id: ID?
    var name = ""
    var weight = ""
    var drops = 0 {
        didSet { typedDrops = String(drops) }
    }
    /// As it was typed, in digits from 0 to 9: what is no number stands in the form again.
    fileprivate(set) var typedDrops = "0"

    init(id: ID? = nil, name: String = "", weight: String = "", drops: Int = 0) {
        (self.id, self.name, self.weight, self.drops, typedDrops) = (id, name, weight, drops, String(drops))
    }

    static func == (one: Self, other: Self) -> Bool {
        (one.id, one.name, one.weight, one.drops) == (other.id, other.name, other.weight, other.drops)
    }

    var words: String { "\(name) \(weight)\(drops > 0 ? " −\(drops)" : "")" }
}

/// The typed fields of a class with its categories and teachers, and their errors.
struct ClassForm {
    /// The most categories of one class. The form has three empty lines, or as many as are left.
    static let mostCategories = 20

    var values = ClassValues()
    var categories: [CategoryValues]
    var teachers: Set<ID>
    /// The e-mail address of a teacher whom the form does not list.
    var anotherTeacher = ""
    var errors: [String: LocalText] = [:]
    /// nil for a new class; otherwise its id, and the version with which the form was opened.
    var opened: (id: ID, version: Int)?
    /// The class whose categories and assignments a new class copies.
    var copied: ID?
    /// The day of the first assignment in the new term, as it was typed.
    var start = ""
    var conflict: Conflict?

    init(values: ClassValues = ClassValues(), categories: [CategoryValues] = [], teachers: Set<ID> = []) {
        (self.values, self.categories, self.teachers) = (values, categories, teachers)
    }

    init(_ form: Query) {
        func text(_ name: String) -> String { form.trimmed(name) ?? "" }
        values = ClassValues(
            name: text("name"), term: text("term"), isWeighted: form["weighting"] != "points",
            scale: text("scale").replacing("\r\n", with: "\n"))
        categories = (1...Self.mostCategories).compactMap { number in
            let drops = text("category-\(number)-drops").latinDigits
            var line = CategoryValues(
                id: form["category-\(number)-id"].flatMap { ID($0) }, name: text("category-\(number)"),
                weight: text("category-\(number)-weight"), drops: Int(drops) ?? (drops.isEmpty ? 0 : -1))
            line.typedDrops = drops
            return line.id == nil && line.name.isEmpty && line.weight.isEmpty ? nil : line
        }
        teachers = Set(form.items.filter { $0.name == "teachers" }.compactMap { ID($0.value) })
        anotherTeacher = text("another_teacher")
        copied = form["copied"].flatMap { ID($0) }
        let day = text("start")
        start = TypedDay.iso(day) ?? day
    }

    /// Reads the numbers as the language writes them. What is no number stays as it was typed.
    mutating func read(_ language: Language) {
        let text = GradeText(language)
        for index in categories.indices {
            if let weight = Points(categories[index].weight.isEmpty ? "0" : categories[index].weight, text.marks) {
                categories[index].weight = weight.plain
            } else {
                errors["category-\(index + 1)-weight"] =
                    text.doubt(categories[index].weight) ?? LocalText(Strings.gradebook_error_weight)
            }
        }
        if let scale = Scale(values.scale, text.marks) {
            values.scale = scale.text
        } else {
            errors["scale"] = LocalText(Strings.gradebook_error_scale)
        }
    }

    /// After `read`.
    mutating func check() {
        func length(_ name: String, _ text: String, _ most: Int) {
            if let fault = LineText.fault(text, most: most) { errors[name] = fault }
        }
        length("name", values.name, 80)
        length("term", values.term, 40)
        for index in categories.indices {
            let line = "category-\(index + 1)"
            length(line, categories[index].name, 40)
            let others = categories[..<index].map { $0.name.lowercased() }
            if others.contains(categories[index].name.lowercased()) {
                errors[line] = LocalText(Strings.gradebook_error_twice)
            }
            if errors["\(line)-weight"] == nil, let weight = Points(plain: categories[index].weight),
                weight.thousandths % 10 != 0 || weight > Points(thousandths: 9_999_000)
            {
                errors["\(line)-weight"] = LocalText(Strings.gradebook_error_weight)
            }
            if !(0...20).contains(categories[index].drops) {
                errors["\(line)-drops"] = LocalText(Strings.gradebook_error_drops)
            }
        }
        if categories.count > Self.mostCategories {
            errors["category-1"] = Strings.gradebook_error_categories(max: Self.mostCategories)
        }
        if categories.isEmpty { errors["category-1"] = LocalText(Strings.error_required) }
    }

    func page(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> ClassFormPage {
        let listed = try listedTeachers(in: tx)
        let here = opened.map { "\(actor.link("classes"))/\($0.id)" as Link }
        let heading = LocalText(opened == nil ? Strings.gradebook_add_class : Strings.gradebook_edit_class)
        let shown =
            categories
            + Array(repeating: CategoryValues(), count: max(0, min(3, Self.mostCategories - categories.count)))
        var page = ClassFormPage(
            frame: actor.frame(
                heading, services, current: "classes",
                crumb: (LocalText(Strings.gradebook_classes), actor.link("classes"))),
            heading: heading, action: here ?? actor.link("classes"),
            name: Field(
                "name", label: LocalText(Strings.gradebook_name), value: values.name, error: errors["name"],
                isRequired: true, hasFocus: opened == nil),
            term: Field(
                "term", label: LocalText(Strings.gradebook_term), value: values.term,
                hint: LocalText(Strings.gradebook_term_hint), error: errors["term"], isRequired: true),
            weighting: Choice(
                "weighting", label: LocalText(Strings.gradebook_weighting),
                options: [
                    .init(
                        value: "weights",
                        label: LocalText(Strings.gradebook_by_weights).resolve(in: actor.language),
                        isSelected: values.isWeighted),
                    .init(
                        value: "points", label: LocalText(Strings.gradebook_by_points).resolve(in: actor.language),
                        isSelected: !values.isWeighted),
                ]),
            scale: Area(
                Field(
                    "scale", label: LocalText(Strings.gradebook_scale),
                    value: errors["scale"] == nil ? Scale.words(values.scale, actor.language) : values.scale,
                    hint: LocalText(Strings.gradebook_scale_hint), error: errors["scale"])),
            categories: shown.enumerated().map { index, one in line(index + 1, one, GradeText(actor.language)) },
            teachers: Ticks(
                "teachers", label: LocalText(Strings.gradebook_teachers),
                ticks: listed.teachers.map {
                    .init(
                        value: $0.id.description,
                        label: $0.isFormer
                            ? Strings.gradebook_former_teacher(name: $0.name)
                            : Strings.gradebook_person(name: $0.name), isOn: teachers.contains($0.id))
                }),
            anotherTeacher: listed.isCut
                ? Field(
                    "another_teacher", label: LocalText(Strings.gradebook_another_teacher), value: anotherTeacher,
                    hint: Strings.gradebook_another_teacher_hint(count: ClassQueries.mostAdmins),
                    error: errors["another_teacher"]) : nil,
            start: try copied.flatMap { try CopiedDates(of: $0, in: tx) }.map { dates in
                .day(
                    "start", LocalText(Strings.gradebook_copy_start), start, actor.language,
                    hint: Strings.gradebook_copy_start_hint(day: Formatted.date(dates.first)), error: errors["start"],
                    isRequired: true)
            },
            conflict: conflict,
            hidden: try hidden(in: tx)
                ?? copied.map { [HiddenValue("copied", $0.description)] } ?? [],
            cancel: here ?? actor.link("classes"))
        if let opened, let here { page.removed = try removed(from: opened.id, here, in: tx) }
        return page
    }

    /// Says on the class's own page, which lists what left it, why something can't come back.
    static func refusal(
        _ reason: LocalText, of schoolClass: SchoolClass, in tx: borrowing TenantTransaction, by actor: Actor,
        _ services: Services
    ) throws -> Refusal {
        var page = try stored(schoolClass, in: tx).page(in: tx, by: actor, services)
        page.refused = reason
        return .form(page)
    }

    private struct Teacher {
        let id: ID
        let name: String
        /// Teaches the class, and is disabled or no longer an admin here.
        var isFormer = false
    }

    /// The first admins by name, and with them each teacher of the class and everybody who is chosen: a form that did
    /// not list them would take them out.
    private func listedTeachers(in tx: borrowing TenantTransaction) throws -> (teachers: [Teacher], isCut: Bool) {
        func read(_ rows: Rows) throws -> [Teacher] {
            try rows.map { Teacher(id: try $0.id("id"), name: try $0.text("name")) }
        }
        let first = try read(try tx.rows(ClassQueries.admins))
        var listed = Array(first.prefix(ClassQueries.mostAdmins))
        let stored = Set(
            try opened.map { try tx.rows(ClassQueries.teachers(of: $0.id)).map { try $0.id("admin_id") } } ?? [])
        let missing = teachers.union(stored).subtracting(listed.map(\.id))
        if !missing.isEmpty {
            listed += try read(try tx.rows(ClassQueries.admins(Array(missing))))
            let former = stored.subtracting(listed.map(\.id))
            listed += try read(try tx.rows(ClassQueries.names(ofAdmins: Array(former)))).map {
                Teacher(id: $0.id, name: $0.name, isFormer: true)
            }
        }
        return (listed, first.count > ClassQueries.mostAdmins || !anotherTeacher.isEmpty)
    }

    /// What left the class, the newest first.
    private func removed(from id: ID, _ here: Link, in tx: borrowing TenantTransaction) throws
        -> [ClassFormPage.Removed]
    {
        let assignments = try tx.send(ClassQueries.removedAssignments(of: id))
        let students = try tx.send(ClassQueries.formerStudents(of: id))
        return [
            ClassFormPage.Removed(
                title: LocalText(Strings.gradebook_removed_assignments),
                rows: try assignments.rows().map {
                    .init(name: try $0.text("name"), action: "\(here)/assignments/\(try $0.id("id"))/removal/end")
                }),
            ClassFormPage.Removed(
                title: LocalText(Strings.gradebook_former_students),
                rows: try students.rows().map {
                    .init(name: try $0.text("name"), action: "\(here)/students/\(try $0.id("id"))/removal/end")
                }),
        ].filter { !$0.rows.isEmpty }
    }

    /// The form's hidden fields: the stored values, also if the typed ones were based on an older version.
    private func hidden(in tx: borrowing TenantTransaction) throws -> [HiddenValue]? {
        guard let opened else { return nil }
        let stored = ClassText(try ClassForm.stored(SchoolClass.read(opened.id, in: tx), in: tx))
        return [HiddenValue("version", String(opened.version))] + stored.hidden
    }

    private func line(_ number: Int, _ one: CategoryValues, _ text: GradeText) -> ClassFormPage.Category {
        let name = "category-\(number)"
        return ClassFormPage.Category(
            id: one.id.map { HiddenValue("\(name)-id", $0.description) },
            name: Field(name, label: LocalText(Strings.gradebook_category), value: one.name, error: errors[name]),
            weight: Field(
                "\(name)-weight", label: LocalText(Strings.gradebook_weight),
                value: errors["\(name)-weight"] == nil ? text.plain(one.weight) : one.weight,
                error: errors["\(name)-weight"], inputMode: "decimal"),
            drops: Field(
                "\(name)-drops", label: LocalText(Strings.gradebook_drops),
                value: one.drops == 0 ? "" : NumberStyle(text.language).typed(one.typedDrops),
                error: errors["\(name)-drops"], inputMode: "numeric"))
    }
}
