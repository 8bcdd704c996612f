import HTTPTypes

/// The headers that every response has: the browser runs only our own files, and no site may frame a page.
package enum SecurityHeaders {
    private static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
        + "form-action 'self'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'; require-trusted-types-for 'script'"

    /// The policy for pages that can be added to a phone's home screen.
    package static let installable = policy + "; manifest-src 'self'"

    /// The policy for a page whose form leads to another program: browsers apply `form-action` to redirects of a form
    /// as well. `source` is an origin or a scheme in the policy's grammar; any other text is ignored.
    package static func sendingForms(to source: String) -> String {
        let isSource = source.utf8.allSatisfy { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                || "+-.:/*".utf8.contains(byte)
        }
        return isSource ? policy.replacing("form-action 'self'", with: "form-action 'self' \(source)") : policy
    }

    static func add(to headers: inout HTTPFields, isSecure: Bool) {
        if headers[.contentSecurityPolicy] == nil { headers[.contentSecurityPolicy] = policy }
        headers[.xContentTypeOptions] = "nosniff"
        headers[.referrerPolicy] = "no-referrer"
        headers[.crossOriginOpenerPolicy] = "same-origin"
        headers[.crossOriginResourcePolicy] = "same-origin"
        headers[.permissionsPolicy] = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
        if headers[.cacheControl] == nil { headers[.cacheControl] = "no-store" }
        if isSecure { headers[.strictTransportSecurity] = "max-age=63072000; includeSubDomains" }
    }
}

extension HTTPField.Name {
    static let referrerPolicy = HTTPField.Name("Referrer-Policy")!
    static let crossOriginOpenerPolicy = HTTPField.Name("Cross-Origin-Opener-Policy")!
    static let permissionsPolicy = HTTPField.Name("Permissions-Policy")!
}
