import Console
import Core
import Crypto
import Glibc
import Postgres
import Synchronization
import Web

/// A stand-in for an S3 store with one bucket, addressed by path. A request with a wrong signature gets nothing. The
/// signature is computed here a second time, from the bytes of the request.
package final class TestObjectStore: Sendable {
    package static let region = "eu-test-1"
    package static let keyID = "AKTEST"
    package static let secret = "s3cret/of+the=store"
    private static let bucket = "/pictures"
    /// Many tests at once keep a small machine busy for longer than a person would wait.
    private static let sender = ObjectStore.Sender(seconds: 120)

    package enum Mood: Sendable, Equatable {
        case well
        /// Closes the connection without a response.
        case away
        case refusing(Int)
        /// Redirects the client to that address.
        case sending(to: String)
    }

    private struct State {
        var objects: [String: [UInt8]] = [:]
        var types: [String: String] = [:]
        var requested: [String] = []
        var mood = Mood.well
        var mostNames = 1000
        var meanwhile: (@Sendable (String) -> Void)?
    }

    private let listener: TestListener
    private let state = Mutex(State())

    package init() throws {
        listener = try TestListener()
        listener.accept { [weak self] client in self?.answer(client) }
    }

    deinit { listener.stop() }

    package var url: String { "http://127.0.0.1:\(listener.port)\(Self.bucket)/roost" }

    /// The objects by their full names in the bucket.
    package var objects: [String: [UInt8]] {
        get { state.withLock { $0.objects } }
        set { state.withLock { $0.objects = newValue } }
    }
    /// The media types that were sent with objects.
    package var types: [String: String] { state.withLock { $0.types } }
    /// `GET roost/…`, and so on: all requests with a correct signature.
    package var requested: [String] { state.withLock { $0.requested } }
    package var mood: Mood {
        get { state.withLock { $0.mood } }
        set { state.withLock { $0.mood = newValue } }
    }
    /// The number of names in one list.
    package var mostNames: Int {
        get { state.withLock { $0.mostNames } }
        set { state.withLock { $0.mostNames = newValue } }
    }
    /// Runs after an object has been put, before the response.
    package func meanwhile(_ body: (@Sendable (String) -> Void)?) { state.withLock { $0.meanwhile = body } }

    package func store(secret: String = secret) throws -> ObjectStore {
        try ObjectStore(url: url, region: Self.region, keyID: Self.keyID, secret: secret, by: Self.sender)
    }

    private func answer(_ client: Int32) {
        guard let request = TestRequest(from: client) else { return }
        switch mood {
        case .well: break
        case .away: return
        case .refusing(let status):
            return TestRequest.reply(status, Array("<Error><Code>Told</Code></Error>".utf8), to: client)
        case .sending(let address): return TestRequest.reply(307, headers: ["Location: \(address)"], to: client)
        }
        if let fault = Self.fault(of: request) {
            return TestRequest.reply(403, Array("<Error><Code>\(fault)</Code></Error>".utf8), to: client)
        }
        let parts = request.target.split(separator: "?", maxSplits: 1).map(String.init)
        guard parts[0] == Self.bucket || parts[0].hasPrefix(Self.bucket + "/") else {
            return TestRequest.reply(404, to: client)
        }
        let name = String(parts[0].dropFirst(Self.bucket.count + 1))
        let query = Query(urlEncoded: Array((parts.count > 1 ? parts[1] : "").utf8))
        let (status, body, meanwhile) = state.withLock { state in
            state.requested.append("\(request.method) \(name)")
            return Self.work(request, name, query, &state)
        }
        meanwhile?(name)
        TestRequest.reply(status, body, to: client)
    }

    private static func work(
        _ request: TestRequest, _ name: String, _ query: Query, _ state: inout State
    ) -> (Int, [UInt8], (@Sendable (String) -> Void)?) {
        switch (request.method, name.isEmpty) {
        case ("PUT", false):
            state.objects[name] = request.body
            state.types[name] = request.header("content-type")
            return (200, [], state.meanwhile)
        case ("GET", false):
            return state.objects[name].map { (200, $0, nil) } ?? (
                404, Array("<Error><Code>NoSuchKey</Code></Error>".utf8), nil
            )
        case ("DELETE", false):
            state.objects[name] = nil
            return (204, [], nil)
        case ("GET", true) where query["list-type"] == "2": return (200, Array(list(query, state).utf8), nil)
        default: return (405, [], nil)
        }
    }

    private static func list(_ query: Query, _ state: State) -> String {
        let after = query["start-after"] ?? ""
        let names = state.objects.keys.filter { $0.hasPrefix(query["prefix"] ?? "") && $0 > after }.sorted()
        let shown = names.prefix(state.mostNames)
        let keys = shown.map { name in
            "<Contents><Key>\(query["encoding-type"] == "url" ? escaped(name) : name)</Key><Size>1</Size></Contents>"
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>pictures</Name>\
            <IsTruncated>\(shown.count < names.count)</IsTruncated>\(keys.joined())</ListBucketResult>
            """
    }

    private static func escaped(_ name: String) -> String {
        name.utf8.map { byte in
            switch Character(UnicodeScalar(byte)) {
            case " ": "+"
            case let one where one.isASCII && (one.isLetter || one.isNumber || "/-._~".contains(one)): String(one)
            default: "%" + hex([byte]).uppercased()
            }
        }.joined()
    }

    // MARK: Signatures

    /// Returns the code of S3's error; nil if the signature is correct.
    private static func fault(of request: TestRequest) -> String? {
        let form =
            /AWS4-HMAC-SHA256 Credential=([^\/]+)\/([0-9]{8})\/([^\/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})/
        guard let given = request.header("authorization")?.wholeMatch(of: form)?.output else { return "AccessDenied" }
        guard given.1 == keyID else { return "InvalidAccessKeyId" }
        guard let stamp = request.header("x-amz-date"), stamp.hasPrefix(given.2), given.3 == region else {
            return "AuthorizationHeaderMalformed"
        }
        guard isNow(stamp) else { return "RequestTimeTooSkewed" }
        let signed = given.4.split(separator: ";").map(String.init)
        let mustBe =
            ["host", "x-amz-content-sha256", "x-amz-date"]
            + (request.header("content-type") == nil ? [] : ["content-type"])
        guard Set(mustBe).isSubset(of: signed), signed == signed.sorted() else { return "AccessDenied" }
        let bodyHash = hex(Array(SHA256.hash(data: request.body)))
        guard request.header("x-amz-content-sha256") == bodyHash else { return "XAmzContentSHA256Mismatch" }
        let parts = request.target.split(separator: "?", maxSplits: 1).map(String.init)
        let query = (parts.count > 1 ? parts[1] : "").split(separator: "&").sorted().joined(separator: "&")
        var canonical = "\(request.method)\n\(parts[0])\n\(query)\n"
        for name in signed { canonical += "\(name):\(request.header(name) ?? "")\n" }
        canonical += "\n\(given.4)\n\(bodyHash)"
        let text =
            "AWS4-HMAC-SHA256\n\(stamp)\n\(given.2)/\(region)/s3/aws4_request\n\(hex(Array(SHA256.hash(data: Array(canonical.utf8)))))"
        func mac(_ key: [UInt8], _ text: String) -> [UInt8] {
            Array(HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: SymmetricKey(data: key)))
        }
        let key = mac(mac(mac(mac(Array("AWS4\(secret)".utf8), String(given.2)), region), "s3"), "aws4_request")
        return hex(mac(key, text)) == given.5 ? nil : "SignatureDoesNotMatch"
    }

    /// True within a quarter of an hour, as in S3.
    private static func isNow(_ stamp: String) -> Bool {
        guard let found = stamp.wholeMatch(of: /([0-9]{4})([0-9]{2})([0-9]{2})T([0-9]{2})([0-9]{2})([0-9]{2})Z/)?.output
        else { return false }
        func number(_ text: Substring) -> Int32 { Int32(text) ?? 0 }
        var parts = tm()
        (parts.tm_year, parts.tm_mon, parts.tm_mday) = (number(found.1) - 1900, number(found.2) - 1, number(found.3))
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (number(found.4), number(found.5), number(found.6))
        return abs(Int64(timegm(&parts)) - Timestamp.now.seconds) < 900
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
