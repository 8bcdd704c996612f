import Console
import HTML
import Postgres
import Templates
import Web

/// A student of the register, with their classes.
struct RegisteredStudent: Sendable {
    let id: ID
    let values: StudentValues
    let version: Int
    let classes: Set<ID>

    init(_ row: Row) throws {
        (id, version) = (try row.id("id"), try row.int("version"))
        values = StudentValues(name: try row.text("name"), number: try row.text("number"))
        classes = Set(try row.ids("classes"))
    }

    /// Returns students by id; locks them until the end of the transaction, unless it is a preview.
    static func read(_ ids: [ID], isPreview: Bool, in tx: borrowing TenantTransaction) throws -> [ID: RegisteredStudent]
    {
        if !isPreview { _ = try tx.rows(StudentImportQueries.lockStudents(ids)) }
        return Dictionary(
            uniqueKeysWithValues: try tx.rows(StudentImportQueries.students(ids)).map {
                let one = try RegisteredStudent($0)
                return (one.id, one)
            })
    }
}

/// Compares rows of a file with the register, as many as are checked or written at once.
struct StudentBatch {
    private enum Outcome {
        case added(ID, StudentValues, [ImportedClasses.Named])
        /// With the classes to which the student is added.
        case saved(RegisteredStudent, StudentValues, [ImportedClasses.Named])
        case unchanged(RegisteredStudent)
        case failed([ImportFault])
    }

    private let items: [ImportItem]
    private let isPreview: Bool
    private var outcomes: [Outcome] = []

    init(_ items: [ImportItem], isPreview: Bool, in tx: borrowing TenantTransaction, by actor: Actor) throws {
        (self.items, self.isPreview) = (items, isPreview)
        var classes = try ImportedClasses(in: tx)
        if !isPreview {
            let named = items.compactMap { $0.values["classes"] }.flatMap { (try? classes.find($0)) ?? [] }
            _ = try tx.rows(StudentImportQueries.lockClasses(Set(named.map(\.id)).sorted()))
            // Read after the lock, so that nobody fills or archives them meanwhile.
            classes = try ImportedClasses(in: tx)
        }
        let finder = try Finder(items, in: tx)
        let stored = try RegisteredStudent.read(finder.all.sorted(), isPreview: isPreview, in: tx)
        var numbers = finder.numbers
        for item in items {
            let outcome = Self.outcome(item, finder, stored, &classes, numbers, now: actor.now)
            switch outcome {
            case .added(let id, let values, _): if !values.number.isEmpty { numbers[values.number] = id }
            case .saved(let old, let values, _): if !values.number.isEmpty { numbers[values.number] = old.id }
            case .unchanged, .failed: break
            }
            outcomes.append(outcome)
        }
    }

    private static func outcome(
        _ item: ImportItem, _ finder: Finder, _ stored: [ID: RegisteredStudent], _ classes: inout ImportedClasses,
        _ numbers: [String: ID], now: Timestamp
    ) -> Outcome {
        var faults: [ImportFault] = []
        func wrong(_ field: String?, _ text: LocalText) { faults.append(ImportFault(field: field, text: text)) }
        let found = finder.find(item)
        if case .several = found {
            wrong("name", LocalText(Strings.gradebook_import_students_alike))
        }
        let old: RegisteredStudent? = if case .one(let id) = found { stored[id] } else { nil }
        if let id = item.values["id"] {
            if ID(id) == nil {
                wrong("id", LocalText(Strings.import_no_id))
            } else if old == nil {
                wrong("id", LocalText(Strings.gradebook_import_no_student))
            }
        }
        if let seen = item.seen, (old?.version ?? 0) != seen.version || seen.object != old?.id {
            return .failed([ImportFault(text: LocalText(Strings.import_changed_since))])
        }
        let values = StudentValues(
            name: item.values["name"] ?? old?.values.name ?? "",
            number: item.values["number"] ?? old?.values.number ?? "")
        if let fault = LineText.fault(values.name, most: 120) { wrong("name", fault) }
        if let fault = LineText.fault(values.number, most: 40, isRequired: false) { wrong("number", fault) }
        if let holder = numbers[values.number], holder != old?.id {
            wrong("number", LocalText(Strings.gradebook_error_number))
        }
        var joined: [ImportedClasses.Named] = []
        do throws(ImportedClasses.Unreadable) {
            joined = try classes.find(item.values["classes"] ?? "").filter { old?.classes.contains($0.id) != true }
        } catch {
            wrong("classes", error.text)
        }
        guard faults.isEmpty else { return .failed(faults) }
        for one in joined where !classes.takesOneMore(one.id) {
            return .failed([
                ImportFault(field: "classes", text: Strings.gradebook_error_students(max: Book.mostStudents))
            ])
        }
        guard let old else { return .added(.make(at: now), values, joined) }
        return old.values == values && joined.isEmpty ? .unchanged(old) : .saved(old, values, joined)
    }

    /// Finds the student that each row means.
    private struct Finder {
        enum Found {
            case nobody
            case one(ID)
            case several
        }

        /// Students by number.
        private(set) var numbers: [String: ID] = [:]
        private var names: [String: [ID]] = [:]
        private(set) var all: Set<ID>

        init(_ items: [ImportItem], in tx: borrowing TenantTransaction) throws {
            all = Set(items.compactMap { $0.values["id"].flatMap { ID($0) } })
            for row in try tx.rows(
                StudentImportQueries.found(
                    numbers: items.compactMap { $0.values["number"] }, names: items.compactMap { $0.values["name"] }))
            {
                let (id, number) = (try row.id("id"), try row.text("number_asked"))
                all.insert(id)
                if number.isEmpty {
                    names[try row.text("name_asked"), default: []].append(id)
                } else {
                    numbers[number] = id
                }
            }
        }

        /// If no student has the number, the row is a new student, even if another has the same name.
        func find(_ item: ImportItem) -> Found {
            if let id = item.values["id"] { return ID(id).map { .one($0) } ?? .nobody }
            if let number = item.values["number"] { return numbers[number].map { .one($0) } ?? .nobody }
            let named = names[item.values["name"] ?? ""] ?? []
            return named.count > 1 ? .several : named.first.map { .one($0) } ?? .nobody
        }
    }

    // MARK: Results

    var verdicts: [ImportVerdict] {
        outcomes.map { outcome in
            switch outcome {
            case .added(let id, let values, let classes):
                // Without a number, only the name can identify a student whom a second row repeats.
                let name = values.number.isEmpty ? "name \(values.name.lowercased())" : "number \(values.number)"
                return ImportVerdict(
                    state: .new, object: isPreview ? nil : id, version: isPreview ? 0 : 1,
                    changes: Self.changes(from: nil, to: values, classes), marks: (nil, name))
            case .saved(let old, let values, let classes):
                let version = isPreview || old.values == values ? old.version : old.version + 1
                return ImportVerdict(
                    state: .changed, object: old.id, version: version,
                    changes: Self.changes(from: old.values, to: values, classes), marks: (old.id.description, nil))
            case .unchanged(let old):
                return ImportVerdict(
                    state: .unchanged, object: old.id, version: old.version, marks: (old.id.description, nil))
            case .failed(let faults): return ImportVerdict(state: .wrong, faults: faults)
            }
        }
    }

    private static func changes(from old: StudentValues?, to new: StudentValues, _ classes: [ImportedClasses.Named])
        -> [ImportChange]
    {
        var changes = [("name", old?.name ?? "", new.name), ("number", old?.number ?? "", new.number)]
            .filter { $0.1 != $0.2 }.map { ImportChange(field: $0.0, old: $0.1.isEmpty ? nil : $0.1, new: $0.2) }
        if !classes.isEmpty {
            changes.append(
                ImportChange(
                    field: "classes", new: classes.map(\.words).joined(separator: ImportedClasses.separator + " ")))
        }
        return changes
    }

    // MARK: Writing

    /// Writes the rows, and returns their events.
    func store(in tx: borrowing TenantTransaction, by actor: Actor) throws -> [AuditEvent] {
        var (added, saved): ([(id: ID, name: String, number: String)], [(id: ID, values: StudentValues)]) = ([], [])
        var joined: [ID: (name: String, students: [ID])] = [:]
        var events: [AuditEvent] = []
        for outcome in outcomes {
            let (id, classes): (ID, [ImportedClasses.Named])
            switch outcome {
            case .added(let new, let values, let named):
                added.append((new, values.name, values.number))
                (id, classes) = (new, named)
            case .saved(let old, let values, let named):
                if old.values != values {
                    saved.append((old.id, values))
                    events.append(EditStudent.event(old.id, from: old.values, to: values))
                }
                (id, classes) = (old.id, named)
            case .unchanged, .failed: continue
            }
            for one in classes { joined[one.id, default: (one.name, [])].students.append(id) }
        }
        events += try StudentEnrolment.register(added, in: tx, by: actor)
        if !saved.isEmpty { try tx.execute(StudentImportQueries.save(saved)) }
        for (id, one) in joined.sorted(by: { $0.key < $1.key }) {
            events += try StudentEnrolment.enrol(one.students, in: (id, one.name), tx)
        }
        return events
    }
}
