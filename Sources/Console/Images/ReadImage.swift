import Postgres
import Web

/// `GET /v1/images/{image}`: a picture of an entry that is or was published. Apps cache it for ever: another picture
/// has another address.
package struct ReadImage: ServiceAnswering {
    package static let summary = ServiceSummary(
        name: "getImage", text: "A picture that the catalogue names; it never changes", hasTag: true,
        mayBeMissing: true, answersPicture: true)

    private let id: ID
    private let request: WebRequest

    package init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        id = try request.serviceID("image")
        self.request = request
    }

    package static func path(_ id: ID) -> String { "/v1/images/\(id)" }

    package func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws
        -> ServiceResponse
    {
        guard let row = try tx.first(ImageQueries.published(id)) else { throw ServiceProblem.notFound }
        return ServiceResponse(try StoredImage.response(row, in: tx, to: request, cache: "private", services))
    }
}
