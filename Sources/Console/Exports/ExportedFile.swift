import HTML
import Postgres
import Sheets
import Templates
import Web

/// A list or a report that can be exported as a file. Its parameters select the rows; the same declaration makes the
/// direct download, the file made in the background, and the attachment of a report's mail.
package protocol ExportedFile: Sendable {
    /// The path after the tenant's address; followed by a format it is the address of the file. The values of its
    /// `:name` parts are parameters too: `classes/:class/grades` has a parameter `class`.
    static var path: String { get }
    /// The actions of its events in the audit trail.
    static var recorded: ExportRecord.Actions { get }
    /// Decides of whom a code is asked before it is sent.
    static var holds: FileContent { get }

    /// Reads the parameters; throws if they are invalid.
    init(_ question: Query, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws

    /// The parameters, as the page's own address has them.
    var question: [(name: String, value: String)] { get }
    /// The file's name without the tenant and the format.
    var name: String { get }
    /// The title of its sheet.
    var title: StringKey { get }
    /// Returns all possible columns, titled in the actor's language.
    func columns(_ actor: Actor) -> [SheetColumn]
    /// Returns true if a file with these columns contains personal data, so that it counts as a reading of it.
    func isReading(_ columns: [SheetColumn]) -> Bool
    /// Returns the content of the page on which format and reason are chosen.
    func form(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> ExportForm
    /// Returns its rows: times in `zone`, words in the actor's language.
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
    /// Its columns have the types of the file's columns, in their order; or they are the rows that `maker` converts.
    package var select: SQL
    /// Converts the select's fields into cells. nil: the fields are the cells.
    package var maker: (@Sendable () -> any SheetRowMaking)?
    /// Lines that stand above the table in a workbook: of what and of whom it is.
    package var above: [String]

    package init(_ select: SQL, above: [String] = [], maker: (@Sendable () -> any SheetRowMaking)? = nil) {
        self.select = select
        self.above = above
        self.maker = maker
    }
}

/// A file that the routes of a tenant offer, and the permission that it needs.
package struct OfferedFile: Sendable {
    package let file: any ExportedFile.Type
    package let permission: Permission

    /// Returns the files of the routes, by the file's path.
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

/// A route that sends a declared file.
package protocol FileTaking: Downloading {
    static var file: any ExportedFile.Type { get }
}
