import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// The response for a request that arrives while too many others wait for theirs. It is made once, so that sending it
/// costs next to nothing.
enum BusyAnswer {
    private static let busy = made(.serviceUnavailable, "503 Busy. Please try again in a moment.\n", [.retryAfter: "1"])
    private static let health = made(.ok, "ok\n", [:])

    private static func made(_ status: HTTPResponse.Status, _ text: String, _ more: HTTPFields) -> (
        HTTPResponse, ByteBuffer
    ) {
        var fields = more
        fields[.contentType] = "text/plain; charset=utf-8"
        fields[.contentLength] = String(text.utf8.count)
        SecurityHeaders.add(to: &fields, isSecure: false)
        return (HTTPResponse(status: status, headerFields: fields), ByteBuffer(string: text))
    }

    /// Health checks and metrics are always answered: they report the state of the server.
    static func spares(_ head: HTTPRequest) -> Bool {
        ["/healthz", "/readyz", "/metrics"].contains(head.path ?? "")
    }

    /// That this is said at all is all that `/healthz` says.
    static func isHealth(_ head: HTTPRequest) -> Bool {
        head.path == "/healthz" && (head.method == .get || head.method == .head)
    }

    static func health(to head: HTTPRequest) -> [HTTPResponsePart] { parts(health, to: head) }

    static func busy(to head: HTTPRequest) -> [HTTPResponsePart] { parts(busy, to: head) }

    private static func parts(_ answer: (HTTPResponse, ByteBuffer), to head: HTTPRequest) -> [HTTPResponsePart] {
        head.method == .head
            ? [.head(answer.0), .end(nil)] : [.head(answer.0), .body(answer.1), .end(nil)]
    }
}
