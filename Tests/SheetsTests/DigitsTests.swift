import Foundation
import Testing

@testable import Sheets

struct DigitsTests {
    private func written(_ write: (UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8>) -> String {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = bytes.withUnsafeMutableBufferPointer { write($0.baseAddress!) - $0.baseAddress! }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    @Test func `integers of every length are written as Swift writes them`() {
        var values: [Int64] = [0, .min, .max]
        var power: Int64 = 1
        for _ in 0..<19 {
            values += [power, power - 1, power &+ 1, -power, power &* 9]
            power &*= 10
        }
        for value in values { #expect(written { Digits.integer(value, at: $0) } == "\(value)") }
        #expect(written { Digits.unsigned(.max, at: $0) } == "\(UInt64.max)")
    }

    @Test(arguments: [
        (0, 2, "0.00"), (5, 2, "0.05"), (-5, 2, "-0.05"), (1250, 2, "12.50"), (1250, 0, "1250"), (-1234, 3, "-1.234"),
        (Int64.min, 2, "-92233720368547758.08"), (Int64.max, 18, "9.223372036854775807"), (7, 1, "0.7"),
    ])
    func `money is exact`(minorUnits: Int64, places: Int, text: String) {
        #expect(written { Digits.decimal(minorUnits, places: places, at: $0) } == text)
    }

    @Test func `every day of eight centuries follows the day before`() throws {
        var year = 1600
        var month = 1
        var day = 1
        for days in -135_140..<157_054 {
            let time = try #require(LocalTime(days: days))
            let text = written { time.putDate(at: $0) }
            let expected = [
                year / 1000, year / 100 % 10, year / 10 % 10, year % 10, -3, month / 10, month % 10, -3, day / 10,
                day % 10,
            ]
            if !text.utf8.elementsEqual(expected.map { UInt8(0x30 + $0) }) {
                Issue.record("\(days) is \(text)")
                break
            }
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let length = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
            day += 1
            if day > length { (day, month) = (1, month + 1) }
            if month > 12 { (month, year) = (1, year + 1) }
        }
        #expect(year == 2400)
    }

    @Test(arguments: [
        (0, "1970-01-01 00:00:00"), (-1, "1969-12-31 23:59:59"), (1_000_000, "1970-01-01 00:00:01"),
        (-62_135_596_800_000_000, "0001-01-01 00:00:00"), (253_402_300_799_999_999, "9999-12-31 23:59:59"),
        (951_782_400_000_000, "2000-02-29 00:00:00"),
    ])
    func `times before and after 1970`(microseconds: Int64, text: String) throws {
        let time = try #require(LocalTime(microseconds: microseconds))
        #expect(written { time.putClock(at: time.putDate(at: $0).put(0x20)) } == text)
    }

    @Test(arguments: [-62_135_596_800_000_001, 253_402_300_800_000_000, Int64.min, Int64.max])
    func `there is no time outside the years 1 to 9999`(microseconds: Int64) {
        #expect(LocalTime(microseconds: microseconds) == nil)
    }
}
