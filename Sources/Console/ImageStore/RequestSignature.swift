import Crypto
import Postgres
import Secrets

/// AWS Signature Version 4, with which stores of the S3 protocol authenticate requests: a request is signed with a
/// key that is derived from the secret for one day, region and service. The secret itself is never sent.
package struct RequestSignature: Sendable {
    package let keyID: String
    package let secret: String
    package let region: String
    package let service: String

    /// A request as it is signed: any part that `headers` and `bodyHash` don't cover could be changed on the way.
    package struct Request {
        package var method: String
        /// As it is in the request line, encoded.
        package var path: String
        /// Not encoded; in any order.
        package var query: [(name: String, value: String)] = []
        /// Names in lower case; in any order.
        package var headers: [(name: String, value: String)]
        /// SHA-256 in hexadecimal digits.
        package var bodyHash: String
    }

    /// Returns the value of `Authorization`.
    package func authorization(_ request: Request, at time: Timestamp) -> String {
        let stamp = Self.stamp(time)
        let scope = "\(stamp.prefix(8))/\(region)/\(service)/aws4_request"
        let headers = request.headers.sorted { $0.name < $1.name }
        let names = headers.map(\.name).joined(separator: ";")
        let canonical = [
            request.method, request.path, Self.encoded(request.query),
            headers.map { "\($0.name):\($0.value)\n" }.joined(), names, request.bodyHash,
        ].joined(separator: "\n")
        let text = ["AWS4-HMAC-SHA256", stamp, scope, Hex.encode(MAC.sha256(Array(canonical.utf8)))].joined(
            separator: "\n")
        var key = Array("AWS4\(secret)".utf8)
        for part in [String(stamp.prefix(8)), region, service, "aws4_request", text] {
            key = MAC.hmac(Array(part.utf8), key: SymmetricKey(data: key))
        }
        return "AWS4-HMAC-SHA256 Credential=\(keyID)/\(scope), SignedHeaders=\(names), Signature=\(Hex.encode(key))"
    }

    /// `20130524T000000Z`, which is also the value of the header `x-amz-date`.
    package static func stamp(_ time: Timestamp) -> String { time.iso.filter { $0 != "-" && $0 != ":" } }

    /// Returns the query as it is signed and sent: sorted by name, everything escaped except letters, digits and
    /// `-._~`.
    package static func encoded(_ query: [(name: String, value: String)]) -> String {
        query.map { (escaped($0.name), escaped($0.value)) }.sorted { $0 < $1 }.map { "\($0)=\($1)" }.joined(
            separator: "&")
    }

    private static func escaped(_ text: String) -> String {
        text.utf8.reduce(into: "") { out, byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
                out.append(Character(UnicodeScalar(byte)))
            default: out += "%" + Hex.encode([byte]).uppercased()
            }
        }
    }
}
