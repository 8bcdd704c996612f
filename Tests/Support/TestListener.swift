import Glibc
import Postgres
import Synchronization

/// A free port of this machine for a stand-in: each connection is served on its own thread.
package final class TestListener: Sendable {
    package let port: Int
    private let socket: Int32
    private let isStopped = Atomic(false)

    package init() throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let socket = socket
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, size) == 0 && listen(socket, 16) == 0 && getsockname(socket, $0, &size) == 0
            }
        }
        guard isListening else { throw DatabaseError.unavailable("the stand-in can't listen") }
        port = Int(address.sin_port.bigEndian)
    }

    /// `serve` receives a connection, which is closed afterwards.
    package func accept(_ serve: @escaping @Sendable (Int32) -> Void) {
        startThread(named: "stand-in") { [socket] in
            while case let client = Glibc.accept(socket, nil, nil), client >= 0 {
                startThread(named: "stand-in") {
                    serve(client)
                    close(client)
                }
            }
            close(socket)
        }
    }

    /// The listening thread closes the socket; from then on another socket may get its number.
    package func stop() {
        if !isStopped.exchange(true, ordering: .relaxed) { shutdown(socket, Int32(SHUT_RDWR)) }
    }
}

/// A request as received, byte by byte.
package struct TestRequest: Sendable {
    package var method = ""
    /// With its query, as in the request line.
    package var target = ""
    /// The names and values of the headers, as received.
    package var head = ""
    package var body: [UInt8] = []

    /// Returns nil if the client disconnected.
    package init?(from client: Int32) {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var wanted = Int.max
        while bytes.count < wanted {
            let count = recv(client, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            bytes += buffer[..<count]
            guard head.isEmpty, let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { continue }
            head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
            wanted = end.upperBound + (header("content-length").flatMap { Int($0) } ?? 0)
        }
        body = Array(bytes[(head.utf8.count + 4)...])
        let first = head.split(separator: "\r\n").first?.split(separator: " ").map(String.init) ?? []
        guard first.count == 3 else { return nil }
        (method, target) = (first[0], first[1])
    }

    /// `name` is in lower case.
    package func header(_ name: String) -> String? {
        for line in head.split(separator: "\r\n").dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2, parts[0].lowercased() == name { return String(parts[1].drop { $0 == " " }) }
        }
        return nil
    }

    package static func reply(_ status: Int, _ body: [UInt8] = [], headers: [String] = [], to client: Int32) {
        let head = ["HTTP/1.1 \(status) Told", "Content-Length: \(body.count)", "Connection: close"] + headers
        let bytes = Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                send(client, $0.baseAddress! + sent, $0.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            sent += count
        }
    }
}
