import HTML
import HTTPTypes
import Postgres

/// A request as features see it: the body is read whole, within the limit, before anybody looks at it.
package struct WebRequest: Sendable {
    package var method: HTTPRequest.Method
    /// The path as sent, still percent-encoded, without the query.
    package var path: String
    package var query: Query
    package var headers: HTTPFields
    /// What the route's `:name` parts stand for.
    package var parameters: [String: String]
    package var body: [UInt8]
    /// The client's address: the socket's, or what a trusted proxy says.
    package var address: String
    /// True when the browser's side of the connection is encrypted.
    package var isSecure: Bool
    /// Shown on error pages, written to every log line and audit event.
    package var id: String
    package var now: Timestamp

    package init(
        method: HTTPRequest.Method, path: String, query: Query, headers: HTTPFields, parameters: [String: String],
        body: [UInt8], address: String, isSecure: Bool, id: String, now: Timestamp
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.parameters = parameters
        self.body = body
        self.address = address
        self.isSecure = isSecure
        self.id = id
        self.now = now
    }

    /// What came as `multipart/form-data`, read while it arrived; nil for any other body.
    package var multipart: MultipartForm?

    /// The fields of a form, however the browser packed it; empty for any other body.
    package var form: Query {
        if let multipart { return multipart.fields }
        guard let type = headers[.contentType], type.hasPrefix("application/x-www-form-urlencoded") else {
            return Query()
        }
        return Query(urlEncoded: body)
    }

    package func cookie(_ name: String) -> String? {
        for header in headers[values: .cookie] {
            for pair in header.split(separator: ";") {
                let pair = pair.drop { $0 == " " }
                guard pair.hasPrefix(name), pair.dropFirst(name.count).first == "=" else { continue }
                return String(pair.dropFirst(name.count + 1))
            }
        }
        return nil
    }

    /// What the browser asks for, for people who are not signed in yet.
    package var language: Language { Language.best(acceptLanguage: headers[.acceptLanguage] ?? "") }

    package func parameterID(_ name: String) -> ID? { parameters[name].flatMap { ID($0) } }

    /// True for requests that another site made the browser send. Browsers say so themselves (`Sec-Fetch-Site`); those
    /// that don't are judged by `Origin`. A script that sends neither is no browser and carries no ambient cookie.
    package var isCrossSite: Bool {
        if let site = headers[.secFetchSite] { return site != "same-origin" && site != "none" }
        guard let origin = headers[.origin] else { return false }
        if let ownOrigin { return origin != ownOrigin }
        guard let host else { return true }
        return origin != "https://" + host && origin != "http://" + host
    }

    /// Scheme, name and port that the console is reached by, where the installation says so.
    package var ownOrigin: String?

    /// What Host says in HTTP/1, `:authority` in HTTP/2.
    package var authority: String?

    /// The name and port that the browser came by.
    package var host: String? { authority ?? headers[.host] }

    /// What limits count by: the address, or its /64. The text itself for what is no address.
    package var network: String { AddressRange.neighbourhood(of: address) }
}

extension HTTPField.Name {
    package static let secFetchSite = HTTPField.Name("Sec-Fetch-Site")!
    package static let host = HTTPField.Name("Host")!
    package static let refresh = HTTPField.Name("Refresh")!
    package static let forwarded = HTTPField.Name("Forwarded")!
    package static let requestID = HTTPField.Name("X-Request-Id")!
}
