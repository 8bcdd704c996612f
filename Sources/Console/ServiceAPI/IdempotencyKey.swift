import Crypto
import HTTPTypes
import Postgres
import Secrets
import Web

/// The name under which a program may repeat a write: the write is done once, and the same call gets the same
/// response for 24 hours.
package struct IdempotencyKey: Sendable {
    package static let pattern = "^[!-~]{1,255}$"
    private static let hours: Int64 = 24

    package let tenant: ID
    private let keyID: ID
    private let isOfUser: Bool
    /// A hash of the program's key, which may be any text.
    private let mark: [UInt8]
    /// A hash of the rest of the call.
    private let content: [UInt8]

    package init(_ request: WebRequest, of caller: ServiceCaller, _ keys: InstallationKeys) throws {
        let sent = request.headers[values: .idempotencyKey]
        guard let text = sent.first, !text.isEmpty else { throw ServiceProblem.noIdempotencyKey }
        guard sent.count == 1, text.utf8.count <= 255, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw ServiceProblem.badHeader(
                "Idempotency-Key", "One text of 1 to 255 visible ASCII characters, without spaces.")
        }
        tenant = caller.actor.tenant.id
        keyID = caller.keyID
        isOfUser = caller.user != nil
        mark = MAC.hmac(tenant.bytes + keyID.bytes + Array(text.utf8), key: keys.idempotency)
        // Each part follows its length, so that no two calls look alike.
        let condition = request.headers[values: .ifMatch].joined(separator: ",")
        var content: [UInt8] = []
        func add(_ part: [UInt8]) {
            content.append(bigEndian: UInt32(part.count))
            content += part
        }
        add(Array(request.method.rawValue.utf8))
        add(Array(request.path.utf8))
        add(Array(condition.utf8))
        add(request.body)
        // Decoded and in the order of the names, so that it does not matter how a client writes them. Parameters of one
        // name keep their order. A call without parameters has the hash that earlier versions stored.
        for item in request.query.items.enumerated().sorted(by: {
            ($0.element.name, $0.offset) < ($1.element.name, $1.offset)
        }) {
            add(Array(item.element.name.utf8))
            add(Array(item.element.value.utf8))
        }
        self.content = MAC.hmac(content, key: keys.idempotency)
    }

    /// Locks the key for the transaction; returns false if another call with this key is still running, in any
    /// process.
    package var lock: SQL {
        let number = mark[..<8].reduce(Int64(0)) { $0 << 8 | Int64($1) }
        return "select pg_try_advisory_xact_lock(\(number)) as is_ours"
    }

    package func stored(now: Timestamp) -> SQL {
        if isOfUser {
            return """
                select user_answers.request, user_answers.status, user_answers.etag, user_answers.body from user_answers
                where user_answers.user_id = \(keyID) and user_answers.mark = \(mark)
                    and user_answers.created_at > \(now.adding(seconds: -Self.hours * 3600))
                """
        }
        return """
            select service_answers.request, service_answers.status, service_answers.etag, service_answers.body
            from service_answers
            where service_answers.key_id = \(keyID) and service_answers.mark = \(mark)
                and service_answers.created_at > \(now.adding(seconds: -Self.hours * 3600))
            """
    }

    /// Replaces a response that is too old to be replayed.
    package func store(_ answer: ServiceResponse, now: Timestamp) -> SQL {
        if isOfUser {
            return """
                insert into user_answers (tenant_id, user_id, mark, request, status, etag, body, created_at)
                values (\(tenant), \(keyID), \(mark), \(content), \(answer.status.code), \(answer.etag), \(answer.body), \(now))
                on conflict (tenant_id, user_id, mark) do update set request = excluded.request, status = excluded.status,
                    etag = excluded.etag, body = excluded.body, created_at = excluded.created_at
                """
        }
        return """
            insert into service_answers (tenant_id, key_id, mark, request, status, etag, body, created_at)
            values (\(tenant), \(keyID), \(mark), \(content), \(answer.status.code), \(answer.etag), \(answer.body), \(now))
            on conflict (tenant_id, key_id, mark) do update set request = excluded.request, status = excluded.status,
                etag = excluded.etag, body = excluded.body, created_at = excluded.created_at
            """
    }

    package func replay(_ row: Row) throws -> ServiceResponse {
        guard constantTimeEqual(try row.bytes("request"), content) else { throw ServiceProblem.idempotencyKeyReused }
        return try ServiceResponse(replaying: row)
    }
}
