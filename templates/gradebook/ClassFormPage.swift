import HTML

/// The form of a class: its rules, categories and teachers.
package struct ClassFormPage: Sendable {
    /// One line of the form.
    package struct Category: Sendable {
        /// nil for a new one.
        package var id: HiddenValue?
        package var name: Field
        package var weight: Field
        package var drops: Field

        package init(
            id: HiddenValue?, name: Field, weight: Field, drops: Field
        ) {
            self.id = id
            self.name = name
            self.weight = weight
            self.drops = drops
        }
    }

    /// What left the class and can come back: assignments, or students.
    package struct Removed: Sendable {
        package struct Row: Sendable {
            package var name: String
            package var action: Link

            package init(name: String, action: Link) {
                self.name = name
                self.action = action
            }
        }

        package var title: LocalText
        package var rows: [Row]

        package init(title: LocalText, rows: [Row]) {
            self.title = title
            self.rows = rows
        }
    }

    package var frame: Frame
    package var heading: LocalText
    package var action: Link
    package var name: Field
    package var term: Field
    package var weighting: Choice
    package var scale: Area
    package var categories: [Category]
    package var teachers: Ticks
    /// For the e-mail address of somebody whom a long list leaves out.
    package var anotherTeacher: Field?
    /// The version that the form was opened with, or the class that a new one is copied from.
    package var conflict: Conflict?
    package var hidden: [HiddenValue]
    package var cancel: Link
    package var removed: [Removed] = []
    /// For a copy: when its first assignment is.
    package var start: Field?
    /// Why something that left the class can't come back.
    package var refused: LocalText?
    package var trail: TrailCard?

    package init(
        frame: Frame, heading: LocalText, action: Link, name: Field, term: Field, weighting: Choice, scale: Area,
        categories: [Category], teachers: Ticks, anotherTeacher: Field?,
        start: Field? = nil, conflict: Conflict?, hidden: [HiddenValue],
        cancel: Link
    ) {
        self.frame = frame
        self.heading = heading
        self.action = action
        self.name = name
        self.term = term
        self.weighting = weighting
        self.scale = scale
        self.categories = categories
        self.teachers = teachers
        self.anotherTeacher = anotherTeacher
        self.start = start
        self.conflict = conflict
        self.hidden = hidden
        self.cancel = cancel
    }

    package var errors: ErrorSummary? {
        var lines: [ErrorSummary.Line?] = [name.problem, term.problem, start?.problem]
        for category in categories {
            lines += [category.name.problem, category.weight.problem, category.drops.problem]
        }
        return ErrorSummary(lines + [scale.field.problem, anotherTeacher?.problem])
    }

    package static var sample: ClassFormPage {
        var page = ClassFormPage(
            frame: .sample("Edit", at: "tenants"), heading: LocalText(Strings.gradebook_edit_class),
            action: "/t/gradely/classes/1",
            name: Field(
                "name", label: LocalText(Strings.gradebook_name), value: "Biology \"9B\" <x>",
                error: LocalText(Strings.error_required), isRequired: true),
            term: Field(
                "term", label: LocalText(Strings.gradebook_term), value: "پاییز ۱۴۰۵",
                hint: LocalText(Strings.gradebook_term_hint), isRequired: true),
            weighting: Choice(
                "weighting", label: LocalText(Strings.gradebook_weighting),
                options: [.init(value: "weights", label: "By weights", isSelected: true)]),
            scale: Area(
                Field(
                    "scale", label: LocalText(Strings.gradebook_scale), value: "A 90, B 80",
                    hint: LocalText(Strings.gradebook_scale_hint), error: LocalText(Strings.gradebook_error_scale))),
            categories: [
                Category(
                    id: HiddenValue("category-1-id", "1"),
                    name: Field("category-1", label: LocalText(Strings.gradebook_category), value: "Tests <&>"),
                    weight: Field(
                        "category-1-weight", label: LocalText(Strings.gradebook_weight), value: "x",
                        error: LocalText(Strings.gradebook_error_weight), inputMode: "decimal"),
                    drops: Field(
                        "category-1-drops", label: LocalText(Strings.gradebook_drops), value: "1", inputMode: "numeric")
                )
            ],
            teachers: Ticks(
                "teachers", label: LocalText(Strings.gradebook_teachers),
                ticks: [.init(value: "1", label: Strings.gradebook_person(name: "Ms \"Hall\""), isOn: true)]),
            anotherTeacher: Field(
                "another_teacher", label: LocalText(Strings.gradebook_another_teacher), value: "x",
                hint: Strings.gradebook_another_teacher_hint(count: 500),
                error: LocalText(Strings.gradebook_error_teacher)),
            start: .day(
                "start", LocalText(Strings.gradebook_copy_start), "2026-11-20", .en,
                hint: Strings.gradebook_copy_start_hint(day: "4 Sep 2025"),
                error: LocalText(Strings.gradebook_error_copy_start), isRequired: true),
            conflict: .sample(Strings.gradebook_class_changed), hidden: [HiddenValue("version", "3")],
            cancel: "/t/gradely/classes/1")
        page.removed = [
            Removed(
                title: LocalText(Strings.gradebook_removed_assignments),
                rows: [.init(name: "Essay <1>", action: "/t/gradely/classes/1/assignments/1/removal/end")])
        ]
        page.refused = Strings.gradebook_error_students(max: 400)
        return page
    }
}
