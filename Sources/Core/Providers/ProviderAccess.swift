import AsyncHTTPClient
import JWS
import NIOCore
import Postgres
import Synchronization

/// How providers are reached, and whose signatures count. The operator says it, never a tenant: a server that asks addresses which
/// tenants name could be sent anywhere.
package struct ProviderAccess: Sendable {
    package enum Problem: Error, CustomStringConvertible {
        case notHTTPS(String)
        case noRoots(String)

        package var description: String {
            switch self {
            case .notHTTPS(let url): "providers are not asked by \(url): plain HTTP is for this machine only; use https://"
            case .noRoots(let where_): "\(where_) holds no certificate in PEM that App Store's signatures could lead to"
            }
        }
    }

    /// Without slashes at their ends.
    package struct Addresses: Sendable {
        package var card = "https://api.stripe.com"
        package var googlePlay = "https://androidpublisher.googleapis.com"
        package var googleTokens = "https://oauth2.googleapis.com/token"
        package var googleKeys = "https://www.googleapis.com/oauth2/v3/certs"
        /// Certificates in PEM.
        package var appleRoots = AppleRoot.pem

        package init() {}
    }

    let card: CardSeller
    let appStore: ChainedSignature
    let googlePlay: GooglePlay

    package init(_ addresses: Addresses = Addresses()) throws(Problem) {
        for url in [addresses.card, addresses.googlePlay, addresses.googleTokens, addresses.googleKeys] where !Outside.mayAsk(url) {
            throw .notHTTPS(url)
        }
        card = CardSeller(base: addresses.card)
        do { appStore = try ChainedSignature(roots: addresses.appleRoots) } catch { throw .noRoots("the list of Apple's roots") }
        googlePlay = GooglePlay(addresses)
    }
}

/// A question to a server outside.
enum Outside {
    static let seconds: Int64 = 20
    private static let mostBytes = 1_048_576

    static func mayAsk(_ url: String) -> Bool {
        url.hasPrefix("https://")
            || ["http://127.0.0.1", "http://localhost", "http://[::1]"].contains { url.hasPrefix($0 + ":") || url.hasPrefix($0 + "/") }
    }

    /// Status and body.
    static func ask(
        _ url: String, method: String = "GET", headers: [(String, String)] = [], form: [(String, String)]? = nil
    ) async throws -> (status: Int, body: [UInt8]) {
        var request = HTTPClientRequest(url: url)
        request.method = .RAW(value: method)
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if let form {
            request.headers.add(name: "content-type", value: "application/x-www-form-urlencoded")
            request.body = .bytes(ByteBuffer(string: form.map { "\(escaped($0.0))=\(escaped($0.1))" }.joined(separator: "&")))
        }
        do {
            let response = try await HTTPClient.shared.execute(request, timeout: .seconds(seconds))
            let body = try await response.body.collect(upTo: mostBytes)
            return (Int(response.status.code), Array(body.readableBytesView))
        } catch {
            // Never the address's query or the body: tokens stand there.
            throw ProviderHook.Problem.unreachable("\(url.prefix { $0 != "?" }): \(error)")
        }
    }

    /// For a part of an address, and for a form.
    static func escaped(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var out: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: out.append(byte)
            default: out += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: out, as: UTF8.self)
    }
}
