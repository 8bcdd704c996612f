import Glibc
import Postgres
import Synchronization

/// Stands for a server that takes files by PUT: keeps what it gets, and answers as told.
package final class TestStore: Sendable {
    package struct Received: Sendable {
        package var method: String
        package var path: String
        /// Names and values of the headers, as they came.
        package var head: String
        package var body: String
    }

    package let port: Int
    private let listener: Int32
    private let state = Mutex<(received: [Received], status: Int)>(([], 200))

    package var received: [Received] { state.withLock { $0.received } }
    package var status: Int {
        get { state.withLock { $0.status } }
        set { state.withLock { $0.status = newValue } }
    }

    package init() throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let isListening = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 16) == 0 && getsockname(listener, $0, &size) == 0
            }
        }
        guard isListening else { throw DatabaseError.unavailable("the stand-in can't listen") }
        port = Int(address.sin_port.bigEndian)
        startThread(named: "store") { [weak self] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0, let self else { return }
                self.answer(client)
                close(client)
            }
        }
    }

    /// Takes nothing any more.
    package func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    private func answer(_ client: Int32) {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var head = ""
        var wanted = Int.max
        while bytes.count < wanted, case let count = recv(client, &buffer, buffer.count, 0), count > 0 {
            bytes += buffer[..<count]
            guard head.isEmpty, let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { continue }
            head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
            let length = head.lowercased().firstMatch(of: /content-length: *([0-9]+)/).flatMap { Int($0.output.1) } ?? 0
            wanted = end.upperBound + length
        }
        let body = wanted == .max ? "" : String(decoding: bytes[(head.utf8.count + 4)...], as: UTF8.self)
        let first = head.split(separator: "\r\n").first?.split(separator: " ").map(String.init) ?? ["", ""]
        let status = state.withLock { state in
            state.received.append(Received(method: first[0], path: first.count > 1 ? first[1] : "", head: head, body: body))
            return state.status
        }
        let reply = Array("HTTP/1.1 \(status) Told\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)
        _ = send(client, reply, reply.count, Int32(MSG_NOSIGNAL))
    }
}
