import Foundation

/// Counts the responses to a queued call that neither perform nor refuse it: a fault of the server (5xx), a redirect,
/// or a response that can't be read.
///
/// Usually such responses concern all calls, and the queue waits until the server has recovered. But a call that alone
/// gets them, while the server answers others, would block the calls after it for ever. So after `least` such responses
/// over `patience`, the queue sends a harmless request before it repeats the call. If the server answers the request
/// and fails again for the call, the fault belongs to the call: it is set aside and reported, like a refused one.
struct Trouble: Codable, Equatable, Sendable {
    static let least = 10
    static let patience: TimeInterval = 3600

    /// The time of the first of them, by the device's clock.
    let since: Date
    private(set) var answers = 0

    init(since: Date) { self.since = since }

    mutating func add() { answers += 1 }

    /// True if it is time to find out which side has the fault. A clock that was set back lengthens no wait.
    func isEnough(now: Date) -> Bool { answers >= Self.least && abs(now.timeIntervalSince(since)) >= Self.patience }
}

extension CallFault {
    /// Returns the response, if it may concern this call alone; nil if there was none, or if it concerns the user or
    /// all calls.
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
    /// True if the server itself answers a harmless request, not a network device on the way.
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
