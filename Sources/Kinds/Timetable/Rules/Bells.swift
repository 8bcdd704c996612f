/// The usual starts and ends of lessons: the rows of the week grid, and the times to which a lesson can move.
struct Bells: Sendable, Hashable {
    let times: [Range<Int>]

    static let usual = "09:00-10:20, 10:35-11:55, 12:25-13:45, 14:00-15:20, 15:50-17:10, 17:25-18:45, 19:00-20:20"

    init(whole: Range<Int>) { times = [whole] }

    /// Parses `09:00-10:20, 10:35-11:55`. nil if a part is no time, or begins before the previous one has ended.
    init?(_ text: String) {
        var times: [Range<Int>] = []
        for part in text.split(whereSeparator: { ",;،\n\r".contains($0) })
        where part.contains(where: { !$0.isWhitespace }) {
            let ends = part.split(whereSeparator: { "-–—".contains($0) }).map { Self.minutes(String($0)) }
            guard ends.count == 2, let starts = ends[0], let finish = ends[1], starts < finish,
                starts >= times.last?.upperBound ?? 0
            else { return nil }
            times.append(starts..<finish)
        }
        guard !times.isEmpty, times.count <= 16 else { return nil }
        self.times = times
    }

    /// Parses `9:05` or `09.05` as minutes since midnight, in the digits of any script. 24:00 is the end of a day.
    static func minutes(_ text: String) -> Int? {
        if let minutes = usualMinutes(text) { return minutes }
        let parts = text.filter { !$0.isWhitespace }.split(whereSeparator: { ":.".contains($0) }, omittingEmpty: false)
        guard (2...3).contains(parts.count), (1...2).contains(parts[0].count), parts[1].count == 2,
            let hour = number(parts[0]), let minute = number(parts[1]), minute < 60,
            parts.count == 2 || (1...2).contains(parts[2].count) && number(parts[2]) == 0,
            hour < 24 || hour == 24 && minute == 0
        else { return nil }
        return hour * 60 + minute
    }

    /// The same for `09:05`, as nearly all files and sources write it; nil for any other form.
    private static func usualMinutes(_ text: String) -> Int? {
        guard text.utf8.count == 5 else { return nil }
        let signs = Array(text.utf8)
        let digits = [signs[0], signs[1], signs[3], signs[4]].map { Int($0) - 0x30 }
        guard signs[2] == UInt8(ascii: ":"), digits.allSatisfy((0...9).contains), digits[2] < 6 else { return nil }
        let hour = digits[0] * 10 + digits[1]
        return hour < 24 ? hour * 60 + digits[2] * 10 + digits[3] : nil
    }

    private static func number(_ text: some StringProtocol) -> Int? {
        var value = 0
        for digit in text {
            guard let one = digit.wholeNumberValue, one < 10 else { return nil }
            value = value * 10 + one
        }
        return value
    }

    /// Returns `09:05`, as forms and files write it.
    static func words(_ minutes: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(minutes / 60)):\(two(minutes % 60))"
    }

    var words: String {
        times.map { "\(Self.words($0.lowerBound))-\(Self.words($0.upperBound))" }.joined(separator: ", ")
    }
}

extension String {
    fileprivate func split(whereSeparator isSeparator: (Character) -> Bool, omittingEmpty: Bool) -> [Substring] {
        split(maxSplits: .max, omittingEmptySubsequences: omittingEmpty, whereSeparator: isSeparator)
    }
}
