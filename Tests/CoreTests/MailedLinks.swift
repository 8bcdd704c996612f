import Secrets
import Support

@testable import Console

extension TestConsole {
    /// Works all jobs; the one-time links that were mailed since, of accounts unless said otherwise, empty where a mail has
    /// none.
    func mailedLinks(
        to server: TestMailServer,
        _ form: Regex<(Substring, Substring)> =
            /https:\/\/roost\.example(\/accounts\/[a-z0-9-]+\/links\/[A-Za-z0-9_-]{43})/
    ) async throws -> [(to: String, path: String)] {
        let before = server.received.count
        let worker = JobWorker(services: services)
        while try await worker.step() {}
        return server.received.dropFirst(before).map { mail in
            // In the text part, which is base64.
            for part in mail.message.split(separator: "\r\n\r\n") {
                let lines = part.split(separator: "\r\n").prefix { !$0.hasPrefix("--") }.joined()
                guard let bytes = Base64.padded.decode(lines.utf8) else { continue }
                let text = String(decoding: bytes, as: UTF8.self)
                if let found = text.firstMatch(of: form) {
                    return (mail.to.first ?? "", String(found.output.1))
                }
            }
            return (mail.to.first ?? "", "")
        }
    }
}
