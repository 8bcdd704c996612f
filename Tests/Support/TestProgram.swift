import Console
import Core
import HTTPTypes
import Postgres
import Web

/// A program that calls the service API with a key.
package struct TestProgram: Sendable {
    package let console: TestConsole
    package var key: String?
    package var now = Timestamp.now
    package var address = "198.51.100.20"
    package var headers: HTTPFields = [:]

    package init(_ console: TestConsole, key: String?) {
        self.console = console
        self.key = key
    }

    package func get(_ address: String) async -> Answer { await call(.get, address) }

    /// A write with an Idempotency-Key; by default a new one.
    package func write(
        _ method: HTTPRequest.Method, _ address: String, _ json: String = "", key: String = unique(),
        ifMatch: String? = nil
    ) async -> Answer {
        var program = self
        program.headers[.idempotencyKey] = key
        program.headers[.ifMatch] = ifMatch
        if !json.isEmpty { program.headers[.contentType] = "application/json" }
        return await program.call(method, address, Array(json.utf8))
    }

    /// A write whose body is a file as it is.
    package func write(
        _ method: HTTPRequest.Method, _ address: String, type: String, _ file: [UInt8], key: String = unique()
    ) async -> Answer {
        var program = self
        program.headers[.idempotencyKey] = key
        program.headers[.contentType] = type
        return await program.call(method, address, file)
    }

    package func call(_ method: HTTPRequest.Method, _ address: String, _ body: [UInt8] = []) async -> Answer {
        let parts = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var headers = headers
        if let key { headers[.authorization] = "Bearer " + key }
        return await console.answer(
            WebRequest(
                method: method, path: String(parts[0]),
                query: Query(urlEncoded: parts.count > 1 ? Array(parts[1].utf8) : []),
                headers: headers, parameters: [:], body: body, address: self.address, isSecure: true, id: unique(),
                now: now))
    }
}
