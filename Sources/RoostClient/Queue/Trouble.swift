import Foundation

/// Answers to a queued call that neither do nor refuse it: a fault of the server (5xx), a redirect, or what can't be read.
///
/// Mostly they are about all calls, and the queue waits until the server is well again. A call that gets nothing else while the server
/// answers others would keep those behind it waiting for ever: when it has had `least` such answers over `patience`, the queue asks
/// the server for something harmless before it sends the call again. If that is answered and the call once more is not, the fault is
/// the call's own: it is put aside and reported, like one that is refused.
struct Trouble: Codable, Equatable, Sendable {
    static let least = 10
    static let patience: TimeInterval = 3600

    /// Of the first of them, by the device's clock.
    let since: Date
    private(set) var answers = 0

    init(since: Date) { self.since = since }

    mutating func add() { answers += 1 }

    /// It is time to find out whose fault it is. A clock that was set back doesn't make anybody wait longer.
    func isEnough(now: Date) -> Bool { answers >= Self.least && abs(now.timeIntervalSince(since)) >= Self.patience }
}

extension CallFault {
    /// What the server has answered, if that may be about this one call alone; nil where nothing was answered, and for what holds for
    /// the user or all calls.
    var trouble: Problem? {
        switch self {
        case .unavailable(let problem, _): problem.status == 429 ? nil : problem
        case .unreadable(let detail):
            Problem(type: "unreadable", title: "The answer can't be read", status: 0, detail: detail)
        case .signedOut, .refused, .network, .deadline: nil
        }
    }
}

extension CallSender {
    /// The server answers what changes nothing, and not something between here and there in its place.
    func isAnswered(_ user: UUID) async -> Bool {
        do {
            let asked = try PreparedCall(GetMyProfile(), idempotencyKey: nil)
            let answer = try await send(asked, of: user, most: 1, within: settings.deadline)
            return (try? JSON.decoder.decode(JSONValue.self, from: answer.body)) != nil
        } catch CallFault.refused(let problem) {
            return !problem.isAboutAll && !problem.requestID.isEmpty
        } catch {
            return false
        }
    }
}
