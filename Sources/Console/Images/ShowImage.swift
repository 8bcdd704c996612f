import Postgres
import Web

struct ShowImage: Serving {
    let id: ID
    let request: WebRequest

    init(_ request: WebRequest) throws {
        id = try request.id("image")
        self.request = request
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Served {
        guard let row = try tx.first(ImageQueries.one(id)) else { throw Refusal.notFound }
        return try StoredImage.response(row, in: tx, to: request, cache: "private", services)
    }
}
