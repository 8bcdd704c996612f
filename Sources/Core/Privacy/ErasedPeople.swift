import Console
import Glibc
import Postgres

/// Who was erased, kept outside of the database: a copy of the data from before may come back, and then they are erased again. A
/// line for each, of ids and a time; nothing in it names anybody.
package struct ErasedPeople: FeatureSettings {
    package struct Line: Sendable, Hashable {
        package var tenant: ID
        package var user: ID
    }

    package enum Problem: Error, CustomStringConvertible {
        case notSet
        case notWritten(String)
        case notRead(String)
        case strange(line: Int)

        package var description: String {
            switch self {
            case .notSet: "there is no list of erased people to write to"
            case .notWritten(let path): "\(path) can't be written, so nobody is erased"
            case .notRead(let path): "\(path) can't be read"
            case .strange(let line): "line \(line) is not a line of a list of erased people"
            }
        }
    }

    package let path: String

    package init(path: String) { self.path = path }

    private static let head = "erased"

    /// On the disk before it returns. It is only ever added to.
    package func append(_ line: Line, at now: Timestamp) throws {
        let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw Problem.notWritten(path) }
        defer { close(file) }
        let text = Array("\(Self.head) \(line.tenant) \(line.user) \(now.iso)\n".utf8)
        // A line is one write: two processes don't mix theirs.
        guard text.withUnsafeBytes({ write(file, $0.baseAddress, $0.count) }) == text.count, fsync(file) == 0 else {
            throw Problem.notWritten(path)
        }
    }

    /// Each once, in their order. No file: nobody was erased yet.
    package func lines() throws -> [Line] {
        guard access(path, F_OK) == 0 else { return [] }
        guard let text = SmallFile.text(path) else { throw Problem.notRead(path) }
        var seen: Set<Line> = []
        var lines: [Line] = []
        for (number, line) in text.split(separator: "\n").enumerated() {
            let parts = line.split(separator: " ")
            guard parts.count == 4, parts[0] == Self.head, let tenant = ID(String(parts[1])),
                let user = ID(String(parts[2]))
            else { throw Problem.strange(line: number + 1) }
            let found = Line(tenant: tenant, user: user)
            if seen.insert(found).inserted { lines.append(found) }
        }
        return lines
    }
}
