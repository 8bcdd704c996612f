import HTML
import HTTPTypes
import Secrets
import Web

/// The page that somebody asked for while signed out: signing in leads there. Kept in a cookie of the browser for half an hour; it is
/// an address of this console, read like any other, and never one elsewhere.
package struct Wanted: Sendable {
    private static let name = "roost-wanted"
    private static let seconds = 1800
    /// A longer address is no page that somebody follows.
    private static let most = 1500

    package let link: Link
    private let text: String

    /// Only what a browser shows: a page that is read.
    init?(_ request: WebRequest) {
        guard request.method == .get, request.path != "/", !request.path.hasSuffix(".json"),
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

    /// What the browser brought along.
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

    /// Once is enough.
    package static func forgotten(isSecure: Bool) -> Cookie {
        Cookie(name: name, value: "", isSecure: isSecure, maxAgeSeconds: 0)
    }
}
