import HTML
import Web

extension Link {
    /// A path and a query that a form sent back: split and built again, so that it can't lead to another host. nil if
    /// it is no path.
    package init?(pathOfThisHost text: String) {
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let path = parts.first, path.first == "/" else { return nil }
        let segments = path.split(separator: "/").map { Query(urlEncoded: Array("part=\($0)".utf8))["part"] ?? "" }
        let query = parts.count > 1 ? Query(urlEncoded: Array(parts[1].utf8)) : Query()
        self = Link(segments: segments).with(query: query.items.map { ($0.name, $0.value) })
    }
}
