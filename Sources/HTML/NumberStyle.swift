/// How a language writes numbers. Source of the figures: CLDR 46, latn for en, es, ru and arabext for fa.
package struct NumberStyle: Sendable {
    private let zero: UInt32
    private let group: Unicode.Scalar
    private let decimal: Unicode.Scalar
    private let minus: String
    private let percent: String
    /// The number of digits from which groups are separated: Spanish writes 4-digit numbers without a separator.
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

    /// `units` counts in 10^-`places`: 1250 with 2 places is 12.50. The result is exact, so fit for money.
    package func fixed(_ units: Int, places: Int) -> String {
        let places = max(0, places)
        let digits = Self.digitCount(units.magnitude, atLeast: places + 1)
        let wholeCount = digits - places
        var rest = units.magnitude
        // Written backwards, since division yields the last digit first. No mark takes more than three bytes.
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: digits * 6 + 16) { buffer in
            var at = buffer.count
            for index in 0..<digits {
                let whole = index - places
                if whole == 0, index > 0 { Self.put(decimal, before: &at, in: buffer) }
                if whole > 0, whole % 3 == 0, wholeCount >= groupsFrom { Self.put(group, before: &at, in: buffer) }
                Self.put(scalar(rest % 10), before: &at, in: buffer)
                rest /= 10
            }
            return finish(isNegative: units < 0, from: at, in: buffer)
        }
    }

    /// Rounds half away from zero. If the number is too large or not a number, returns a dash.
    package func decimal(_ value: Double, places: Int) -> String {
        var scaled = value
        for _ in 0..<max(0, places) { scaled *= 10 }
        // Not `rounded`: that would need libm.
        guard scaled.magnitude < 9e18 else { return "—" }
        return fixed(Int(scaled < 0 ? scaled - 0.5 : scaled + 0.5), places: places)
    }

    /// `fraction` 0.125 with 1 place is 12.5 %.
    package func percent(_ fraction: Double, places: Int = 0) -> String {
        decimal(fraction * 100, places: places) + percent
    }

    /// A number as programs write it, `1440` or `90.55`, as a person of the language can type it: in its digits, with its sign before decimals,
    /// and without groups, which are commas in one language while commas precede decimals in another. Any other text stays as it is: a form
    /// gives back what was typed.
    package func typed(_ plain: String) -> String {
        let parts = plain.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count),
            parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { (48...57).contains($0) } })
        else { return plain }
        return String(
            String.UnicodeScalarView(
                plain.unicodeScalars.map { $0 == "." ? decimal : scalar(UInt($0.value - 48)) }))
    }

    /// The language's digits without groups: years, days, clock times. Padded with zeros to `width`.
    func plain(_ value: Int, width: Int = 1) -> String {
        let digits = Self.digitCount(value.magnitude, atLeast: width)
        var rest = value.magnitude
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: digits * 3 + 16) { buffer in
            var at = buffer.count
            for _ in 0..<digits {
                Self.put(scalar(rest % 10), before: &at, in: buffer)
                rest /= 10
            }
            return finish(isNegative: value < 0, from: at, in: buffer)
        }
    }

    private func scalar(_ digit: UInt) -> Unicode.Scalar { Unicode.Scalar(zero + UInt32(digit)) ?? "?" }

    private static func digitCount(_ value: UInt, atLeast least: Int) -> Int {
        var count = 1
        var rest = value / 10
        while rest > 0 {
            count += 1
            rest /= 10
        }
        return max(count, least)
    }

    private static func put(
        _ scalar: Unicode.Scalar, before at: inout Int, in buffer: UnsafeMutableBufferPointer<UInt8>
    ) {
        if scalar.isASCII {
            at -= 1
            buffer[at] = UInt8(truncatingIfNeeded: scalar.value)
        } else {
            for byte in String(scalar).utf8.reversed() {
                at -= 1
                buffer[at] = byte
            }
        }
    }

    private func finish(isNegative: Bool, from at: Int, in buffer: UnsafeMutableBufferPointer<UInt8>) -> String {
        var at = at
        if isNegative { for scalar in minus.unicodeScalars.reversed() { Self.put(scalar, before: &at, in: buffer) } }
        return String(decoding: UnsafeBufferPointer(rebasing: buffer[at...]), as: UTF8.self)
    }
}
