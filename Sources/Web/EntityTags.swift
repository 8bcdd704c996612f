import HTTPTypes

/// The entity tags of an If-Match or If-None-Match header, or its `*` (RFC 9110, 13.1).
package struct EntityTags: Sendable {
    private let tags: [String]

    /// nil if the request has no such header. An empty header names no tag.
    package init?(_ name: HTTPField.Name, of request: WebRequest) {
        let sent = request.headers[values: name]
        guard !sent.isEmpty else { return nil }
        // The tag of a compressed response names the same state as that of the plain one.
        tags = sent.flatMap { $0.split(separator: ",") }.map { Packing.unmarked(String($0).trimmingSpaces) }
    }

    /// The strong comparison, which changes require. `tag` includes its quotes.
    package func name(_ tag: String) -> Bool { tags.contains { $0 == tag || $0 == "*" } }

    /// The weak comparison, which is enough for the response 304. `tag` includes its quotes.
    package func nameWeakly(_ tag: String) -> Bool { name(tag) || tags.contains("W/" + tag) }
}
