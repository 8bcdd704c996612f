import CCurl
import Dispatch

/// Sends messages through a mail server, with libcurl.
package struct SMTP: Sendable {
    package enum Problem: Error, CustomStringConvertible {
        /// The message of libcurl or the server; never an address or a password.
        case refused(String)

        package var description: String {
            switch self {
            case .refused(let why): "the mail server did not take the message: \(why)"
            }
        }
    }

    /// `smtp://host:port`, or `smtps://host:port` for TLS from the first byte.
    package let url: String
    private let user: String?
    private let password: String?
    private let authority: String?
    private let isLoopback: Bool

    /// `authority`: a PEM file of certificates to trust instead of the system's. nil if `url` has another form.
    package init?(url: String, user: String? = nil, password: String? = nil, authority: String? = nil) {
        let parts = url.split(separator: "/", omittingEmptySubsequences: true)
        guard parts.count == 2, ["smtp:", "smtps:"].contains(parts[0]), !url.contains("@") else { return nil }
        self.url = url
        self.user = user
        self.password = password
        self.authority = authority
        isLoopback = ["127.0.0.1", "localhost", "[::1]"].contains { parts[1] == $0 || parts[1].hasPrefix($0 + ":") }
    }

    /// Waits until the server has accepted the message, at most a minute.
    package func send(_ message: Message) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            // libcurl blocks the calling thread, so this must not be one of Swift's few own threads.
            DispatchQueue.global().async { continuation.resume(with: Result { try deliver(message) }) }
        }
    }

    private func deliver(_ message: Message) throws {
        _ = Self.started
        guard let handle = curl_easy_init() else { throw Problem.refused("libcurl does not start") }
        defer { curl_easy_cleanup(handle) }
        set(handle, CURLOPT_URL, url)
        set(handle, CURLOPT_MAIL_FROM, "<\(message.from.address)>")
        if let user { set(handle, CURLOPT_USERNAME, user) }
        if let password { set(handle, CURLOPT_PASSWORD, password) }
        if let authority { set(handle, CURLOPT_CAINFO, authority) }
        // Only a relay on this machine may work without TLS: a one-time link is as good as a password.
        _ = roost_curl_number(
            handle, CURLOPT_USE_SSL,
            Int(isLoopback && authority == nil ? CURLUSESSL_TRY.rawValue : CURLUSESSL_ALL.rawValue))
        _ = roost_curl_number(handle, CURLOPT_CONNECTTIMEOUT, 10)
        _ = roost_curl_number(handle, CURLOPT_TIMEOUT, 60)
        _ = roost_curl_number(handle, CURLOPT_NOSIGNAL, 1)
        _ = roost_curl_number(handle, CURLOPT_UPLOAD, 1)
        let recipients = curl_slist_append(nil, "<\(message.to.address)>")
        defer { curl_slist_free_all(recipients) }
        _ = roost_curl_list(handle, CURLOPT_MAIL_RCPT, recipients)
        let upload = Upload(bytes: Array(message.wire.utf8))
        _ = roost_curl_read(handle) { buffer, size, count, source in
            guard let buffer, let source else { return 0 }
            return Unmanaged<Upload>.fromOpaque(source).takeUnretainedValue().read(into: buffer, most: size * count)
        }
        _ = roost_curl_pointer(handle, CURLOPT_READDATA, Unmanaged.passUnretained(upload).toOpaque())
        let code = withExtendedLifetime(upload) { curl_easy_perform(handle) }
        guard code == CURLE_OK else {
            var reply: Int = 0
            withUnsafeMutablePointer(to: &reply) { _ = roost_curl_response(handle, $0) }
            throw Problem.refused(String(cString: curl_easy_strerror(code)) + (reply > 0 ? ", reply \(reply)" : ""))
        }
    }

    private func set(_ handle: UnsafeMutableRawPointer, _ option: CURLoption, _ value: String) {
        _ = roost_curl_text(handle, option, value)
    }

    private static let started: Void = { curl_global_init(Int(CURL_GLOBAL_DEFAULT)) }()

    private final class Upload {
        private let bytes: [UInt8]
        private var next = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        func read(into buffer: UnsafeMutablePointer<CChar>, most: Int) -> Int {
            let count = min(most, bytes.count - next)
            for index in 0..<count { buffer[index] = CChar(bitPattern: bytes[next + index]) }
            next += count
            return count
        }
    }
}
