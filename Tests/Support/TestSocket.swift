import Glibc
import Postgres

/// A client's end of a connection, byte by byte. Its calls block: use them within `onThread`.
package final class TestSocket: Sendable {
    private let descriptor: Int32

    /// `from` is any address of 127/8. Returns nil if no server listens.
    package init?(port: Int, from source: String = "127.0.0.1", receiveBuffer: Int32 = 0) {
        descriptor = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var size = receiveBuffer
        if size > 0 { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size)) }
        var own = Self.address(source, 0)
        var server = Self.address("127.0.0.1", port)
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isConnected =
            withUnsafePointer(to: &own) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) == 0 }
            }
            && withUnsafePointer(to: &server) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, length) == 0 }
            }
        if !isConnected { return nil }
    }

    deinit { Glibc.close(descriptor) }

    private static func address(_ text: String, _ port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = inet_addr(text)
        return address
    }

    /// Returns false if the server has closed the connection.
    @discardableResult
    package func send(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress! + sent, $0.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count <= 0 { return false }
            sent += count
        }
        return true
    }

    /// Ends sending; responses may still arrive.
    package func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Returns the bytes received until `isEnough` is true, the server closes, or the time is over.
    package func receive(
        seconds: Double, isEnough: ([UInt8]) -> Bool = { _ in false }
    ) -> (bytes: [UInt8], isClosed: Bool) {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let end = monotonicNanoseconds() + UInt64(seconds * 1e9)
        while !isEnough(all) {
            let now = monotonicNanoseconds()
            guard now < end else { return (all, false) }
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, Int32((end - now) / 1_000_000) + 1) > 0 else { continue }
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count <= 0 { return (all, true) }
            all += buffer[..<count]
        }
        return (all, false)
    }

    package func text(seconds: Double, until part: String) -> String {
        String(
            decoding: receive(seconds: seconds) { String(decoding: $0, as: UTF8.self).contains(part) }.bytes,
            as: UTF8.self)
    }

    /// Returns after how many seconds the server closes the connection; nil if it does not within that time.
    package func closes(within seconds: Double) -> Double? {
        let began = monotonicNanoseconds()
        return receive(seconds: seconds).isClosed ? Double(monotonicNanoseconds() - began) / 1e9 : nil
    }
}

/// Runs blocking work outside the threads that Swift's tasks share: the server under test needs those.
package func onThread<T: Sendable>(_ work: @escaping @Sendable () -> T) async -> T {
    await withCheckedContinuation { done in startThread(named: "test-client") { done.resume(returning: work()) } }
}
