/// How a language writes file sizes, in steps of 1,000.
package struct ByteStyle: Sendable {
    private let language: Language

    package init(_ language: Language) {
        self.language = language
    }

    /// Returns one decimal below 10 of a unit, none above: `1.5 MB`, `15 MB`.
    package func string(_ count: Int) -> String {
        let numbers = NumberStyle(language)
        if count.magnitude < 1000 { return numbers.integer(count) + "\u{A0}" + units[0].description }
        var tenths = (count.magnitude + 50) / 100
        var step = 1
        // 9,995 tenths of a unit would round up to 1,000 of it.
        while tenths >= 9_995, step < units.count - 1 {
            tenths = (tenths + 500) / 1000
            step += 1
        }
        let sign = count < 0 ? -1 : 1
        let number =
            tenths < 100 && tenths % 10 != 0
            ? numbers.fixed(sign * Int(tenths), places: 1) : numbers.integer(sign * Int((tenths + 5) / 10))
        return number + "\u{A0}" + units[step].description
    }

    private var units: [StaticString] {
        switch language {
        case .en, .es: ["B", "kB", "MB", "GB", "TB", "PB"]
        case .ru: ["Б", "кБ", "МБ", "ГБ", "ТБ", "ПБ"]
        case .fa: ["بایت", "کیلوبایت", "مگابایت", "گیگابایت", "ترابایت", "پتابایت"]
        }
    }
}
