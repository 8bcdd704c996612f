import Glibc

/// The error that stopped a command, in one line that says what to do.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    func print() { Terminal.complain("roost: \(description)") }
}

/// Lines for a person at a terminal: results on standard output, everything else on standard error.
enum Terminal {
    static func say(_ line: String) { put(line, STDOUT_FILENO) }
    static func complain(_ line: String) { put(line, STDERR_FILENO) }

    /// “1 event”, “2 events”. The command line speaks English alone.
    static func counted(_ number: Int, _ one: String) -> String { number == 1 ? "1 \(one)" : "\(number) \(one)s" }

    private static func put(_ line: String, _ file: Int32) {
        var text = line + "\n"
        text.withUTF8 { _ = write(file, $0.baseAddress, $0.count) }
    }
}

/// Ends the process at once.
func endProcess(_ code: Int32) -> Never { exit(code) }
