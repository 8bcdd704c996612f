import Secrets

/// An e-mail in the form that is sent (RFC 5322, RFC 2045 to 2047): a text and the same as HTML, in any script.
package struct Message: Sendable {
    /// Globally unique, and the same when the message is sent again: the recipient's mail program then shows it once.
    package var id: String
    package var from: Mailbox
    package var to: Mailbox
    package var subject: String
    package var text: String
    package var html: String
    /// Seconds since 1970.
    package var sentAt: Int64
    package var attachment: Attachment?

    /// An attached file.
    package struct Attachment: Sendable {
        /// Letters, digits, points and hyphens; other characters are dropped, so that no name can end its header.
        package var name: String
        /// A media type: `text/csv; charset=utf-8`.
        package var type: String
        package var bytes: [UInt8]

        package init(name: String, type: String, bytes: [UInt8]) {
            self.name = name
            self.type = type
            self.bytes = bytes
        }
    }

    package init(
        id: String, from: Mailbox, to: Mailbox, subject: String, text: String, html: String, sentAt: Int64,
        attachment: Attachment? = nil
    ) {
        self.id = id
        self.from = from
        self.to = to
        self.subject = subject
        self.text = text
        self.html = html
        self.sentAt = sentAt
        self.attachment = attachment
    }

    /// Lines end in CR LF and are at most 76 characters long, bodies are base64: so no relay has a reason to change
    /// anything.
    package var wire: String {
        let boundary = "roost-\(id.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(40))"
        var lines = [
            "Date: \(MailDate.text(sentAt))", "From: \(from.header)", "To: \(to.header)",
            "Message-ID: <\(id.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-.".contains($0)) })@\(from.host)>",
            "Subject: \(HeaderText.encoded(subject))", "MIME-Version: 1.0", "Auto-Submitted: auto-generated",
        ]
        let outer = "\(boundary)-mixed"
        if attachment != nil { lines += ["Content-Type: multipart/mixed; boundary=\"\(outer)\"", "", "--\(outer)"] }
        lines += ["Content-Type: multipart/alternative; boundary=\"\(boundary)\"", ""]
        for (type, body) in [("plain", text), ("html", html)] {
            lines += ["--\(boundary)", "Content-Type: text/\(type); charset=utf-8"] + Self.content(Array(body.utf8))
        }
        lines += ["--\(boundary)--", ""]
        if let attachment {
            lines += [
                "--\(outer)", "Content-Type: \(attachment.type)",
                "Content-Disposition: attachment; filename=\"\(attachment.safeName)\"",
            ]
            lines += Self.content(attachment.bytes) + ["--\(outer)--", ""]
        }
        return lines.joined(separator: "\r\n")
    }

    private static func content(_ bytes: [UInt8]) -> [String] {
        ["Content-Transfer-Encoding: base64", ""] + folded(Base64.padded.encode(bytes))
    }

    private static func folded(_ text: String) -> [String] {
        let bytes = Array(text.utf8)
        return stride(from: 0, to: bytes.count, by: 76).map {
            String(decoding: bytes[$0..<min($0 + 76, bytes.count)], as: UTF8.self)
        }
    }
}

extension Message.Attachment {
    var safeName: String { name.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-.".contains($0)) } }
}

/// A name and an address: `Ada <ada@example.org>`.
package struct Mailbox: Sendable, Equatable {
    package var name: String
    /// Printable ASCII without spaces, brackets and commas, with one @.
    package let address: String

    /// nil for an address that can't be used unchanged in a header and an envelope.
    package init?(name: String = "", address: String) {
        let parts = address.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), address.utf8.count <= 254,
            address.utf8.allSatisfy({ $0 > 32 && $0 < 127 && !"<>()[],;:\\\"".utf8.contains($0) })
        else { return nil }
        self.name = name
        self.address = address
    }

    /// Parses `Ada <ada@example.org>` or an address alone.
    package init?(_ text: String) {
        guard let open = text.lastIndex(of: "<"), text.last == ">" else {
            self.init(address: text)
            return
        }
        self.init(
            name: text[..<open].split(separator: " ").joined(separator: " "),
            address: String(text[text.index(after: open)...].dropLast()))
    }

    var host: Substring { address.split(separator: "@").last ?? "" }
    var header: String { name.isEmpty ? address : "\(HeaderText.encoded(name, isPhrase: true)) <\(address)>" }
}

/// Encodes text of any script for a header (RFC 2047).
enum HeaderText {
    /// Text of letters, digits and spaces stays as it is; everything else becomes encoded words of at most 75
    /// characters, split between characters. Line ends are removed, so that no name can add a header.
    static func encoded(_ text: String, isPhrase: Bool = false) -> String {
        let isPlain =
            text.utf8.count <= 60
            && text.utf8.allSatisfy { byte in
                byte == 32 || byte >= 48 && byte <= 57 || byte >= 65 && byte <= 90 || byte >= 97 && byte <= 122
                    || !isPhrase && byte > 32 && byte < 127 && byte != UInt8(ascii: "=")
            }
        if isPlain { return text }
        var words: [String] = []
        var chunk: [UInt8] = []
        for scalar in text.unicodeScalars where !scalar.properties.isNoncharacterCodePoint {
            let bytes = Array(String(scalar).utf8)
            // 42 bytes are 56 characters of base64, 68 with the marks around them, 77 after “Subject: ”.
            if chunk.count + bytes.count > 42 {
                words.append("=?utf-8?B?\(Base64.padded.encode(chunk))?=")
                chunk = []
            }
            chunk += scalar.value < 32 || scalar.value == 127 ? [32] : bytes
        }
        if !chunk.isEmpty { words.append("=?utf-8?B?\(Base64.padded.encode(chunk))?=") }
        return words.joined(separator: "\r\n ")
    }
}

/// `Sat, 21 Nov 2026 18:31:00 +0000`
enum MailDate {
    static func text(_ seconds: Int64) -> String {
        let day = Int((Double(seconds) / 86_400).rounded(.down))
        let rest = Int(seconds) - day * 86_400
        // Days since 1 March 0000 (H. Hinnant, “chrono-Compatible Low-Level Date Algorithms”).
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let ofEra = shifted - era * 146_097
        let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * ofYear + 2) / 153
        let date = ofYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        let weekday = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][((day % 7) + 7) % 7]
        let name = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][month - 1]
        return
            "\(weekday), \(two(date)) \(name) \(year) \(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60)) +0000"
    }
}
