import Console
import HTML
import Postgres
import Templates
import Web

/// Typed or pasted names: one per line, optionally with the school's number in a second column.
struct PastedStudents {
    struct Line: Sendable, Equatable {
        var name: String
        var number: String
        /// Counted from 1, as an editor does.
        var row: Int
    }

    let lines: [Line]

    init(_ text: String) {
        let texts = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let all: [Line] = texts.enumerated().compactMap { index, line in
            let parts = line.split(omittingEmptySubsequences: false) { "\t;؛".contains($0) }.map {
                String($0).trimmingSpaces
            }
            guard let name = parts.first, !name.isEmpty else { return nil }
            return Line(name: name, number: parts.count > 1 ? parts[1] : "", row: index + 1)
        }
        // A column is copied with its title.
        let isTitle = all.first.map {
            SheetTitles.isName($0.name) && ($0.number.isEmpty || SheetTitles.isNumber($0.number))
        }
        lines = isTitle == true ? Array(all.dropFirst()) : all
    }
}

struct EnrolmentForm {
    var typed = ""
    var error: LocalText?

    func page(_ schoolClass: SchoolClass, by actor: Actor, _ services: Services) -> EnrolmentPage {
        let base = schoolClass.link(actor)
        return EnrolmentPage(
            frame: actor.frame(
                LocalText(Strings.gradebook_add_students), services, current: "classes",
                crumb: (Strings.gradebook_person(name: schoolClass.name), base)),
            action: "\(base)/students",
            names: Area(
                Field(
                    "names", label: LocalText(Strings.gradebook_names), value: typed,
                    hint: LocalText(Strings.gradebook_names_hint), error: error, isRequired: true, hasFocus: true),
                rows: 12),
            cancel: base)
    }
}

struct ShowEnrolment: Viewing {
    let id: ID

    init(_ request: WebRequest) throws { id = try request.id("class") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        EnrolmentForm().page(try SchoolClass.open(id, in: tx), by: actor, services)
    }
}

/// Adds students to a class. A number in the register identifies a student; every other line is a new student.
struct EnrolStudents: Changing {
    let id: ID
    let typed: String

    init(_ request: WebRequest) throws {
        id = try request.id("class")
        typed = request.form["names"] ?? ""
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let schoolClass = try SchoolClass.lock(id, in: tx)
        let book = try Book.read(id, in: tx)
        let lines = PastedStudents(typed).lines
        func refuse(_ error: LocalText) -> Refusal {
            .form(EnrolmentForm(typed: typed, error: error).page(schoolClass, by: actor, services))
        }
        guard !lines.isEmpty else { throw refuse(LocalText(Strings.error_required)) }
        guard lines.count + book.students.count <= Book.mostStudents else {
            throw refuse(Strings.gradebook_error_students(max: Book.mostStudents))
        }
        var numbered: [String: ID] = [:]
        var owners: [String: NumberOwner] = [:]
        for row in try tx.rows(StudentQueries.byNumber(lines.map(\.number))) {
            numbered[try row.text("number")] = try row.id("id")
            owners[try row.text("number")] = try NumberOwner(row)
        }
        if let problems = Self.problems(of: lines, in: book, owners: owners) { throw refuse(problems) }
        let new = lines.filter { numbered[$0.number] == nil }.map {
            (id: ID.make(at: actor.now), name: $0.name, number: $0.number)
        }
        let known = lines.compactMap { numbered[$0.number] }
        let added = try StudentEnrolment.addUnlessTaken(new, known: known, to: schoolClass, in: tx, by: actor)
        guard let events = added else { throw refuse(LocalText(Strings.gradebook_error_number)) }
        guard let last = events.last else { throw refuse(LocalText(Strings.error_required)) }
        try services.trail.append(events.dropLast(), by: actor, in: tx)
        return Change(last, next: .to(schoolClass.link(actor), flash: Strings.gradebook_students_were_added))
    }

    /// What is wrong with the first lines of those that can't be taken, each named by its number.
    /// - Parameter owners: who has the numbers.
    private static func problems(
        of lines: [PastedStudents.Line], in book: Book, owners: [String: NumberOwner]
    ) -> LocalText? {
        // Two lines with the same name are two students only if their numbers differ.
        let known = Set(book.students.map { "\($0.name.lowercased())\t\($0.number)" })
        let inClass = Set(book.students.map(\.number))
        var rows: [String: Int] = [:]
        var problems: [LocalText] = []
        for line in lines {
            let mark = "\(line.name.lowercased())\t\(line.number)"
            let name = line.name.columnPrefix(60)
            let problem: LocalText?
            if line.name.columnLength > 120 || line.number.columnLength > 40 {
                problem = Strings.gradebook_error_line(line: name)
            } else if let fault = LineText.fault(line.name, most: 120)
                ?? LineText.fault(line.number, most: 40, isRequired: false)
            {
                problem = fault
            } else if let first = rows[mark] ?? (line.number.isEmpty ? nil : rows[line.number]) {
                problem = Strings.gradebook_error_same_as_line(name: name, row: first)
            } else if let owner = owners[line.number], !owner.isNamed(line.name) {
                // The number of somebody else would bring a student whom nobody meant.
                problem = owner.isOther
            } else if known.contains(mark) || (!line.number.isEmpty && inClass.contains(line.number)) {
                problem = Strings.gradebook_error_twice_in_class(name: name)
            } else {
                problem = nil
            }
            rows[mark] = rows[mark] ?? line.row
            if !line.number.isEmpty { rows[line.number] = rows[line.number] ?? line.row }
            if let problem { problems.append(Strings.gradebook_error_in_line(row: line.row, problem: problem)) }
        }
        guard let last = problems.prefix(5).last else { return nil }
        return problems.prefix(5).dropLast().reversed().reduce(last) {
            Strings.gradebook_error_and(first: $1, rest: $0)
        }
    }
}

/// Removes a student from a class. The grades stay stored, and are shown again if the student comes back.
struct RemoveStudent: Changing {
    let (schoolClass, student): (ID, ID)

    init(_ request: WebRequest) throws {
        (schoolClass, student) = (try request.id("class"), try request.id("student"))
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let schoolClass = try SchoolClass.lock(schoolClass, in: tx)
        guard try tx.execute(StudentQueries.leave(student, schoolClass.id, at: actor.now)) == 1 else {
            throw Refusal.notFound
        }
        return Change(
            StudentEnrolment.left(student, class: schoolClass.name),
            next: .to(
                schoolClass.link(actor), flash: Strings.gradebook_student_was_removed,
                undo: "\(schoolClass.link(actor))/students/\(student)/removal/end"))
    }
}

/// Brings a student back into a class that they left, with all grades. Without a number, no list of names can.
struct ReturnStudent: Changing {
    let (schoolClass, student): (ID, ID)

    init(_ request: WebRequest) throws {
        (schoolClass, student) = (try request.id("class"), try request.id("student"))
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let schoolClass = try SchoolClass.lock(schoolClass, in: tx)
        guard try tx.rows(ClassQueries.students(of: schoolClass.id)).count < Book.mostStudents else {
            throw try ClassForm.refusal(
                Strings.gradebook_error_students(max: Book.mostStudents), of: schoolClass, in: tx, by: actor, services)
        }
        guard try tx.execute(StudentQueries.comeBack(student, schoolClass.id)) == 1 else { throw Refusal.notFound }
        return Change(
            StudentEnrolment.came(student, class: schoolClass.name),
            next: .to(schoolClass.link(actor), flash: Strings.gradebook_students_were_added))
    }
}
