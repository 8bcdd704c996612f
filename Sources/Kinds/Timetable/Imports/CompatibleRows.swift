import Console
import Postgres
import Sheets

/// Converts whole schedules to rows of an import. A lesson that several groups share becomes one row; a lesson that
/// moved is identified by its id; a lesson that the schedules no longer contain becomes a row that removes it.
struct CompatibleRows {
    private var rows: [[String: String]] = []
    private let groups: Set<String>

    init(_ sources: [CompatibleSource]) {
        var seen: Set<[String: String]> = []
        for source in sources {
            for lesson in source.lessons where seen.insert(lesson.values).inserted { rows.append(lesson.values) }
        }
        groups = Set(sources.compactMap { $0.group?.lowercased() })
    }

    func csv(in tx: borrowing TenantTransaction) throws -> [UInt8] {
        var rows = rows
        let batch = try LessonBatch(
            rows.enumerated().map {
                ImportItem(rows: [.init(number: $0.offset, values: $0.element)], options: [LessonImport.missing])
            },
            isPreview: true, in: tx)
        var gone = try noLonger(batch, in: tx)
        for index in rows.indices {
            guard let new = batch.added(index) else { continue }
            // A lesson that differs only in its time is the same lesson, moved; of several, the one with the same
            // teachers.
            let same = gone.indices.filter { at in
                let old = gone[at]
                return old.term == new.term && old.content.subject == new.content.subject
                    && old.content.kind == new.content.kind && old.content.subgroup == new.content.subgroup
                    && Set(old.content.groups) == Set(new.content.groups)
            }
            let taught = same.first { Set(gone[$0].content.teachers) == Set(new.content.teachers) }
            guard let at = taught ?? same.first else { continue }
            rows[index]["id"] = gone.remove(at: at).id.description
        }
        var names = try NamedObjects([], makesMissing: false, in: tx)
        for old in gone {
            try names.load(Set([old.content.subject] + old.content.groups), in: tx)
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

    /// Returns lessons of the groups with complete schedules that came from a source before and match no row.
    private func noLonger(_ batch: LessonBatch, in tx: borrowing TenantTransaction) throws -> [LessonBatch.Stored] {
        let covered = Set(try tx.rows(LessonQueries.groups(Array(groups))).map { try $0.id("id") })
        guard !covered.isEmpty else { return [] }
        let found = batch.found
        return try batch.terms.sorted().flatMap { term in
            try tx.rows(LessonImportQueries.sourced(Array(covered), term: term)).map { try LessonBatch.Stored($0) }
        }.filter { !found.contains($0.id) && covered.isSuperset(of: $0.content.groups) }
    }
}
