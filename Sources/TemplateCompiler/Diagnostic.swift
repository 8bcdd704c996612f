/// A problem in a file and its position, in the form that SwiftPM and editors read.
struct Diagnostic: Error, Equatable, CustomStringConvertible {
    enum Severity: String {
        case error, warning
    }

    let severity: Severity
    let file: String
    let line: Int
    let column: Int
    let message: String

    var description: String {
        "\(file):\(line):\(column): \(severity.rawValue): \(message)"
    }
}
