/// How a language writes numbers. Source of the figures: CLDR 46, latn for en, es, ru and arabext for fa.
package struct NumberStyle: Sendable {
    private let zero: UInt32
    private let group: Unicode.Scalar
    private let decimal: Unicode.Scalar
    private let minus: String
    private let percent: String
    /// From how many digits on groups are marked: Spanish leaves 4-digit numbers alone.
    private let groupsFrom: Int

    package init(_ language: Language) {
        switch language {
        case .en: self.init(group: ",", decimal: ".", percent: "%")
        case .es: self.init(group: ".", decimal: ",", percent: "\u{A0}%", groupsFrom: 5)
        case .ru: self.init(group: "\u{A0}", decimal: ",", percent: "\u{A0}%")
        case .fa:
            self.init(
                zero: 0x06F0, group: "\u{066C}", decimal: "\u{066B}", minus: "\u{200E}\u{2212}", percent: "\u{066A}")
        }
    }

    private init(
        zero: UInt32 = 0x30, group: Unicode.Scalar, decimal: Unicode.Scalar, minus: String = "-", percent: String,
        groupsFrom: Int = 4
    ) {
        self.zero = zero
        self.group = group
        self.decimal = decimal
        self.minus = minus
        self.percent = percent
        self.groupsFrom = groupsFrom
    }

    package func integer(_ value: Int) -> String {
        fixed(value, places: 0)
    }

    /// `units` counted in 10^-`places`: 1250 with 2 places is 12.50. Exact, so fit for money.
    package func fixed(_ units: Int, places: Int) -> String {
        let digits = Array(String(units.magnitude).utf8)
        let padding = max(0, places + 1 - digits.count)
        let padded = [UInt8](repeating: UInt8(ascii: "0"), count: padding) + digits
        let wholeCount = padded.count - max(0, places)
        var result = String.UnicodeScalarView()
        for (index, digit) in padded.enumerated() {
            let left = wholeCount - index
            if left == 0 { result.append(decimal) }
            if index > 0, left > 0, left % 3 == 0, wholeCount >= groupsFrom { result.append(group) }
            result.append(scalar(digit))
        }
        return units < 0 ? minus + String(result) : String(result)
    }

    /// Rounded half away from zero. A number too large for it, or none at all, is a dash.
    package func decimal(_ value: Double, places: Int) -> String {
        var scaled = value
        for _ in 0..<max(0, places) { scaled *= 10 }
        // Not `rounded`: that would want libm.
        guard scaled.magnitude < 9e18 else { return "—" }
        return fixed(Int(scaled < 0 ? scaled - 0.5 : scaled + 0.5), places: places)
    }

    /// `fraction` 0.125 with 1 place is 12.5 %.
    package func percent(_ fraction: Double, places: Int = 0) -> String {
        decimal(fraction * 100, places: places) + percent
    }

    /// Digits of the language without groups: years, days, clock times. Padded with zeros to `width`.
    func plain(_ value: Int, width: Int = 1) -> String {
        var digits = Array(String(value.magnitude).utf8)
        while digits.count < width { digits.insert(UInt8(ascii: "0"), at: 0) }
        var result = String.UnicodeScalarView()
        for digit in digits { result.append(scalar(digit)) }
        return value < 0 ? minus + String(result) : String(result)
    }

    private func scalar(_ digit: UInt8) -> Unicode.Scalar {
        Unicode.Scalar(zero + UInt32(digit) - 0x30) ?? "?"
    }
}
