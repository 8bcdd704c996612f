import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// The response for a request that arrives while too many others wait for theirs. It is made once, so that sending it
/// costs next to nothing.
enum BusyAnswer {
    private static let text = "503 Busy. Please try again in a moment.\n"

    private static let fields: HTTPFields = {
        var fields: HTTPFields = [
            .contentType: "text/plain; charset=utf-8", .contentLength: String(text.utf8.count), .retryAfter: "1",
        ]
        SecurityHeaders.add(to: &fields, isSecure: false)
        return fields
    }()

    /// Health checks and metrics are always answered: they report the state of the server.
    static func spares(_ head: HTTPRequest) -> Bool {
        ["/healthz", "/readyz", "/metrics"].contains(head.path ?? "")
    }

    static func parts(to head: HTTPRequest) -> [HTTPResponsePart] {
        let response = HTTPResponsePart.head(HTTPResponse(status: .serviceUnavailable, headerFields: fields))
        return head.method == .head
            ? [response, .end(nil)] : [response, .body(ByteBuffer(string: text)), .end(nil)]
    }
}
