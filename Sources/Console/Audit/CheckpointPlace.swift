import AsyncHTTPClient
import Glibc
import NIOCore
import Postgres

/// The destination of checkpoints: a directory on another machine's disk, or a server that accepts files by PUT.
package enum CheckpointPlace: Sendable, CustomStringConvertible {
    case directory(String)
    /// If there is a `token`, it is sent as a bearer token.
    case server(url: String, token: String?)

    package enum Problem: Error, CustomStringConvertible {
        case unwritable(String)
        case unreadable(String)
        case notHTTPS(String)
        case refused(String, status: Int)
        case unreachable(String, why: String)

        package var description: String {
            switch self {
            case .unwritable(let path): "can't write audit checkpoints to \(path): \(String(cString: strerror(errno)))"
            case .unreadable(let path): "can't read audit checkpoints from \(path): \(String(cString: strerror(errno)))"
            case .notHTTPS(let url):
                "audit checkpoints don't leave by \(url): plain HTTP is for this machine only; use https://"
            case .refused(let url, let status): "\(url) answered \(status) to an audit checkpoint"
            case .unreachable(let url, let why): "audit checkpoints don't reach \(url): \(why)"
            }
        }
    }

    /// Parses the setting: a URL or a directory's path.
    package init(_ text: String, token: String? = nil) throws(Problem) {
        guard text.contains("://") else {
            self = .directory(text)
            return
        }
        guard OutboundHTTP.isAllowed(text) else { throw .notHTTPS(text) }
        self = .server(url: text.hasSuffix("/") ? String(text.dropLast()) : text, token: token)
    }

    package var description: String {
        switch self {
        case .directory(let path): path
        case .server(let url, _): url
        }
    }

    /// Stores the lines, or throws. Without lines, tests only what can be tested without writing; returns true if
    /// something was.
    @discardableResult
    package func keep(_ lines: String, at now: Timestamp) async throws -> Bool {
        switch self {
        case .directory(let directory):
            try Self.append(lines, to: directory, at: now)
            return true
        case .server(let url, let token):
            guard !lines.isEmpty else { return false }
            // Each file has a name of its own, since a store may forbid replacing files, which is desirable.
            try await Self.put(lines, to: "\(url)/\(Self.month(now))-\(ID.make(at: now)).txt", token)
            return true
        }
    }

    private static func put(_ lines: String, to url: String, _ token: String?) async throws {
        var request = HTTPClientRequest(url: url)
        request.method = .PUT
        request.headers.add(name: "content-type", value: "text/plain; charset=utf-8")
        if let token { request.headers.add(name: "authorization", value: "Bearer \(token)") }
        request.body = .bytes(ByteBuffer(string: lines))
        let status: Int
        do {
            let response = try await HTTPClient.shared.execute(request, timeout: .seconds(20))
            status = Int(response.status.code)
        } catch {
            throw Problem.unreachable(url, why: "\(error)")
        }
        guard (200..<300).contains(status) else { throw Problem.refused(url, status: status) }
    }

    private static func append(_ lines: String, to directory: String, at now: Timestamp) throws {
        mkdir(directory, 0o700)
        // One file per month keeps each small enough to transfer.
        let path = "\(directory)/\(month(now)).txt"
        let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Problem.unwritable(path) }
        defer { close(file) }
        guard !lines.isEmpty else { return }
        let bytes = Array(lines.utf8)
        guard Glibc.write(file, bytes, bytes.count) == bytes.count, fsync(file) == 0 else {
            throw Problem.unwritable(path)
        }
    }

    private static func month(_ now: Timestamp) -> String {
        var seconds = time_t(now.seconds)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let month = parts.tm_mon + 1
        return "\(parts.tm_year + 1900)-\(month < 10 ? "0" : "")\(month)"
    }
}
