import HTML
import Postgres
import Sheets
import Templates
import Web

/// What can be taken out as a file: a list, a report. Its question says which rows; the same declaration makes the file that leaves
/// at once, the one that is made in the background, and the one that a report's mail has with it.
package protocol ExportedFile: Sendable {
    /// After the tenant's address; with a format behind it the address of the file. What its `:name` parts stand for is asked as well:
    /// `classes/:class/grades` has a `class` in its question.
    static var path: String { get }
    /// What the trail calls it.
    static var recorded: ExportRecord.Actions { get }

    /// Reads what is asked; refuses what has no answer.
    init(_ question: Query, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws

    /// What is asked, as the page's own address has it.
    var question: [(name: String, value: String)] { get }
    /// The file's name without the tenant and the format.
    var name: String { get }
    /// Of its sheet.
    var title: StringKey { get }
    /// All that it can have, titled in the actor's language.
    func columns(_ actor: Actor) -> [SheetColumn]
    /// Whether a file with these columns shows data of persons, so that it counts as a reading of it.
    func isReading(_ columns: [SheetColumn]) -> Bool
    /// What the page says that asks for format and reason.
    func form(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> ExportForm
    /// Its rows: times on the clock of `zone`, words in the actor's language.
    func rows(zone: String, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> FileRows
}

extension ExportedFile {
    package static var recorded: ExportRecord.Actions { .ofList(path) }
    package var name: String { Self.path.replacing("/", with: "-") }
    package func isReading(_ columns: [SheetColumn]) -> Bool { false }
}

/// The statement whose rows fill a file.
package struct FileRows: Sendable {
    /// Its columns are of the types that the file's columns name, in their order; or what `maker` makes rows of.
    package var select: SQL
    /// Makes the cells of a row where those of the select are not the file's. nil: they are.
    package var maker: (@Sendable () -> any SheetRowMaking)?

    package init(_ select: SQL, maker: (@Sendable () -> any SheetRowMaking)? = nil) {
        self.select = select
        self.maker = maker
    }
}

/// A file that the routes of a tenant offer, and who may have it.
package struct OfferedFile: Sendable {
    package let file: any ExportedFile.Type
    package let permission: Permission

    /// Those of the routes, by the file's path.
    package static func all(_ routes: [Route]) -> [String: OfferedFile] {
        var all: [String: OfferedFile] = [:]
        for route in routes {
            guard case .tenant(let permission) = route.access, case .streaming(let work) = route.work,
                let taking = work as? any FileTaking.Type
            else { continue }
            all[taking.file.path] = OfferedFile(file: taking.file, permission: permission)
        }
        return all
    }
}

/// A route that takes out a declared file.
package protocol FileTaking: Downloading {
    static var file: any ExportedFile.Type { get }
}
