import Postgres
import Web

package struct ShowImage: Viewing {
    package let id: ID
    package let request: WebRequest

    package init(_ request: WebRequest) throws {
        id = try request.id("image")
        self.request = request
    }

    package func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Served {
        guard let row = try tx.first(ImageQueries.one(id)) else { throw Refusal.notFound }
        return try StoredImage.response(row, in: tx, to: request, cache: "private", services)
    }
}
