import HTTPTypes
import Postgres
import Support

@testable import Web

/// A server without a console, for what only the edge decides.
enum OnEdge {
    static func routes() -> [WebServer.Route] {
        var long = WebServer.Route(.post, "/long", bodyLimit: 1_048_576) { .text("\($0.body.count)\n") }
        long.mayUpload = { $0.headers[.authorization] != nil }
        return [
            .init(.get, "/") { request in
                .text("\(request.address) \(request.isSecure ? "secure" : "plain") \(request.host ?? "-")\n")
            },
            .init(.get, "/healthz") { _ in .text("ok\n") },
            .init(.get, "/data") { _ in
                var response = WebResponse.text(
                    "{\"text\":\"\(String(repeating: "abc ", count: 1000))\"}", type: "application/json")
                response.headers[.eTag] = "\"v1\""
                return response
            },
            .init(.get, "/stream") { _ in
                let pipe = ChunkPipe()
                for _ in 0..<3 { try? pipe.send(Array("piece ".utf8)) }
                pipe.finish(.success(()))
                return .download(pipe, name: "x.txt", type: "text/plain")
            },
            .init(.get, "/large") { _ in .text(String(repeating: "0123456789abcdef", count: 4_194_304)) },
            .init(.get, "/slow") { _ in
                try? await Task.sleep(for: .seconds(4))
                return .text("slow\n")
            },
            .init(.post, "/small") { .text("\($0.body.count)\n") },
            long,
        ]
    }

    static func server(
        routes: [WebServer.Route] = routes(), _ change: (inout WebServer.Settings) -> Void = { _ in }
    ) async throws -> TestServer {
        try await TestServer(routes: routes, change: change)
    }
}
