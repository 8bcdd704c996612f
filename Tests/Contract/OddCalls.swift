import Console
import JSON
import Postgres
import Web

/// Endpoints of no feature, with all that an endpoint for users may declare.
enum OddCalls {
    static let routes: [Route] = [
        .service(.put, "me/odd/:path/:key", for: .user, Write.self),
        .service(.get, "me/odd/:in", for: .user, Read.self),
        .service(.get, "me/odd", for: .user, Again.self),
        .service(.get, "me/odd-picture", for: .user, Picture.self),
    ]

    private static let thing = JSONSchema.object([
        ("id", .format("uuid")), ("type", .choice(["one", "in", "2nd"])),
        ("note", .nullable(.described(.string, "A note."))),
        ("entries", .array(.object([("default", .bool), ("share", .number)]))),
        ("more", .members(.either([.string, .number]), most: nil)),
    ])

    struct Write: ServiceAnswering {
        static let summary = ServiceSummary(
            name: "writeOdd", text: "Writes \\ what \"is\" odd",
            body: .record(
                [
                    ("left_out", .nullable(.integer(1...3, otherwise: nil))), ("thing", thing),
                    ("at", .format("date-time")),
                    ("days", .list(.format("date"), 0...2)),
                ], required: ["thing"]), answer: .object([("things", .array(thing))]), isWrite: true, match: .demanded,
            pathKeys: ["key"])
        init(_ request: WebRequest) {}
        func run(
            in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
        ) throws -> (ServiceResponse, [AuditEvent]) { throw ServiceProblem.notFound }
    }

    struct Read: ServiceAnswering {
        static let summary = ServiceSummary(
            name: "readOdd", text: "Reads it",
            parameters: [
                ServiceParameter("query", .text(most: 10), "A word."),
                ServiceParameter("limit", .number(1...5, otherwise: 2), "How many."),
                ServiceParameter("order_by", .choice(["up", "down"]), "In which order."),
                ServiceParameter("for", .pattern("^x$", says: "The letter x.") { $0 == "x" }, "For whom."),
            ], answer: thing, hasTag: true, match: .heeded)
        init(_ request: WebRequest) {}
        func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws
            -> ServiceResponse
        { throw ServiceProblem.notFound }
    }

    struct Again: ServiceAnswering {
        static let summary = ServiceSummary(name: "readOddAgain", text: "Reads it once more", answer: thing)
        init(_ request: WebRequest) {}
        func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws
            -> ServiceResponse
        { throw ServiceProblem.notFound }
    }

    struct Picture: ServiceAnswering {
        static let summary = ServiceSummary(name: "drawOdd", text: "Draws it", answersPicture: true)
        init(_ request: WebRequest) {}
        func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws
            -> ServiceResponse
        { throw ServiceProblem.notFound }
    }
}
