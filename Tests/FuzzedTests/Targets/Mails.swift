// modules: Mail
@testable import Mail

/// A person's name and address, a subject and a text, as they stand in a mail: none of them ends a header.
enum Mails: Fuzzed {
    static let name = "mail"
    static let longest = 4_096

    static func read(_ bytes: [UInt8]) throws {
        let texts = bytes.texts
        let to = Mailbox(texts[0]) ?? Mailbox(name: texts[0], address: "ada@example.org")
        guard let to, let from = Mailbox("Roost <roost@example.org>") else { return }
        func text(_ index: Int) -> String { texts.indices.contains(index) ? texts[index] : "" }
        let message = Message(
            id: text(1), from: from, to: to, subject: text(2), text: text(3), html: text(3), sentAt: 1_700_000_000,
            attachment: .init(name: text(4), type: "text/csv", bytes: bytes))
        let wire = Array(message.wire.utf8)
        var last: UInt8 = 0
        for byte in wire {
            try Broken.unless(byte < 127 && (byte >= 32 || byte == 13 || byte == 10), "only printable characters")
            try Broken.unless((byte == 10) == (last == 13), "lines end in CR LF")
            last = byte
        }
        let lines = message.wire.split(separator: "\r\n", omittingEmptySubsequences: false)
        let heads = lines.prefix { !$0.isEmpty }.filter { !$0.hasPrefix(" ") }
        let names = heads.map { String($0.prefix { $0 != ":" }) }
        try Broken.unless(
            names == [
                "Date", "From", "To", "Message-ID", "Subject", "MIME-Version", "Auto-Submitted", "Content-Type",
            ], "no header is added")
        try Broken.unless(lines.allSatisfy { $0.utf8.count <= 998 }, "no line is too long to be sent")
    }
}
