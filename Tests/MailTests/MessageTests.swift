import Foundation
import Support
import Testing

@testable import Mail

@Suite struct MessageTests {
    /// What Python's own reader of e-mails makes of it.
    private func read(_ message: Message) throws -> [String: String] {
        let script = """
            import email, email.header, email.policy, email.utils, json, sys
            raw = sys.stdin.buffer.read()
            m = email.message_from_bytes(raw, policy=email.policy.default)
            out = {k.lower(): str(v) for k, v in m.items()}
            out["text"] = m.get_body(("plain",)).get_content()
            out["html"] = m.get_body(("html",)).get_content()
            out["headers"] = str(len(m.items()))
            out["defects"] = str([str(d) for d in m.defects])
            # The newer reader of addresses puts spaces between encoded words, against RFC 2047, 6.2.
            plain = email.message_from_bytes(raw)
            name, _ = email.utils.parseaddr(plain["To"].replace("\\r\\n", ""))
            out["display"] = str(email.header.make_header(email.header.decode_header(name)))
            out["address"] = m["To"].addresses[0].addr_spec
            print(json.dumps(out))
            """
        let python = Process()
        python.executableURL = URL(filePath: "/usr/bin/env")
        python.arguments = ["python3", "-c", script]
        let (input, output) = (Pipe(), Pipe())
        (python.standardInput, python.standardOutput) = (input, output)
        try python.run()
        input.fileHandleForWriting.write(Data(message.wire.utf8))
        try input.fileHandleForWriting.close()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        python.waitUntilExit()
        return try JSONDecoder().decode([String: String].self, from: data)
    }

    private func message(_ name: String, _ subject: String, _ text: String) throws -> Message {
        Message(
            id: "01a1feb1-7d73", from: try #require(Mailbox("Roost & Co <roost@example.org>")),
            to: try #require(Mailbox(name: name, address: "zoe@example.com")), subject: subject, text: text,
            html: "<p>\(text)</p>", sentAt: 1_795_285_920)
    }

    @Test(arguments: [
        "Plain words", "علی رضایی برای نمونه با یک نام بسیار بلند که در یک خط جا نمی‌شود",
        "Привет, мир! Это длинная тема письма для проверки",
        "=?utf-8?Q?trick?=", "Quotes \"and\" <brackets>, commas", "🐓👩‍👩‍👧 roosters", "x", "tab\tand more",
        String(repeating: "é", count: 200),
    ])
    func `an independent reader gets subject, names and texts back`(text: String) throws {
        let read = try read(message(text, text, text + "\n.\n.. a line of dots\n" + text))
        let plain = text.replacingOccurrences(of: "\t", with: " ")
        #expect(read["subject"] == plain)
        #expect(read["display"] == plain)
        #expect(read["address"] == "zoe@example.com")
        #expect(read["text"]?.replacingOccurrences(of: "\r\n", with: "\n") == text + "\n.\n.. a line of dots\n" + text)
        #expect(read["html"]?.contains(text) == true)
        #expect(read["defects"] == "[]" && read["headers"] == "8")
        #expect(read["date"] == "Sat, 21 Nov 2026 18:32:00 +0000")
        #expect(read["message-id"] == "<01a1feb1-7d73@example.org>")
    }

    @Test(arguments: ["Ada\r\nBcc: thief@example.net", "Ada\nX: y", "\r\n\r\nbody", "a\u{0}b", "a\u{85}b\u{2028}c"])
    func `nobody's name or subject makes a header or a body`(text: String) throws {
        let read = try read(message(text, text, "hello"))
        #expect(read["headers"] == "8" && read["bcc"] == nil && read["x"] == nil)
        #expect(read["text"] == "hello")
    }

    @Test func `lines are short and of ASCII, whatever is in them`() throws {
        let wire = try message(
            "Ж" + String(repeating: "ы", count: 300), String(repeating: "ش", count: 300),
            String(repeating: "語", count: 5000)
        ).wire
        #expect(wire.utf8.allSatisfy { $0 < 127 && ($0 >= 32 || $0 == 13 || $0 == 10) })
        #expect(wire.components(separatedBy: "\r\n").allSatisfy { $0.utf8.count <= 78 })
        #expect(wire.replacingOccurrences(of: "\r\n", with: "").contains { $0 == "\r" || $0 == "\n" } == false)
    }

    @Test(arguments: [
        "", "a", "@b", "a@", "a@b@c", "a b@c.de", "a@b.c\r\nRCPT TO:<x@y.z>", "<a@b.c>", "a@b.c>", "ж@example.org",
        "a,b@c.de",
    ])
    func `what can't stand in an envelope is no mailbox`(text: String) {
        #expect(Mailbox(address: text) == nil)
    }

    @Test func `a date of every month and of leap years is the calendar's`() {
        for seconds in stride(from: Int64(0), through: 4_102_444_800, by: 86_400 * 13 + 3661) {
            var (time, parts) = (time_t(seconds), tm())
            gmtime_r(&time, &parts)
            var buffer = [CChar](repeating: 0, count: 64)
            strftime(&buffer, buffer.count, "%a, %d %b %Y %H:%M:%S +0000", &parts)
            #expect(MailDate.text(seconds) == String(cString: buffer))
        }
    }

    @Test func `a server gets the message as it was, dots at the beginning of a line too`() async throws {
        let server = try TestMailServer()
        defer { server.close() }
        let smtp = try #require(SMTP(url: server.url))
        let message = try message("Zoë", "Тема", ".a dot\r\n..\r\nand more")
        try await smtp.send(message)
        #expect(server.received == [.init(from: "roost@example.org", to: ["zoe@example.com"], message: message.wire)])
    }

    @Test func `a refusal, a closed port and a server without TLS are errors that name no address`() async throws {
        let server = try TestMailServer()
        let message = try message("Zoë", "x", "y")
        server.refuse(next: 1)
        let refused = await #expect(throws: SMTP.Problem.self) { try await SMTP(url: server.url)?.send(message) }
        #expect("\(try #require(refused))".contains("451"))
        // With an authority of its own TLS is demanded, on this machine as well.
        await #expect(throws: SMTP.Problem.self) {
            try await SMTP(url: server.url, authority: "/etc/ssl/certs/ca-certificates.crt")?.send(message)
        }
        server.close()
        let closed = await #expect(throws: SMTP.Problem.self) { try await SMTP(url: server.url)?.send(message) }
        #expect("\(try #require(closed))".contains("@") == false)
        #expect(server.received.isEmpty)
    }

    @Test(arguments: [
        "", "mail.example.org", "http://mail.example.org", "smtp://user:pass@mail.example.org", "smtp://",
        "file:///etc/passwd",
    ])
    func `what is no address of a mail server is refused`(url: String) { #expect(SMTP(url: url) == nil) }
}
