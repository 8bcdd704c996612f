import Console
import Postgres
import Sheets

/// Converts whole schedules to rows of an import. A lesson that several groups share becomes one row; a lesson that
/// moved is identified by its id; a lesson that the schedules no longer contain becomes a row that removes it.
struct CompatibleRows {
    /// Lessons of one file or server. A university of twenty thousand students has a quarter of it.
    static let most = 100_000

    private var rows: [[String: String]] = []
    private let groups: Set<String>
    private let teachers: Set<String>

    init(_ sources: [CompatibleSource]) {
        var seen: [[String: String]: Int] = [:]
        var described: [(row: Int, group: String, detail: GroupDetail)] = []
        for source in sources {
            guard let group = source.group else { continue }
            for lesson in source.lessons where seen[lesson.values] == nil {
                seen[lesson.values] = rows.count
                rows.append(lesson.values)
            }
            if let detail = source.detail, let row = source.lessons.first.flatMap({ seen[$0.values] }) {
                described.append((row, group, detail))
            }
        }
        let ofTeachers = sources.filter { $0.group == nil && !$0.lessons.isEmpty }
        let held: Set<String> =
            ofTeachers.isEmpty ? [] : Set(sources.flatMap { $0.group == nil ? [] : $0.lessons.map(\.withoutTeachers) })
        // What only teachers' schedules have: each of them may name its own teacher alone.
        var shared: [String: Int] = [:]
        for source in ofTeachers {
            for lesson in source.lessons where seen[lesson.values] == nil {
                seen[lesson.values] = rows.count
                let key = lesson.withoutTeachers
                guard !held.contains(key) else { continue }
                if let index = shared[key], let named = lesson.values["teachers"], let others = rows[index]["teachers"]
                {
                    if !others.contains(named) { rows[index]["teachers"] = "\(others), \(named)" }
                } else {
                    shared[key] = rows.count
                    rows.append(lesson.values)
                }
            }
        }
        // A group is described once, in its first lesson: in each they would be longer than all else.
        for (row, group, detail) in described {
            let cell = NamedObjects.Reference.all(
                rows[row]["groups"] ?? "", most: NamedObjects.Kind.group.mostOfLesson)
            rows[row]["groups"] = cell.map { one in
                guard one.name.lowercased() == group.lowercased() else { return one.text }
                return NamedObjects.Reference(
                    name: one.name, detail: detail.applied(to: GroupDetail(one.detail)).text
                ).text
            }.joined(separator: ", ")
        }
        groups = Set(sources.compactMap { $0.group?.lowercased() })
        teachers = Set(sources.compactMap { $0.teacher?.lowercased() }.filter { !$0.isEmpty })
    }

    func csv(in tx: borrowing TenantTransaction) throws -> [UInt8] {
        var rows = rows
        let batch = try LessonBatch(
            rows.enumerated().map {
                ImportItem(rows: [.init(number: $0.offset, values: $0.element)], options: [LessonImport.missing])
            },
            isPreview: true, inWords: false, in: tx)
        let stored = try noLonger(batch, in: tx)
        // A lesson that differs only in its time is the same lesson, moved; of several, the one with the same teachers.
        var gone = Pool(stored.map { Moved.all($0.content, term: $0.term) })
        for index in rows.indices where !stored.isEmpty {
            guard let new = batch.added(index) else { continue }
            for key in Moved.all(new.content, term: new.term) {
                guard let place = gone.take(key) else { continue }
                rows[index]["id"] = stored[place].id.description
                break
            }
        }
        var names = try NamedObjects([], makesMissing: false, in: tx)
        let left = gone.left.map { stored[$0] }
        try names.load(Set(left.flatMap { [$0.content.subject] + $0.content.groups }), in: tx)
        for old in left {
            rows.append([
                "id": old.id.description, "remove": "yes", "subject": names.words([old.content.subject]),
                "weekday": String(old.content.weekday), "starts": Bells.words(old.content.time.lowerBound),
            ])
        }
        let writer = SheetFormat.csv.writer(name: "")
        writer.begin(columns: LessonCells.columns.map { SheetColumn(id: $0.name, title: $0.name) })
        for row in rows {
            for column in LessonCells.columns { writer.text(row[column.name] ?? "") }
            writer.endRow()
        }
        writer.finish()
        return writer.take()
    }

    /// What a lesson keeps when it moves, with its teachers and without them.
    private struct Moved: Hashable {
        let term: ID
        let subject: ID
        let kind: LessonKind
        let subgroup: Int
        let groups: Set<ID>
        var teachers: Set<ID>?

        static func all(_ content: LessonContent, term: ID) -> [Moved] {
            let one = Moved(
                term: term, subject: content.subject, kind: content.kind, subgroup: content.subgroup,
                groups: Set(content.groups))
            var exact = one
            exact.teachers = Set(content.teachers)
            return [exact, one]
        }
    }

    /// Returns lessons of the groups with complete schedules that came from a source before and match no row; and such
    /// lessons without a group, of the teachers with complete schedules.
    private func noLonger(_ batch: LessonBatch, in tx: borrowing TenantTransaction) throws -> [LessonBatch.Stored] {
        let covered = Set(try tx.rows(LessonQueries.groups(Array(groups))).map { try $0.id("id") })
        let alone = Set(try tx.rows(LessonQueries.teachers(Array(teachers))).map { try $0.id("id") })
        guard !covered.isEmpty || !alone.isEmpty else { return [] }
        let found = batch.found
        return try batch.terms.sorted().flatMap { term in
            try tx.rows(LessonImportQueries.sourced(Array(covered.union(alone)), term: term))
                .map { try LessonBatch.Stored($0) }
        }.filter { one in
            let content = one.content
            return !found.contains(one.id)
                && (content.groups.isEmpty
                    ? alone.isSuperset(of: content.teachers) : covered.isSuperset(of: content.groups))
        }
    }
}
