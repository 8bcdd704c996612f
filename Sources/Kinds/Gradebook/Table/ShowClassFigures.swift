import Console
import HTML
import Postgres
import Templates
import Web

/// The statistics of a class as its page shows them, for which the table's script asks when the typing pauses: they need
/// every cell. They name nobody, and the page that asks was recorded.
struct ShowClassFigures: Viewing {
    let id: ID

    init(_ request: WebRequest) throws { id = try request.id("class") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let book = try Book.read(id, in: tx)
        return CellAnswerPage(
            cells: [], rows: [], means: [],
            figures: TablePageMaker(book: book, actor: actor).figures(book.students.indices.map { book.total($0) }))
    }
}
