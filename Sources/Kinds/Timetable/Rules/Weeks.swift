/// The weeks, of 1 to 4, in which a lesson takes place. At least one.
struct Weeks: Sendable, Hashable {
    /// The database's form: bit 0 is week 1.
    let mask: Int

    static let all = Weeks(bits: 15)

    private init(bits: Int) { mask = bits }

    init?(mask: Int) {
        guard (1...15).contains(mask) else { return nil }
        self.mask = mask
    }

    /// nil if there is none, or one that is not from 1 to 4.
    init?(_ numbers: some Sequence<Int>) {
        var mask = 0
        for number in numbers {
            guard (1...4).contains(number) else { return nil }
            mask |= 1 << (number - 1)
        }
        self.init(mask: mask)
    }

    /// Parses `1,3`, `1-4`, `1–2, 4`, in the digits of any script. An empty text means every week.
    init?(words: String) {
        let text = String(
            words.filter { !$0.isWhitespace }.map { "–—−".contains($0) ? "-" : "،;".contains($0) ? "," : $0 })
        if text.isEmpty {
            self = .all
            return
        }
        var numbers: [Int] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map(Self.digit)
            switch ends.count {
            case 1:
                guard let one = ends[0] else { return nil }
                numbers.append(one)
            case 2:
                guard let first = ends[0], let last = ends[1], first <= last else { return nil }
                numbers += first...last
            default: return nil
            }
        }
        self.init(numbers)
    }

    private static func digit(_ text: Substring) -> Int? {
        guard text.count == 1, let number = text.first?.wholeNumberValue, (1...4).contains(number) else { return nil }
        return number
    }

    func contains(_ week: Int) -> Bool { (1...4).contains(week) && mask & (1 << (week - 1)) != 0 }

    func intersects(_ other: Weeks) -> Bool { mask & other.mask != 0 }

    /// Returns the weeks without those of the other; nil if none is left.
    func subtracting(_ other: Weeks) -> Weeks? { Weeks(mask: mask & ~other.mask) }

    var numbers: [Int] { (1...4).filter(contains) }

    /// Returns `1–4` or `1, 3`: three or more weeks in a row are written as a range.
    var words: String {
        var parts: [String] = []
        var left = numbers[...]
        while let first = left.first {
            var last = first
            while left.dropFirst().first == last + 1 {
                left = left.dropFirst()
                last += 1
            }
            left = left.dropFirst()
            switch last - first {
            case 0: parts.append("\(first)")
            case 1: parts += ["\(first)", "\(last)"]
            default: parts.append("\(first)–\(last)")
            }
        }
        return parts.joined(separator: ", ")
    }
}
