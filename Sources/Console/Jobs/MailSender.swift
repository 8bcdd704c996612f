import HTML
import Mail
import Postgres
import Templates

/// Sends mail, with the sender's address and the server.
package struct MailSender: Sendable {
    package let smtp: SMTP
    package let from: Mailbox

    package init(smtp: SMTP, from: Mailbox) {
        self.smtp = smtp
        self.from = from
    }
}

extension MailSender {
    /// Uses the job's id for the message: if it is sent again after a killed process, it is the same mail.
    package func send(
        _ page: some MailPage, to email: String, name: String, in language: Language, job: ID,
        attachment: Message.Attachment? = nil
    ) async throws {
        guard let to = Mailbox(name: name, address: email) else { throw MailProblem.noAddress }
        try await smtp.send(
            Message(
                id: job.description, from: from, to: to, subject: Self.subject(page.title.resolve(in: language)),
                text: page.text(in: language),
                html: String(decoding: page.rendered(in: language).withUnsafeBytes { Array($0) }, as: UTF8.self),
                sentAt: Timestamp.now.seconds,
                attachment: attachment))
    }

    /// A subject is a heading: it ends without the full stop of the sentence that it may be.
    static func subject(_ title: String) -> String {
        title.hasSuffix(".") && !title.hasSuffix("..") ? String(title.dropLast()) : title
    }
}

package enum MailProblem: Error, CustomStringConvertible {
    case notSetUp
    case noAddress
    case unknownNotice
    case tooLarge

    package var description: String {
        switch self {
        case .notSetUp: "ROOST_SMTP is not set any more"
        case .noAddress: "the address can't stand in an e-mail"
        case .unknownNotice: "a newer version has written it"
        case .tooLarge: "the file is too large for an e-mail"
        }
    }
}
