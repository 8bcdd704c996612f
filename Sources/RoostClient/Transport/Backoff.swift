import Foundation

/// Returns the pause before the next attempt: it doubles from half a second up to a limit, and a random part of up to a
/// half is taken off, so that apps that failed together don't return together.
struct Backoff: Sendable {
    var first = 0.5
    var most = 30.0

    /// After that many failed attempts, counted from 1.
    func pause(after attempts: Int, chance: Double) -> Duration {
        let whole = min(most, first * Double(1 << min(max(attempts - 1, 0), 20)))
        return .milliseconds(Int(whole * (0.5 + chance / 2) * 1000))
    }
}

extension HTTPAnswer {
    /// Returns the pause that `Retry-After` asks for (RFC 9110, 10.2.3): seconds, or a date by the server's clock,
    /// which `Date` tells.
    func retryAfter(now: Date) -> Duration? {
        guard let text = headers["retry-after"]?.trimmingCharacters(in: .whitespaces) else { return nil }
        let most = 86_400
        if let seconds = Int(text) { return .seconds(min(max(seconds, 0), most)) }
        guard let date = HTTPDate.read(text) else { return nil }
        let seconds = date.timeIntervalSince(headers["date"].flatMap(HTTPDate.read) ?? now)
        return .seconds(Int(min(max(seconds.rounded(.up), 0), Double(most))))
    }
}

/// `Sun, 06 Nov 1994 08:49:37 GMT`
enum HTTPDate {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    static func read(_ text: String) -> Date? {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let day = Int(parts[1]), let year = Int(parts[3]),
            let month = months.firstIndex(of: String(parts[2]))
        else { return nil }
        let time = parts[4].split(separator: ":").map { Int($0) ?? -1 }
        guard time.count == 3 else { return nil }
        return Moment.date(year, month + 1, day, time[0], time[1], time[2])
    }
}
