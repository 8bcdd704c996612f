import HTTPTypes
import NIOCore

/// Compresses responses with gzip if the client accepts it and they shrink: pages, JSON, drawings.
enum Packing {
    /// Smaller responses fit in one packet anyway.
    private static let least = 1024
    private static let types = ["text/", "application/json", "application/problem+json", "image/svg+xml"]
    private static let mark = "-gzip\""

    static func pack(_ response: inout WebResponse, for request: WebRequest) {
        // If the client cached the compressed response, the 304 carries the tag of the compressed one.
        if response.status == .notModified, request.headers[.ifNoneMatch]?.contains(mark) == true { tag(&response) }
        guard case .bytes(let bytes) = response.body, bytes.readableBytes > least,
            response.headers[.contentEncoding] == nil, let type = response.headers[.contentType],
            types.contains(where: { type.hasPrefix($0) })
        else { return }
        response.headers[.vary] = "Accept-Encoding"
        guard AcceptedCodings.takeGzip(request.headers[values: .acceptEncoding].joined(separator: ",")),
            let packed = response.packed ?? bytes.withUnsafeReadableBytes({ Gzip.pack($0, level: 1) })
        else { return }
        response.headers[.contentEncoding] = "gzip"
        response.body = .bytes(packed)
        tag(&response)
    }

    /// Different bytes need a different strong tag (RFC 9110, 8.8.3.3).
    private static func tag(_ response: inout WebResponse) {
        guard let tag = response.headers[.eTag], tag.hasSuffix("\""), !tag.hasSuffix(mark) else { return }
        response.headers[.eTag] = tag.dropLast() + mark
    }

    /// Returns the tag of the uncompressed response.
    static func unmarked(_ tag: String) -> String { tag.hasSuffix(mark) ? tag.dropLast(mark.count) + "\"" : tag }
}
