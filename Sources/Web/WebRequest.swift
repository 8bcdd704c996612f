import HTML
import HTTPTypes
import Postgres

/// A request as features see it. The body is read whole, within the limit, before a feature gets it.
package struct WebRequest: Sendable {
    package var method: HTTPRequest.Method
    /// The path as sent, still percent-encoded, without the query.
    package var path: String
    package var query: Query
    package var headers: HTTPFields
    /// The values of the route's `:name` parts.
    package var parameters: [String: String]
    package var body: [UInt8]
    /// The client's address: the socket's, or the one that a trusted proxy names.
    package var address: String
    /// True if the browser's side of the connection is encrypted.
    package var isSecure: Bool
    /// The reference that error pages, log lines and audit events show.
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

    /// A body sent as `multipart/form-data`, parsed while it arrived; nil for any other body.
    package var multipart: MultipartForm?

    /// The fields of a form in either encoding; empty for any other body.
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

    /// The language that the browser prefers, for people who are not signed in yet.
    package var language: Language { Language.best(acceptLanguage: headers[.acceptLanguage] ?? "") }

    package func parameterID(_ name: String) -> ID? { parameters[name].flatMap { ID($0) } }

    /// True for requests that another site made the browser send. Browsers say so themselves (`Sec-Fetch-Site`); for
    /// those that don't, `Origin` decides. A script that sends neither is no browser and carries no ambient cookie.
    package var isCrossSite: Bool {
        if let site = headers[.secFetchSite] { return site != "same-origin" && site != "none" }
        guard let origin = headers[.origin] else { return false }
        if let ownOrigin { return origin != ownOrigin }
        guard let host else { return true }
        return origin != "https://" + host && origin != "http://" + host
    }

    /// Scheme, name and port of the console; nil if the installation does not set them.
    package var ownOrigin: String?

    /// The value of Host in HTTP/1, of `:authority` in HTTP/2.
    package var authority: String?

    /// The name and port that the browser used.
    package var host: String? { authority ?? headers[.host] }

    /// The key that limits count by: the address, or its /64. If it is no address, the text itself.
    package var network: String { AddressRange.neighbourhood(of: address) }
}

extension HTTPField.Name {
    package static let secFetchSite = HTTPField.Name("Sec-Fetch-Site")!
    package static let host = HTTPField.Name("Host")!
    package static let refresh = HTTPField.Name("Refresh")!
    package static let forwarded = HTTPField.Name("Forwarded")!
    package static let requestID = HTTPField.Name("X-Request-Id")!
}
