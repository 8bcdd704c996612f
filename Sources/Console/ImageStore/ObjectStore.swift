import AsyncHTTPClient
import NIOCore
import Postgres
import Secrets
import Web

/// A bucket of a store with the S3 protocol, addressed by path, and our prefix in it.
package struct ObjectStore: Sendable, CustomStringConvertible {
    /// The texts contain neither the store's name nor its messages: tenants' owners read why a job failed.
    package enum Problem: Error, Equatable, CustomStringConvertible {
        case unreachable(String)
        case refused(status: Int)
        case missing
        /// The bytes differ from those that were stored.
        case altered
        /// A picture is in a store, but none is configured.
        case notSetUp

        package var description: String {
            switch self {
            case .unreachable(let why): "the image store does not answer (\(why))"
            case .refused(let status): "the image store answered \(status)"
            case .missing: "the image store does not have the object"
            case .altered: "the image store gave other bytes than were put there"
            case .notSetUp: "the image lies in an image store, and ROOST_IMAGE_STORE is not set"
            }
        }
    }

    /// An invalid setting.
    package enum Fault: Error, CustomStringConvertible {
        case form(String)
        case notHTTPS(String)

        package var description: String {
            switch self {
            case .form(let url):
                "ROOST_IMAGE_STORE is “\(url)”, and must be https://HOST/BUCKET or https://HOST/BUCKET/PREFIX, of letters, digits, dots, dashes and underscores"
            case .notHTTPS(let url): "images don't go to \(url): plain HTTP is for this machine only; use https://"
            }
        }
    }

    /// The names that S3 lists at once, at most, take a few hundred kilobytes.
    private static let longestList = 4 << 20

    /// How requests are sent, and how long one waits for an answer to begin, and for each next part of it.
    package struct Sender: Sendable {
        fileprivate let client: HTTPClient
        fileprivate let patience: TimeAmount

        /// A client of our own: the shared one follows redirects, and would send the bytes to any place named there. It
        /// is never closed.
        package init(seconds patience: Int64) {
            self.patience = .seconds(patience)
            client = HTTPClient(
                eventLoopGroupProvider: .singleton,
                configuration: .init(
                    redirectConfiguration: .disallow, timeout: .init(connect: .seconds(5), read: self.patience)))
        }

        /// Longer than a small picture takes from anywhere; a user would not wait longer for a page.
        package static let usual = Sender(seconds: 10)
    }

    package let description: String
    private let origin: String
    private let host: String
    private let bucket: String
    /// Empty, or with a trailing slash.
    private let prefix: String
    private let signature: RequestSignature
    private let sender: Sender

    package init(url: String, region: String, keyID: String, secret: String, by sender: Sender = .usual) throws(Fault) {
        guard url.hasPrefix("https://") || url.hasPrefix("http://") else { throw .form(url) }
        guard OutboundHTTP.isAllowed(url) else { throw .notHTTPS(url) }
        let parts = url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        let path = parts[2].split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        // A trailing slash means nothing.
        let names = path.last == "" ? path.dropFirst().dropLast() : path.dropFirst()
        func isPlain(_ text: String, and more: String) -> Bool {
            !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || more.contains($0)) }
        }
        guard let host = path.first, isPlain(host, and: ".-:[]"), !names.isEmpty,
            names.allSatisfy({ isPlain($0, and: ".-_") && $0 != "." && $0 != ".." })
        else { throw .form(url) }
        let usual = parts[0] == "https:" ? ":443" : ":80"
        self.host = host.hasSuffix(usual) ? String(host.dropLast(usual.count)) : host
        origin = "\(parts[0])//\(host)"
        bucket = names.first ?? ""
        prefix = names.dropFirst().map { $0 + "/" }.joined()
        description = "\(origin)/\(names.joined(separator: "/"))"
        self.sender = sender
        signature = RequestSignature(keyID: keyID, secret: secret, region: region, service: "s3")
    }

    // MARK: Operations

    package func put(_ name: String, _ bytes: [UInt8], type: String) async throws(Problem) {
        let answer = try await send("PUT", name: name, body: bytes, type: type, mostBytes: 65_536)
        guard (200..<300).contains(answer.status) else { throw .refused(status: answer.status) }
    }

    package func get(_ name: String, mostBytes: Int) async throws(Problem) -> [UInt8] {
        // An error message may be longer than a tiny picture.
        let answer = try await send("GET", name: name, mostBytes: max(mostBytes, 65_536))
        if answer.status == 404 { throw .missing }
        guard answer.status == 200 else { throw .refused(status: answer.status) }
        return answer.body
    }

    /// Also succeeds if the object does not exist.
    package func delete(_ name: String) async throws(Problem) {
        let answer = try await send("DELETE", name: name, mostBytes: 65_536)
        guard (200..<300).contains(answer.status) || answer.status == 404 else { throw .refused(status: answer.status) }
    }

    package struct Listed {
        /// Without our prefix, in the order of their bytes.
        package var names: [String]
        /// The name after which the next part starts; nil if this was the last.
        package var last: String?
    }

    /// Returns names that begin with `start` and follow `after`, up to a thousand.
    package func list(_ start: String = "", after: String? = nil) async throws(Problem) -> Listed {
        var query = [
            (name: "list-type", value: "2"), (name: "encoding-type", value: "url"),
            (name: "prefix", value: prefix + start),
        ]
        if let after { query.append((name: "start-after", value: prefix + after)) }
        let answer = try await send("GET", name: nil, query: query, mostBytes: Self.longestList)
        guard answer.status == 200 else { throw .refused(status: answer.status) }
        let text = String(decoding: answer.body, as: UTF8.self)
        // Names are URL-encoded, so none can look like a tag.
        let names = text.matches(of: /<Key>([^<]*)<\/Key>/).compactMap { match in
            Query(urlEncoded: Array("name=\(match.output.1)".utf8))["name"].flatMap {
                $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : nil
            }
        }
        return Listed(names: names, last: text.contains("<IsTruncated>true<") ? names.last : nil)
    }

    /// Writes an object, finds it, reads it back and deletes it. If a crash leaves the object, its name shows that it
    /// is not needed.
    package func probe() async throws(Problem) {
        let name = ImageStore.name(.make(), of: Tenant.installation.id)
        let bytes = Array("roost doctor\n".utf8)
        try await put(name, bytes, type: "text/plain")
        guard try await get(name, mostBytes: bytes.count) == bytes else { throw .altered }
        guard try await list(name).names == [name] else { throw .missing }
        try await delete(name)
    }

    // MARK: Requests

    private func send(
        _ method: String, name: String?, query: [(name: String, value: String)] = [], body: [UInt8] = [],
        type: String? = nil, mostBytes: Int
    ) async throws(Problem) -> (status: Int, body: [UInt8]) {
        let path = "/\(bucket)" + (name.map { "/\(prefix)\($0)" } ?? "")
        let now = Timestamp.now
        let hash = Hex.encode(MAC.sha256(body))
        var headers = [
            (name: "host", value: host), (name: "x-amz-content-sha256", value: hash),
            (name: "x-amz-date", value: RequestSignature.stamp(now)),
        ]
        if let type { headers.append((name: "content-type", value: type)) }
        let signed = signature.authorization(
            .init(method: method, path: path, query: query, headers: headers, bodyHash: hash), at: now)
        var request = HTTPClientRequest(
            url: origin + path + (query.isEmpty ? "" : "?" + RequestSignature.encoded(query)))
        request.method = .RAW(value: method)
        for header in headers { request.headers.add(name: header.name, value: header.value) }
        request.headers.add(name: "authorization", value: signed)
        if method == "PUT" { request.body = .bytes(ByteBuffer(bytes: body)) }
        do {
            let response = try await sender.client.execute(request, timeout: sender.patience)
            let body = try await response.body.collect(upTo: mostBytes)
            return (Int(response.status.code), Array(body.readableBytesView))
        } catch {
            // The cause of a failed connection names the host.
            throw .unreachable((error as? HTTPClientError).map { "\($0)" } ?? "\(Swift.type(of: error))")
        }
    }
}
