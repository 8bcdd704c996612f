import HTML
import HTTPTypes
import JSON
import NIOCore
import Postgres

/// A response: a status, headers of its own (the server adds the security headers) and a body.
package struct WebResponse: Sendable {
    package enum Body: Sendable {
        case none
        case bytes(ByteBuffer)
        case stream(ChunkPipe)
    }

    package var status: HTTPResponse.Status
    package var headers: HTTPFields
    package var body: Body
    /// The same bytes compressed with gzip, if they are cached.
    package var packed: ByteBuffer?

    package init(status: HTTPResponse.Status, headers: HTTPFields = [:], body: Body = .none) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Returns a page. No cache may store it: it shows what only one tenant's admin may see.
    package static func page(_ page: some Page, in language: Language, status: HTTPResponse.Status = .ok) -> WebResponse
    {
        let html = page.rendered(in: language)
        return WebResponse(
            status: status,
            headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"],
            body: .bytes(html.withUnsafeBytes { ByteBuffer(bytes: $0) }))
    }

    /// Returns the response with the number of seconds after which the same request may succeed.
    package consuming func retry(after seconds: some BinaryInteger) -> WebResponse {
        headers[.retryAfter] = String(seconds)
        return self
    }

    /// 303: the browser loads the next page, so that reloading it repeats nothing.
    package static func redirect(to link: Link) -> WebResponse {
        WebResponse(status: .seeOther, headers: [.location: link.description, .cacheControl: "no-store"])
    }

    package static func text(
        _ text: String, status: HTTPResponse.Status = .ok, type: String = "text/plain; charset=utf-8"
    ) -> WebResponse {
        WebResponse(
            status: status, headers: [.contentType: type, .cacheControl: "no-store"],
            body: .bytes(ByteBuffer(string: text)))
    }

    package static func json(_ value: JSONText, status: HTTPResponse.Status = .ok) -> WebResponse {
        WebResponse(
            status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: .bytes(ByteBuffer(bytes: value.bytes)))
    }

    /// Returns a download under that name: as an attachment, and sandboxed in case a browser shows it anyway.
    package static func download(_ pipe: ChunkPipe, name: String, type: String) -> WebResponse {
        download(.stream(pipe), name: name, type: type)
    }

    /// The same for a file that is complete in memory.
    package static func download(_ bytes: [UInt8], name: String, type: String) -> WebResponse {
        download(.bytes(ByteBuffer(bytes: bytes)), name: name, type: type)
    }

    private static func download(_ body: Body, name: String, type: String) -> WebResponse {
        WebResponse(
            status: .ok,
            headers: [
                .contentType: type, .cacheControl: "no-store",
                .contentDisposition: "attachment; filename=\"\(asciiFileName(name))\"",
                .contentSecurityPolicy: "sandbox; default-src 'none'",
            ],
            body: body)
    }

    /// A file name for a header: letters, digits, dot, dash and underscore, so that nothing in it can end the quotes.
    private static func asciiFileName(_ name: String) -> String {
        String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || ".-_".contains($0)) ? $0 : "-" })
    }

    package mutating func setCookie(_ cookie: Cookie) {
        headers.append(HTTPField(name: .setCookie, value: cookie.description))
    }
}

/// A cookie that scripts can't read and other sites can't send.
package struct Cookie: Sendable, CustomStringConvertible {
    package var name: String
    package var value: String
    package var isSecure: Bool
    /// nil: until the browser closes. 0: remove it now.
    package var maxAgeSeconds: Int?
    /// Sent along when somebody follows a link from another site as well, though never with a form or a script of that site.
    package var followsLinks: Bool

    package init(
        name: String, value: String, isSecure: Bool, maxAgeSeconds: Int? = nil, followsLinks: Bool = false
    ) {
        self.name = name
        self.value = value
        self.isSecure = isSecure
        self.maxAgeSeconds = maxAgeSeconds
        self.followsLinks = followsLinks
    }

    /// With `__Host-` the browser itself requires Secure, Path=/ and no Domain; plain http on loopback can't use it.
    package static func name(_ name: String, isSecure: Bool) -> String { isSecure ? "__Host-" + name : name }

    package var description: String {
        var text =
            "\(Self.name(name, isSecure: isSecure))=\(value); Path=/; HttpOnly; SameSite=\(followsLinks ? "Lax" : "Strict")"
        if isSecure { text += "; Secure" }
        if let maxAgeSeconds { text += "; Max-Age=\(maxAgeSeconds)" }
        return text
    }
}
