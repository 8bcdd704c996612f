import Console
import HTML
import Postgres
import Templates
import Web

/// The pages between the upload of a file and saving its changes.
struct ClassFilePages {
    let book: Book
    let actor: Actor
    let services: Services

    private var base: Link { book.schoolClass.link(actor) }

    private func frame(_ title: StringKey) -> Frame {
        actor.frame(
            LocalText(title), services, current: "classes",
            crumb: (Strings.gradebook_person(name: book.schoolClass.name), base))
    }

    private func word(_ key: StringKey) -> String { LocalText(key).resolve(in: actor.language) }

    /// Asks for the meaning of each column of a sheet that Roost did not make.
    func columns(_ file: ClassFile, errors: [Int: LocalText] = [:]) -> SheetColumnsPage {
        let assignments = book.assignments.map { (SheetColumnMeaning.assignment($0.id).text, $0.name) }
        return SheetColumnsPage(
            frame: frame(Strings.gradebook_file_columns), action: "\(base)/files/preview",
            hidden: file.hidden(withColumns: false),
            columns: file.grid.titles.indices.map { index in
                let (title, chosen) = (file.grid.titles[index].columnPrefix(60), file.columns[index])
                var options =
                    [
                        ("", "—"), ("name", word(Strings.gradebook_student)), ("given", word(Strings.gradebook_given)),
                        ("number", word(Strings.gradebook_number)),
                    ] + assignments
                let day = title.trimmingSpaces
                if SchoolDay.isPossible(day), let date = LocalTime(day: day) {
                    options.append(
                        (
                            SheetColumnMeaning.day(day).text,
                            Strings.gradebook_column_day(day: Formatted.date(date)).resolve(in: actor.language)
                        ))
                }
                options.append(("new", word(Strings.gradebook_column_new)))
                return .init(
                    choice: Choice(
                        "column-\(index)",
                        label: Strings.import_column(
                            title: title.isEmpty ? NumberStyle(actor.language).integer(index + 1) : title),
                        options: options.map { .init(value: $0.0, label: $0.1, isSelected: $0.0 == chosen.text) },
                        hint: Strings.import_samples(samples: file.samples(index)), error: errors[index]),
                    possible: [.name, .given, .number].contains(chosen)
                        ? nil
                        : Field(
                            "possible-\(index)", label: Strings.gradebook_column_possible(title: title),
                            value: file.possible[index] ?? NumberStyle(actor.language).typed("100"),
                            inputMode: "decimal"))
            },
            rest: Ticks(
                "rest", label: LocalText(Strings.gradebook_rest),
                ticks: [.init(value: "new", label: LocalText(Strings.gradebook_rest_hint), isOn: file.takesRest)]),
            unknown: Ticks(
                "unknown", label: LocalText(Strings.gradebook_add_unknown),
                ticks: [
                    .init(value: "add", label: LocalText(Strings.gradebook_add_unknown_hint), isOn: file.addsStudents)
                ]),
            told: file.told, cancel: "\(base)/files")
    }

    private static let most = 300

    /// - Parameter isAgain: somebody wrote after the changes were shown, and nothing was saved.
    func preview(
        _ given: ClassFile, in tx: borrowing TenantTransaction, isAgain: Bool = false
    ) throws -> SheetPreviewPage {
        var file = given
        // Of the book that the changes are computed from: what is written while the page is made is newer, and is shown
        // before the file may overwrite it.
        file.shown = book.schoolClass.revision
        // The answer to what was shown is asked for again.
        file.takesAll = false
        let changes = try ClassFileChanges(file, in: book, tx, now: actor.now, language: actor.language)
        file.left = changes.conflictMark
        func problems(_ faults: [ClassFileRows.Fault]) -> [SheetPreviewPage.Wrong] {
            faults.prefix(Self.most).map {
                .init(row: Strings.gradebook_preview_row(row: $0.row), problems: $0.problems)
            }
        }
        return SheetPreviewPage(
            frame: frame(Strings.gradebook_preview), action: "\(base)/files/changes",
            hidden: file.hidden(withColumns: true),
            count: Strings.gradebook_preview_count(count: changes.count),
            added: [
                changes.rows.students.isEmpty
                    ? nil : Strings.gradebook_preview_students(count: changes.rows.students.count),
                changes.rows.assignments.isEmpty
                    ? nil : Strings.gradebook_preview_assignments(count: changes.rows.assignments.count),
            ].compactMap { $0 },
            lines: changes.lines.prefix(Self.most).map(line),
            more: changes.lines.count > Self.most ? Strings.gradebook_preview_more(count: Self.most) : nil,
            conflicts: changes.conflicts.prefix(Self.most).map(line),
            wrong: problems(changes.rows.faults), wrongCells: problems(changes.wrongCells),
            error: changes.excess(in: book) ?? (isAgain ? LocalText(Strings.gradebook_preview_again) : nil),
            kept: file.kept.isEmpty
                ? nil
                : Strings.gradebook_preview_kept(
                    names: file.kept.prefix(10).map { $0.isEmpty ? word(Strings.gradebook_empty_cell) : $0 }.listed(
                        in: actor.language)),
            told: file.told + (file.isOurs ? [word(Strings.gradebook_file_takes)] : []),
            unknown: changes.rows.unknown > 0
                ? Strings.gradebook_preview_unknown(count: changes.rows.unknown) : nil,
            again: file.isOurs ? nil : "\(base)/files/preview",
            maySave: !changes.isEmpty || !changes.conflicts.isEmpty, cancel: "\(base)/files")
    }

    /// In the reader's own words: a day, a mark of attendance, and a cell without anything.
    private func line(_ line: ClassFileChanges.Line) -> SheetPreviewPage.Line {
        let (grades, marks) = (GradeText(actor.language), AttendanceWords(actor.language))
        func cell(_ text: String) -> String {
            if text.isEmpty { return grades.orEmpty(text) }
            return line.day == nil
                ? Grade(plain: text).map { grades.cell($0) } ?? text : marks.word(AttendanceState(typed: text))
        }
        let day = line.day.flatMap { LocalTime(day: $0) }.map { DateStyle(actor.language).date($0) }
        return SheetPreviewPage.Line(
            row: Strings.gradebook_preview_row(row: line.row), student: line.student,
            column: day ?? line.assignment ?? "", old: cell(line.old), new: cell(line.new),
            by: line.by.map { Strings.gradebook_preview_by(name: $0) })
    }
}
