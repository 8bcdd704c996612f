/// Neighbouring keys on the keyboards of Roost's languages: "qwerty", "1qaz", "zaq1", "йцукен" are walks.
enum Keyboard {
    /// Each row starts half a key to the right of the row above: key n touches n and n + 1 above it.
    private static let layouts: [[String]] = [
        ["1234567890-=", "qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./"],
        ["!@#$%^&*()_+", "qwertyuiop{}", "asdfghjkl:\"", "zxcvbnm<>?"],
        ["1234567890", "qwertzuiop", "asdfghjkl", "yxcvbnm"],
        ["1234567890", "azertyuiop", "qsdfghjklm", "wxcvbn"],
        ["1234567890", "qwertyuiop", "asdfghjklñ", "zxcvbnm"],
        ["1234567890", "йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю"],
        ["۱۲۳۴۵۶۷۸۹۰", "ضصثقفغعهخحجچ", "شسیبلاتنمکگ", "ظطزرذدپو"],
    ]

    private struct Place {
        var layout: Int
        var row: Int
        var column: Int
    }

    private static let places: [Character: [Place]] = {
        var places: [Character: [Place]] = [:]
        for (layout, rows) in layouts.enumerated() {
            for (row, keys) in rows.enumerated() {
                for (column, key) in keys.enumerated() {
                    places[key, default: []].append(Place(layout: layout, row: row, column: column))
                }
            }
        }
        return places
    }()

    /// The layouts on which both characters are on one key or on keys that touch, one bit each from bit 0. In lower
    /// case.
    static func layoutsTouching(_ one: Character, _ other: Character) -> UInt32 {
        guard let ones = places[one], let others = places[other] else { return 0 }
        var found: UInt32 = 0
        for one in ones {
            for other in others where one.layout == other.layout {
                let aside = other.column - one.column
                let touches =
                    switch other.row - one.row {
                    case 0: abs(aside) <= 1
                    case 1: aside == 0 || aside == -1
                    case -1: aside == 0 || aside == 1
                    default: false
                    }
                if touches { found |= 1 << UInt32(one.layout) }
            }
        }
        return found
    }
}
