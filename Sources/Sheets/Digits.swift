/// Writes numbers as text. Each function writes at `end` and returns the new end.
enum Digits {
    /// No Int64 is longer than this; a decimal also has a point and a leading zero.
    static let longest = 24

    private static let pairs: StaticString = """
        0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849\
        5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899
        """
    private static let hex: StaticString = "0123456789abcdef"

    @inline(__always)
    static func pair(_ value: Int, at end: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        let digits = UnsafeRawPointer(pairs.utf8Start).loadUnaligned(fromByteOffset: value * 2, as: UInt16.self)
        UnsafeMutableRawPointer(end).storeBytes(of: digits, as: UInt16.self)
        return end + 2
    }

    /// Writes exactly `width` digits, with leading zeros.
    @inline(__always)
    static func padded(_ value: UInt64, _ width: Int, at end: UnsafeMutablePointer<UInt8>)
        -> UnsafeMutablePointer<UInt8>
    {
        var rest = value
        var place = width
        while place >= 2 {
            place -= 2
            _ = pair(Int(truncatingIfNeeded: rest % 100), at: end + place)
            rest /= 100
        }
        if place == 1 { end.pointee = 0x30 + UInt8(truncatingIfNeeded: rest % 10) }
        return end + width
    }

    static func unsigned(_ value: UInt64, at end: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        var width = 1
        var bound: UInt64 = 10
        while value >= bound {
            width += 1
            if width == 20 { break }
            bound &*= 10
        }
        return padded(value, width, at: end)
    }

    static func integer(_ value: Int64, at end: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        unsigned(value.magnitude, at: value < 0 ? end.put(0x2D) : end)
    }

    static func decimal(_ minorUnits: Int64, places: Int, at end: UnsafeMutablePointer<UInt8>)
        -> UnsafeMutablePointer<UInt8>
    {
        precondition(0...18 ~= places, "an Int64 has no more than 18 safe places")
        if places == 0 { return integer(minorUnits, at: end) }
        var unit: UInt64 = 1
        for _ in 0..<places { unit *= 10 }
        let (whole, rest) = minorUnits.magnitude.quotientAndRemainder(dividingBy: unit)
        let point = unsigned(whole, at: minorUnits < 0 ? end.put(0x2D) : end)
        return padded(rest, places, at: point.put(0x2E))
    }

    /// Writes a character below 0x80 in the form of `\uHHHH` and `_xHHHH_`.
    static func hex4(_ byte: UInt8, at end: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        let low = byte & 15
        return end.put("00").put(0x30 + byte >> 4).put(low < 10 ? 0x30 + low : 0x37 + low)
    }

    /// Writes 36 bytes.
    @inline(__always)
    static func uuid(_ bytes: UnsafeRawBufferPointer, at end: UnsafeMutablePointer<UInt8>)
        -> UnsafeMutablePointer<UInt8>
    {
        precondition(bytes.count == 16, "a UUID has 16 bytes")
        let digits = hex.utf8Start
        var end = end
        for index in 0..<16 {
            if index == 4 || index == 6 || index == 8 || index == 10 { end = end.put(0x2D) }
            end[0] = digits[Int(bytes[index] >> 4)]
            end[1] = digits[Int(bytes[index] & 15)]
            end += 2
        }
        return end
    }
}
