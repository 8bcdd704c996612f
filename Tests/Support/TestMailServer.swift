import Glibc
import Synchronization

/// A mail server on a free port of this machine that speaks SMTP (RFC 5321) and records its mails.
package final class TestMailServer: Sendable {
    package struct Received: Sendable, Equatable {
        package var from: String
        package var to: [String]
        /// The message after the dots of RFC 5321, 4.5.2 are undone.
        package var message: String

        package init(from: String, to: [String], message: String) {
            self.from = from
            self.to = to
            self.message = message
        }
    }

    private struct State {
        var received: [Received] = []
        var refusals = 0
    }

    private let listener: TestListener
    private let state = Mutex(State())

    package init() throws {
        listener = try TestListener()
        listener.accept { [weak self] client in self?.serve(client) }
    }

    deinit { listener.stop() }

    package var url: String { "smtp://127.0.0.1:\(listener.port)" }
    package var received: [Received] { state.withLock { $0.received } }

    /// Answers “try again later” to the next messages.
    package func refuse(next count: Int) { state.withLock { $0.refusals = count } }

    package func close() { listener.stop() }

    private func serve(_ client: Int32) {
        guard let file = fdopen(dup(client), "r") else { return }
        defer { fclose(file) }
        func say(_ text: String) {
            let bytes = Array((text + "\r\n").utf8)
            _ = send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        }
        func line() -> String? {
            var buffer: UnsafeMutablePointer<CChar>?
            var size = 0
            defer { free(buffer) }
            let count = getline(&buffer, &size, file)
            guard count > 0, let buffer else { return nil }
            return String(decoding: UnsafeRawBufferPointer(start: buffer, count: count), as: UTF8.self)
        }
        func bare(_ line: String) -> String { String(line.filter { $0 != "\r\n" && $0 != "\r" && $0 != "\n" }) }
        func address(_ line: String) -> String { String(line.drop { $0 != "<" }.dropFirst().prefix { $0 != ">" }) }
        var current = Received(from: "", to: [], message: "")
        say("220 test.example ESMTP")
        while let command = line().map(bare) {
            switch command.prefix(4).uppercased() {
            case "EHLO", "HELO": say("250 test.example")
            case "MAIL":
                current = Received(from: address(command), to: [], message: "")
                say("250 ok")
            case "RCPT":
                current.to.append(address(command))
                say("250 ok")
            case "DATA":
                say("354 go on")
                while let text = line(), bare(text) != "." {
                    current.message += text.hasPrefix(".") ? String(text.dropFirst()) : text
                }
                let refused = state.withLock { state in
                    if state.refusals > 0 {
                        state.refusals -= 1
                        return true
                    }
                    state.received.append(current)
                    return false
                }
                say(refused ? "451 try again later" : "250 taken")
            case "QUIT":
                say("221 bye")
                return
            default: say("502 unknown")
            }
        }
    }
}
