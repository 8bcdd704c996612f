import HTML
import Postgres
import Sheets
import Templates
import Web

extension Route {
    /// The routes for importing that list from files.
    package static func importing<Declared: ImportDeclaration>(_ declared: Declared.Type) -> [Route] {
        let (base, needs) = ("\(Declared.list)/import", Declared.permission)
        func requesting(_ route: Route) -> Route { Declared.isPersonal ? route.stepUp : route }
        return [
            .get(base, needs: needs, ShowImports<Declared>.self),
            .post(base, needs: needs, UploadImport<Declared>.self).upload(Imports.largest),
            .get("\(base)/template.csv", needs: needs, ImportTemplate<Declared>.self),
            .get("\(base)/template.xlsx", needs: needs, ImportTemplate<Declared>.self),
            .get("\(base)/:import", needs: needs, ShowImport<Declared>.self),
            .get("\(base)/:import/matching", needs: needs, ShowMatching<Declared>.self),
            .post("\(base)/:import/matching", needs: needs, MatchImport<Declared>.self),
            .post("\(base)/:import/encoding", needs: needs, ReadImportAs<Declared>.self),
            requesting(.post("\(base)/:import/run", needs: needs, StartImport<Declared>.self)),
            requesting(.post("\(base)/:import/undo", needs: needs, UndoImport<Declared>.self)),
            .post("\(base)/:import/deletion", needs: needs, DeleteImport<Declared>.self),
            .download("\(base)/:import/wrong.xlsx", needs: needs, ExportWrongRows<Declared>.self),
        ]
    }
}

extension ImportDeclaration {
    package static func base(_ actor: Actor) -> Link { actor.link("\(list)/import") }

    /// The advice on how to write entries of several rows.
    package static var advice: LocalText? { entryColumn == nil ? nil : LocalText(Strings.import_parts_advice) }

    package static func frame(_ title: String, _ actor: Actor, _ services: Services) -> Frame {
        actor.frame(title, services, current: list, crumb: (LocalText(self.title), base(actor)))
    }
}

extension SheetProblem {
    /// The error of a file, its position, and what to do.
    package var words: LocalText {
        let what: StringKey =
            switch reason {
            case .unknownEncoding: Strings.import_problem_unknown_encoding
            case .noText: Strings.import_problem_no_text
            case .openQuote: Strings.import_problem_open_quote
            case .longCell: Strings.import_problem_long_cell
            case .longRow: Strings.import_problem_long_row
            case .manyColumns: Strings.import_problem_many_columns
            case .manyRows: Strings.import_problem_many_rows
            case .notWorkbook: Strings.import_problem_not_workbook
            case .encrypted: Strings.import_problem_encrypted
            case .pathTrick: Strings.import_problem_path_trick
            case .bomb: Strings.import_problem_bomb
            case .zip64: Strings.import_problem_zip64
            case .declaresEntities: Strings.import_problem_declares_entities
            case .damaged: Strings.import_problem_damaged
            case .noSheet: Strings.import_problem_no_sheet
            case .openDocument: Strings.import_problem_open_document
            case .unreadable: Strings.import_problem_unreadable
            case .noRoom: Strings.import_problem_no_room
            }
        return row > 0 && column > 0
            ? Strings.import_at(row: row, column: column, problem: LocalText(what)) : LocalText(what)
    }
}
