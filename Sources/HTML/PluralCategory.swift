/// The CLDR classes of whole numbers that need different word forms.
package enum PluralCategory: String, CaseIterable, Sendable {
    case one, few, many, other

    package init(of number: Int, in language: Language) {
        let magnitude = number.magnitude
        switch language {
        case .en: self = magnitude == 1 ? .one : .other
        case .es: self = magnitude == 1 ? .one : magnitude != 0 && magnitude % 1_000_000 == 0 ? .many : .other
        case .fa: self = magnitude <= 1 ? .one : .other
        case .ru:
            switch (magnitude % 10, magnitude % 100) {
            case (_, 11...14): self = .many
            case (1, _): self = .one
            case (2...4, _): self = .few
            default: self = .many
            }
        }
    }
}
