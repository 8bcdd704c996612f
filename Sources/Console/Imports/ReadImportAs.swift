import HTML
import Postgres
import Sheets
import Templates
import Web

/// Reads the start of a text again in another encoding, which an admin chose by its letters, and shows the same form.
struct ReadImportAs<Declared: ImportDeclaration>: Changing {
    static var field: String { "encoding" }
    /// More chunks than the rows that are shown can take.
    private static var chunks: Int { 2 + 4 * SheetLimits.row / ImportSource.chunk }

    let id: ID
    private let encoding: CSVDialect.Encoding?
    private let form: Query

    init(_ request: WebRequest) throws {
        id = try request.id("import")
        form = request.form
        encoding = form[Self.field].flatMap { CSVDialect.Encoding(rawValue: $0) }
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let found = try Import.one(id, of: Declared.list, locked: true, in: tx, services)
        guard found.isMatched, found.isGuessed, let encoding, encoding.isGuess else {
            throw Refusal.changed(try ShowImport<Declared>(id).run(in: tx, by: actor, services))
        }
        var file: [UInt8] = []
        for number in 0..<min(found.chunks, Self.chunks) {
            file += try ImportSource.chunk(number, of: found.id, in: tx, services.keys)
        }
        let begun: ImportBeginning
        do {
            begun = try ImportBeginning(file, chosen: encoding, services)
        } catch let problem as SheetProblem {
            let typed = found.matched(form)
            var options = found.options(Declared.self, form)
            let choices = try Declared.choices(typed, options, in: tx)
            _ = found.choose(choices, form, &options)
            throw Refusal.form(
                try MatchingForm<Declared>(
                    found: found, matched: typed, options: options, chosen: encoding, errors: [0: problem.words]
                ).page(in: tx, actor, services))
        }
        var head = begun.head
        head.fileName = found.head.fileName
        let columns = matched(head.titles, of: found, Declared.columns(of: actor.tenant, services))
        try tx.execute(ImportQueries.deleteRows(id))
        try tx.execute(
            ImportQueries.read(
                id, dialect: begun.dialect, head: head.sealed(of: id, tenant: tx.tenant, services.keys),
                columns: columns))
        return Change(
            AuditEvent(
                .importMatched, on: .import, id,
                changes: [
                    .init("list", new: Declared.list),
                    .init("encoding", old: found.dialect.encoding.rawValue, new: encoding.rawValue),
                ]),
            next: .to("\(Declared.base(actor))/\(id)/matching"))
    }

    /// Returns the mapping by the titles as they are read now; choices that differ from the guess stay.
    private func matched(_ titles: [String], of found: Import, _ columns: [ImportColumn]) -> [String] {
        var matched = ImportMatching.guess(titles, columns)
        for index in matched.indices where found.columns.indices.contains(index) {
            guard let answer = form["column-\(index + 1)"], answer != found.columns[index] else { continue }
            matched[index] = answer
        }
        return matched
    }
}
