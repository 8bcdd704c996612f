/// A day and a time as a person types them: `2026-11-20T18:00`, as a browser's own field sends it, or `۱۴۰۵/۰۸/۲۹ ۱۸:۰۰`.
package enum TypedTime {
    /// Returns the form `2026-11-20T18:00`, with seconds if they were typed; nil if `text` is no day with a time.
    package static func iso(_ text: String) -> String? {
        let parts = text.split { $0 == "T" || $0.isWhitespace }
        guard parts.count == 2, let day = TypedDay.iso(String(parts[0])) else { return nil }
        let clock = TypedDay.latin(String(parts[1])).split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(clock.count),
            zip(clock, [24, 60, 60]).allSatisfy({ part, end in
                part.utf8.count == 2 && part.utf8.allSatisfy { (48...57).contains($0) } && (Int(part) ?? end) < end
            })
        else { return nil }
        return "\(day)T\(clock.joined(separator: ":"))"
    }

    /// Returns `۱۴۰۵/۰۸/۲۹ ۱۸:۰۰` for a Persian page, `2026-11-20T18:00` for the others, since a browser's own field
    /// accepts only that form. A text that is no day with a time stays as it was typed.
    package static func field(_ text: String, in language: Language) -> String {
        guard let iso = iso(text) else { return text }
        guard language == .fa else { return iso }
        let parts = iso.split(separator: "T").map(String.init)
        let numbers = NumberStyle(language)
        let clock = parts[1].split(separator: ":").map { numbers.plain(Int($0) ?? 0, width: 2) }
        return "\(TypedDay.field(parts[0], in: language)) \(clock.joined(separator: ":"))"
    }
}
