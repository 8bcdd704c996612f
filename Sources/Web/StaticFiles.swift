import HTML
import HTTPTypes
import NIOCore

/// The files of `public/`, under names that include a hash of their content, so that browsers cache them for ever.
/// They are compressed in advance.
package struct StaticFiles: Sendable {
    private struct File: Sendable {
        var type: String
        var plain: ByteBuffer
        var packed: ByteBuffer?
    }

    private var files: [String: File] = [:]
    /// By the name in `public/`.
    package private(set) var links: [String: Link] = [:]

    /// `content` is name and text; the file extension decides the type.
    package init(_ content: [(name: String, text: String)]) {
        for (name, text) in content {
            let bytes = Array(text.utf8)
            let hash = ContentMark.of(bytes, count: 6)
            let parts = name.split(separator: ".", maxSplits: 1)
            let hashed = parts.count == 2 ? "\(parts[0]).\(hash).\(parts[1])" : "\(name).\(hash)"
            files[hashed] = File(
                type: Self.type(of: name), plain: ByteBuffer(string: text),
                packed: bytes.withUnsafeBytes { Gzip.pack($0, level: 9) })
            links[name] = Link("/assets/\(hashed)")
        }
    }

    private static func type(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml"
        default: "application/octet-stream"
        }
    }

    /// Returns the link of a file of `public/`. A name that does not exist is a mistake in our code; the page then
    /// lacks the file.
    package func link(_ name: String) -> Link { links[name] ?? Link("/assets/missing") }

    /// Returns the response for `/assets/NAME`, or nil if there is no such file.
    package func response(_ hashedName: String, accepting encodings: String?) -> WebResponse? {
        guard let file = files[hashedName] else { return nil }
        var headers: HTTPFields = [
            .contentType: file.type, .cacheControl: "public, max-age=31536000, immutable", .vary: "Accept-Encoding",
        ]
        if let packed = file.packed, AcceptedCodings.takeGzip(encodings) {
            headers[.contentEncoding] = "gzip"
            return WebResponse(status: .ok, headers: headers, body: .bytes(packed))
        }
        return WebResponse(status: .ok, headers: headers, body: .bytes(file.plain))
    }
}
