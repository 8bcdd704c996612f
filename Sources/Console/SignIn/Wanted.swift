import HTML
import HTTPTypes
import Secrets
import Web

/// The page that was requested without a session: signing in leads there. Stored in a cookie for half an hour. It is
/// an address of this console, parsed like any other, and never one elsewhere.
package struct Wanted: Sendable {
    private static let name = "roost-wanted"
    private static let seconds = 1800
    /// Nobody follows a link to a page with a longer address.
    private static let most = 1500

    package let link: Link
    private let text: String

    /// Only for a page that a browser shows.
    init?(_ request: WebRequest) {
        // The pages of signing in lead nowhere by themselves.
        guard request.method == .get, request.path != "/", !request.path.hasPrefix("/sign-in"),
            !request.path.hasSuffix(".json"),
            request.headers[.accept]?.contains("text/html") == true
        else { return nil }
        self.init(request.path, request.query.items)
    }

    private init?(_ path: String, _ items: [(name: String, value: String)]) {
        let segments = path.split(separator: "/").map(String.init)
        guard path.hasPrefix("/"), !segments.isEmpty, !segments.contains("..") else { return nil }
        link = Link(segments: segments).with(query: items.map { ($0.name, $0.value) })
        text = Base64.url.encode(Query([(name: "", value: path)] + items).urlEncoded)
        guard text.utf8.count <= Self.most else { return nil }
    }

    /// From the browser's cookie.
    package init?(keptBy request: WebRequest) {
        guard let text = request.cookie(Cookie.name(Self.name, isSecure: request.isSecure)),
            text.utf8.count <= Self.most, let bytes = Base64.url.decode(text.utf8)
        else { return nil }
        let items = Query(urlEncoded: bytes).items
        guard let path = items.first, path.name.isEmpty else { return nil }
        self.init(path.value, Array(items.dropFirst()))
    }

    func cookie(isSecure: Bool) -> Cookie {
        Cookie(name: Self.name, value: text, isSecure: isSecure, maxAgeSeconds: Self.seconds)
    }

    /// Removes the cookie after its use.
    package static func forgotten(isSecure: Bool) -> Cookie {
        Cookie(name: name, value: "", isSecure: isSecure, maxAgeSeconds: 0)
    }
}
