import Mail
import Postgres
import Templates

extension MailSender {
    /// Makes the file and mails it, with a page that may say how many rows it has; returns how many, for the record of its end.
    package func send<Page: MailPage>(
        _ download: Download, to email: String, name: String, by actor: Actor, job: ID, _ services: Services,
        with page: (_ rows: Int) -> Page
    ) async throws -> Int {
        let counted = RowCount()
        let pipe = download.start(inBackgroundBy: actor, services, counting: counted)
        // Whoever writes rows for nobody ends.
        defer { pipe.abandon() }
        var file: [UInt8] = []
        for try await bytes in pipe {
            file += bytes
            if file.count > ReportMailWork.largest { throw MailProblem.tooLarge }
        }
        let rows = counted.value
        try await send(
            page(rows), to: email, name: name, in: actor.language, job: job,
            attachment: .init(name: download.name, type: download.type, bytes: file))
        return rows
    }
}
