import Console
import HTML
import Postgres
import Templates

/// Compares rows of a file with the draft, as many as are checked or written at once.
struct LessonBatch {
    /// A lesson of the draft.
    struct Stored {
        var id: ID
        var term: ID
        var content: LessonContent
        var isRemoved: Bool
        var version: Int

        init(_ row: Row) throws {
            id = try row.id("id")
            term = try row.id("term_id")
            content = try LessonContent(row)
            isRemoved = try row.bool("is_removed")
            version = try row.int("version")
        }

        /// Identifies the same lesson without its teachers and room: all that a file without ids can tell.
        var mark: Mark { Mark(content, term: term) }
    }

    struct Mark: Hashable {
        var term: ID
        var subject: ID
        var kind: LessonKind
        var groups: Set<ID>
        var subgroup: Int
        var weekday: Int
        var starts: Int
        var weeks: Weeks
        var days: ClosedRange<Int>

        init(_ content: LessonContent, term: ID) {
            self.term = term
            (subject, kind, groups) = (content.subject, content.kind, Set(content.groups))
            (subgroup, weekday, starts) = (content.subgroup, content.weekday, content.time.lowerBound)
            days = content.days
            // If a lesson takes place once, its date is enough.
            weeks = content.isOnce ? .all : content.weeks
        }
    }

    private enum Outcome {
        case added(ID, LessonContent, Term)
        case saved(Stored, LessonContent, isRemoved: Bool, Term)
        case unchanged(Stored)
        /// The lesson is as it was; its row says something new of these groups.
        case described(Stored, [ID])
        case failed([ImportFault])
    }

    private var outcomes: [Outcome] = []
    /// What each outcome changes, in words: for the preview as for the audit log.
    private var changes: [[ImportChange]] = []
    private var names: NamedObjects
    private let isPreview: Bool
    private let isFromSource: Bool

    /// - Parameter inWords: What each row changes is put into words. False for whoever only wants to know which lessons the rows match.
    init(_ items: [ImportItem], isPreview: Bool, inWords: Bool = true, in tx: borrowing TenantTransaction) throws {
        self.isPreview = isPreview
        isFromSource = items.first?.options.contains(LessonImport.source) ?? false
        let cells = items.map { LessonCells($0.values) }
        let makesMissing = items.first?.options.contains(LessonImport.missing) ?? false
        var names = try NamedObjects(cells, makesMissing: makesMissing, in: tx)
        let terms = try ImportTerms(
            chosen: items.first.flatMap { ImportChoice.value(LessonImport.term, among: $0.options) }, in: tx)
        var stored: [ID: Stored] = [:]
        let ids = cells.compactMap(\.id)
        if !ids.isEmpty {
            for row in try tx.rows(LessonImportQueries.stored(ids)) {
                let one = try Stored(row)
                stored[one.id] = one
            }
        }
        var read: [(faults: [ImportFault], ids: [NamedObjects.Kind: [ID]], term: Term?, content: LessonContent?)] = []
        for cells in cells {
            var faults = cells.faults
            func wrong(_ field: String, _ text: LocalText) {
                if !faults.contains(where: { $0.field == field }) {
                    faults.append(ImportFault(field: field, text: text))
                }
            }
            var found: [NamedObjects.Kind: [ID]] = [:]
            for (kind, references) in cells.references {
                found[kind] = names.ids(kind, references) { wrong(kind.column, $0) }
            }
            let old = cells.id.flatMap { stored[$0] }
            if let id = cells.id, old == nil {
                wrong("id", Strings.timetable_error_unknown(name: id.description))
            }
            let term = old.flatMap { terms.one($0.term) } ?? terms.find(cells.term, day: cells.firstDay ?? nil)
            if term == nil {
                wrong(
                    "term",
                    cells.term.map { Strings.timetable_error_unknown(name: $0) } ?? LocalText(terms.missing)
                )
            }
            var content: LessonContent?
            if let term, cells.id == nil || old != nil {
                content = cells.content(over: old?.content, term: term, found) { field, text in wrong(field, text) }
            }
            read.append((faults, found, term, content))
        }
        // A row without an id matches the lesson that is the same at the same time; each row matches another lesson.
        let unnamed = cells.indices.filter { cells[$0].id == nil && read[$0].content != nil }
        let marks = Set(
            unnamed.compactMap { index -> Mark? in
                guard let content = read[index].content, let term = read[index].term else { return nil }
                return Mark(content, term: term.id)
            })
        let candidates = marks.isEmpty ? [] : try tx.rows(LessonImportQueries.with(marks)).map { try Stored($0) }
        var pool = Pool(candidates.map { Likeness.all($0.mark, $0.content) })
        var matched: [Int: Stored] = [:]
        let likenesses: [(index: Int, all: [Likeness])] =
            candidates.isEmpty
            ? []
            : unnamed.compactMap { index in
                guard let content = read[index].content, let term = read[index].term else { return nil }
                return (index, Likeness.all(Mark(content, term: term.id), content))
            }
        for round in 0...3 {
            for (index, all) in likenesses where matched[index] == nil {
                matched[index] = pool.take(all[round]).map { candidates[$0] }
            }
        }
        try names.loadSubgroups(
            of: read.lazy.compactMap(\.content).filter { $0.subgroup > 1 }.flatMap(\.groups), in: tx)
        // Of rows that say the same of a group the first one counts.
        var described: Set<ID> = []
        for index in items.indices {
            let old = cells[index].id.map { stored[$0] } ?? matched[index]
            var faults = read[index].faults
            var content = read[index].content
            if let old, cells[index].id == nil, let term = read[index].term {
                content = cells[index].content(over: old.content, term: term, read[index].ids) { _, _ in }
            }
            if let seen = items[index].seen, (old?.version ?? 0) != seen.version || seen.object != old?.id {
                faults = [ImportFault(text: LocalText(Strings.import_changed_since))]
            }
            let isRemoved = cells[index].isRemoved ?? false
            if let content, let term = read[index].term, !isRemoved {
                faults += LessonBounds.faults(of: content, over: old?.content, in: term, subgroups: names.subgroups)
                    .filter { fault in !faults.contains { $0.field == fault.field } }
                    .map { ImportFault(field: $0.field, text: $0.text) }
            }
            guard faults.isEmpty, let content, let term = read[index].term else {
                outcomes.append(.failed(faults))
                continue
            }
            let says = names.described(by: cells[index].references[.group] ?? []).filter {
                described.insert($0).inserted
            }
            switch old {
            case nil where isRemoved:
                outcomes.append(
                    .failed([ImportFault(field: "remove", text: LocalText(Strings.timetable_import_no_lesson))]))
            case nil: outcomes.append(.added(ID.make(), content, term))
            case let old? where old.isRemoved == isRemoved && (isRemoved || Self.isSame(old.content, content)):
                outcomes.append(says.isEmpty || isRemoved ? .unchanged(old) : .described(old, says))
            case let old?:
                outcomes.append(.saved(old, isRemoved ? old.content : content, isRemoved: isRemoved, term))
            }
        }
        self.names = names
        guard inWords else { return }
        var before: Set<ID> = []
        for outcome in outcomes {
            switch outcome {
            case .saved(let old, _, _, _), .described(let old, _):
                before.formUnion([old.content.subject] + old.content.groups + old.content.teachers)
                if let room = old.content.room { before.insert(room) }
            case .added, .unchanged, .failed: break
            }
        }
        try names.load(before, in: tx)
        self.names = names
        changes = outcomes.map { outcome in
            switch outcome {
            case .added(_, let content, let term): difference(from: nil, to: content, term)
            case .saved(let old, let content, let isRemoved, let term):
                difference(from: old, to: content, isRemoved: isRemoved, term)
            case .described(let old, let ids):
                [
                    ImportChange(
                        field: "groups", old: names.words(old.content.groups, describing: ids) { $0.old },
                        new: names.words(old.content.groups, describing: ids) { $0.new })
                ]
            case .unchanged, .failed: []
            }
        }
    }

    /// What two lessons of one mark have in common, the most first: teachers and room, the teachers, the room, nothing more.
    private enum Likeness: Hashable {
        case both(Mark, Set<ID>, ID?)
        case teachers(Mark, Set<ID>)
        case room(Mark, ID?)
        case mark(Mark)

        static func all(_ mark: Mark, _ content: LessonContent) -> [Likeness] {
            let teachers = Set(content.teachers)
            return [
                .both(mark, teachers, content.room), .teachers(mark, teachers), .room(mark, content.room), .mark(mark),
            ]
        }
    }

    private static func isSame(_ old: LessonContent, _ new: LessonContent) -> Bool {
        LessonDiff.parts(old, new).isEmpty
    }

    // MARK: Results

    var verdicts: [ImportVerdict] {
        zip(outcomes, changes).map { outcome, changes in
            switch outcome {
            case .added(let id, _, let term):
                ImportVerdict(
                    state: .new, object: isPreview ? nil : id, version: isPreview ? 0 : 1, changes: changes,
                    marks: (nil, isPreview ? Self.mark(changes, term) : nil))
            case .saved(let old, _, _, _):
                ImportVerdict(
                    state: .changed, object: old.id, version: old.version + (isPreview ? 0 : 1), changes: changes,
                    marks: (old.id.description, nil))
            case .described(let old, _):
                ImportVerdict(
                    state: .changed, object: old.id, version: old.version, changes: changes,
                    marks: (old.id.description, nil))
            case .unchanged(let old):
                ImportVerdict(
                    state: .unchanged, object: old.id, version: old.version, marks: (old.id.description, nil))
            case .failed(let faults): ImportVerdict(state: .wrong, faults: faults)
            }
        }
    }

    /// Tells a new lesson from any other of its file.
    private static func mark(_ changes: [ImportChange], _ term: Term) -> String {
        changes.reduce(into: "\(term.id)") { mark, change in
            mark += "|\(change.field)=\(change.new?.lowercased() ?? "")"
        }
    }

    /// The ids of the stored lessons that rows matched.
    var found: Set<ID> {
        Set(
            outcomes.compactMap { outcome in
                switch outcome {
                case .saved(let old, _, _, _), .unchanged(let old), .described(let old, _): old.id
                case .added, .failed: nil
                }
            })
    }

    /// Returns what the row at that index would add; nil for any other row.
    func added(_ index: Int) -> (content: LessonContent, term: ID)? {
        if case .added(_, let content, let term) = outcomes[index] { (content, term.id) } else { nil }
    }

    var terms: Set<ID> {
        Set(
            outcomes.compactMap { outcome in
                switch outcome {
                case .added(_, _, let term), .saved(_, _, _, let term): term.id
                case .unchanged(let old), .described(let old, _): old.term
                case .failed: nil
                }
            })
    }

    private func difference(from old: Stored?, to content: LessonContent, isRemoved: Bool = false, _ term: Term)
        -> [ImportChange]
    {
        var changes = values(content, term).changes(from: old.map { values($0.content, term) }, LessonFields.all).map {
            ImportChange(field: $0.field, old: $0.old, new: $0.new)
        }
        if let old, old.isRemoved != isRemoved {
            changes.append(ImportChange(field: "remove", old: isRemoved ? "no" : "yes", new: isRemoved ? "yes" : "no"))
        }
        return changes
    }

    private func values(_ content: LessonContent, _ term: Term) -> BasicValues {
        LessonFields.values(
            content, in: term, subject: names.names[content.subject] ?? "", groups: names.words(content.groups),
            teachers: names.words(content.teachers), room: content.room.flatMap { names.names[$0] } ?? "")
    }

    private func name(_ content: LessonContent) -> String {
        ([names.names[content.subject] ?? ""] + content.groups.prefix(3).map { names.names[$0] ?? "" })
            .joined(separator: ", ")
    }

    // MARK: Writing

    private var written: (added: [LessonImportQueries.Written], saved: [LessonImportQueries.Written]) {
        var (added, saved): ([LessonImportQueries.Written], [LessonImportQueries.Written]) = ([], [])
        for outcome in outcomes {
            switch outcome {
            case .added(let id, let content, let term): added.append(.init(id: id, term: term.id, content: content))
            case .saved(let old, let content, let isRemoved, _):
                saved.append(.init(id: old.id, term: old.term, content: content, isRemoved: isRemoved))
            case .unchanged, .described, .failed: break
            }
        }
        return (added, saved)
    }

    /// What the rows that are written refer to, and describe.
    private var used: Set<ID> {
        var used: Set<ID> = []
        for outcome in outcomes {
            switch outcome {
            case .added(_, let content, _), .saved(_, let content, _, _):
                used.insert(content.subject)
                used.formUnion(content.groups)
                used.formUnion(content.teachers)
                if let room = content.room { used.insert(room) }
            case .described(_, let ids): used.formUnion(ids)
            case .unchanged, .failed: break
            }
        }
        return used
    }

    func store(in tx: borrowing TenantTransaction, by actor: Actor) throws {
        let (added, saved) = written
        try names.store(used, in: tx)
        if !added.isEmpty {
            _ = try tx.send(
                LessonImportQueries.add(added, isFromSource: isFromSource, tenant: tx.tenant, by: actor.name, now: .now)
            )
        }
        if !saved.isEmpty {
            _ = try tx.send(LessonImportQueries.save(saved, isFromSource: isFromSource, by: actor.name, now: .now))
        }
    }

    /// Returns one event for each row that is written, and one for each object that was added.
    var events: [AuditEvent] {
        let used = used
        var events = names.missingFaculties(used).map { one in
            AuditEvent(
                .timetableDataAdded, on: .timetableFaculty, one.id, name: one.name,
                changes: [.init("name", new: one.name), .init("short_name", new: one.shortName)])
        }
        events += names.made.filter { used.contains($0.id) }.map { one in
            let detail = one.kind == .group ? GroupDetail(one.reference.detail).changes(from: nil) : []
            return AuditEvent(
                .timetableDataAdded, on: one.kind.object, one.id, name: one.reference.name,
                changes: [.init("name", new: one.reference.name)] + detail)
        }
        events += names.described.filter { used.contains($0.key) }.sorted { $0.key < $1.key }.map { id, detail in
            AuditEvent(
                .timetableDataChanged, on: .timetableGroup, id, name: names.names[id] ?? "",
                changes: detail.new.changes(from: detail.old))
        }
        for (outcome, changes) in zip(outcomes, changes) {
            let changes = changes.map { AuditEvent.Change($0.field, old: $0.old, new: $0.new) }
            switch outcome {
            case .added(let id, let content, _):
                events.append(AuditEvent(.lessonAdded, on: .lesson, id, name: name(content), changes: changes))
            case .saved(let old, let content, let isRemoved, _):
                events.append(
                    AuditEvent(
                        isRemoved ? .lessonRemoved : .lessonChanged, on: .lesson, old.id, name: name(content),
                        changes: changes))
            case .unchanged, .described, .failed: break
            }
        }
        return events
    }
}

/// The terms to which rows can refer.
struct ImportTerms {
    private let terms: [Term]
    private let current: Term?
    /// The id of the one that was chosen for the whole file; empty if none was, nil if nobody was asked.
    private let chosen: String?

    init(chosen: String? = nil, in tx: borrowing TenantTransaction) throws {
        self.chosen = chosen
        terms = try tx.rows(TermQueries.all).map { try $0.id("id") }.compactMap { try Term.find($0, in: tx) }
        current = try Term.current(try Today.number(in: tx), in: tx)
    }

    func one(_ id: ID) -> Term? { terms.first { $0.id == id } }

    /// Why a row that names no term has none.
    var missing: StringKey { terms.isEmpty ? Strings.timetable_terms_empty : Strings.timetable_error_import_term }

    /// Returns the term with that name. Without a name, returns the one that was chosen for the file; if nobody was asked, the term
    /// that contains the day, else the current one.
    func find(_ name: String?, day: Int?) -> Term? {
        if let name { return terms.first { $0.name.lowercased() == name.lowercased() } }
        if let chosen { return terms.first { $0.id.description == chosen } }
        return day.flatMap { day in terms.first { $0.days.contains(day) } } ?? current
    }
}
