import HTML

extension LocalTime {
    /// A day in the form of forms and addresses, `yyyy-mm-dd`, of the year 1 or later; nil if the day does not exist.
    package init?(day text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        guard text.utf8.count == 10, parts.count == 3, parts[0] > 0, parts[0] < 10_000,
            let time = LocalTime(year: parts[0], month: parts[1], day: parts[2]), time.iso.hasPrefix(text)
        else { return nil }
        self = time
    }
}
