import Console
import HTTPTypes
import JSON
import Postgres
import Web

/// The newest bundle in a language, or one by its number, for everybody. Nothing about the client is known or stored.
struct ReadBundle: PublicReading {
    private let number: Int?
    private let language: String

    init?(_ request: WebRequest) {
        let language = request.parameters["language"] ?? ""
        guard (2...12).contains(language.utf8.count),
            language.utf8.allSatisfy({ (97...122).contains($0) || (65...90).contains($0) || $0 == 45 })
        else { return nil }
        self.language = language
        guard let text = request.parameters["number"] else {
            number = nil
            return
        }
        guard let number = Int(text), (1...1_000_000).contains(number), String(number) == text else { return nil }
        self.number = number
    }

    var key: String { "\(number.map { String($0) } ?? "") \(language)" }

    func run(in tx: borrowing TenantTransaction, _ services: Services) throws -> PublicAnswer? {
        guard let row = try tx.first(BundleQueries.file(number, language: language)) else { return nil }
        return PublicAnswer(
            Array(try row.text("file").utf8), type: "text/plain; charset=utf-8",
            fileName: "bundle-\(try row.int("number"))-\(language).txt")
    }

    func answered(_ tenant: ID, _ status: HTTPResponse.Status, _ services: Services) {
        services[DownloadCounts.self].note(tenant, language, isDownload: status == .ok)
    }
}

/// The list of bundles.
struct ReadBundles: PublicReading {
    init?(_ request: WebRequest) {}

    let key = ""

    func run(in tx: borrowing TenantTransaction, _ services: Services) throws -> PublicAnswer? {
        let rows = try tx.rows(BundleQueries.all)
        return .json(
            .object([
                ("newest", try rows.first.map { .int(try $0.int("number")) } ?? .null),
                (
                    "bundles",
                    .array(
                        try rows.map { row in
                            .object([
                                ("bundle", .int(try row.int("number"))),
                                ("made", .string(try row.time("published_at").iso)),
                                ("languages", .array(try row.texts("languages").map { .string($0) })),
                            ])
                        })
                ),
            ]))
    }
}

/// The app's versions: the newest, the oldest still allowed, what is new, and the message for users of an older one.
struct ReadReleases: PublicReading {
    init?(_ request: WebRequest) {}

    let key = ""

    func run(in tx: borrowing TenantTransaction, _ services: Services) throws -> PublicAnswer? {
        let languages =
            try tx.first("select tenants.languages from tenants where tenants.id = current_tenant()")?.texts(
                "languages")
            ?? []
        let entries = try PublishedEntry.all(of: Releases.catalogue, in: tx)
        return .json(.object([("platforms", Releases.json(entries) { $0.texts($1, languages) })]))
    }
}
