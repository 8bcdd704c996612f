import HTTPTypes
import Postgres
import Web

/// A browser that stores cookies and the CSRF token of the last form. A copy is another tab with the same cookies.
package struct TestBrowser: Sendable {
    package let console: TestConsole
    package var cookies: [String: String] = [:]
    /// The token of the last page with a form.
    package var csrf = ""
    /// The server's clock in the requests.
    package var now = Timestamp.now
    package var address = "203.0.113.7"
    package var isSecure = false
    /// Added to each request.
    package var headers: HTTPFields = [:]

    package init(_ console: TestConsole) { self.console = console }

    /// A form for a route that takes files goes as multipart, as its page says; a value
    /// that is a drawing or a document goes as a file.
    private func pack(_ form: [(String, String)], _ files: [String: UploadedFile]) -> MultipartForm {
        func isFile(_ value: String) -> Bool { value.hasPrefix("<svg") || value.hasPrefix("%PDF-") }
        let sent = form.filter { isFile($0.1) }.map { ($0.0, UploadedFile(name: "a file", bytes: Array($0.1.utf8))) }
        return MultipartForm(
            fields: Query(form.filter { !isFile($0.1) }.map { (name: $0.0, value: $0.1) }),
            files: files.merging(sent) { $1 })
    }

    package func request(_ method: HTTPRequest.Method, _ address: String, form: [(String, String)]? = nil) -> WebRequest
    {
        let parts = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var headers = headers
        if !cookies.isEmpty { headers[.cookie] = cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ") }
        if form != nil { headers[.contentType] = "application/x-www-form-urlencoded" }
        return WebRequest(
            method: method, path: String(parts[0]),
            query: Query(urlEncoded: parts.count > 1 ? Array(parts[1].utf8) : []),
            headers: headers, parameters: [:], body: Array(Self.encoded(form ?? []).utf8), address: self.address,
            isSecure: isSecure, id: unique(), now: now)
    }

    package mutating func get(_ address: String) async -> Answer { keep(await console.answer(request(.get, address))) }

    /// Posts with the token of the last form, unless `form` contains one.
    @discardableResult
    package mutating func post(
        _ address: String, _ form: [(String, String)] = [], files: [String: UploadedFile] = [:]
    ) async -> Answer {
        let withToken = form.contains { $0.0 == "csrf" } ? form : form + [("csrf", csrf)]
        var request = request(.post, address, form: withToken)
        if console.takesFiles(request.path) { request.multipart = pack(withToken, files) }
        return keep(await console.answer(request))
    }

    private mutating func keep(_ answer: Answer) -> Answer {
        for (name, value) in answer.cookies { cookies[name] = value.isEmpty ? nil : value }
        if let token = answer.hidden("csrf") { csrf = token }
        return answer
    }

    /// Signs in with e-mail, password and code through the real sign-in pages.
    @discardableResult
    package mutating func signIn(_ admin: TestAdmin, password: String = TestAdmin.password) async -> Answer {
        _ = await get("/sign-in")
        let first = await post("/sign-in", [("email", admin.email), ("password", password)])
        guard first.location == "/sign-in/code" else { return first }
        _ = await get("/sign-in/code")
        return await post("/sign-in/code", [("code", admin.code(at: now))])
    }

    package static func encoded(_ form: [(String, String)]) -> String {
        form.map { encoded($0.0) + "=" + encoded($0.1) }.joined(separator: "&")
    }

    package static func encoded(_ text: String) -> String {
        var out = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                out.unicodeScalars.append(Unicode.Scalar(byte))
            default: out += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return out
    }
}
