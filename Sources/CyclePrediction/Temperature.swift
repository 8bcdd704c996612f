/// A basal body temperature: taken at rest, after sleep, always in the same place.
///
/// Stored as whole hundredths of a degree Celsius, so that the same log gives the same result on every machine.
public struct Temperature: Hashable, Comparable, Sendable {
    public let hundredths: Int

    /// In hundredths of a degree Celsius: 3655 is 36.55 °C.
    public init(hundredths: Int) { self.hundredths = hundredths }

    /// In hundredths of a degree Fahrenheit: 9779 is 97.79 °F. Half a hundredth of Celsius rounds away from zero.
    public init(fahrenheitHundredths fahrenheit: Int) {
        let scaled = (fahrenheit - 3200) * 5
        hundredths = (scaled * 2 + (scaled < 0 ? -9 : 9)) / 18
    }

    /// The temperature as a chart shows it: to the nearest 0.05 °C, halves rounded up.
    public var charted: Temperature {
        let shifted = hundredths * 2 + 5
        return Temperature(hundredths: (shifted >= 0 ? shifted / 10 : (shifted - 9) / 10) * 5)
    }

    public static func < (one: Temperature, other: Temperature) -> Bool { one.hundredths < other.hundredths }
}
