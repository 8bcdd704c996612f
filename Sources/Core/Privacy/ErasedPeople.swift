import Console
import Glibc
import Postgres

/// The list of erased users, stored outside the database: if an older copy of the data is restored, they are erased
/// again. Each line consists of ids and a time, and names nobody.
package struct ErasedPeople: FeatureSettings {
    package struct Line: Sendable, Hashable {
        package var tenant: ID
        package var user: ID
    }

    package enum Problem: Error, CustomStringConvertible {
        case notSet
        case notWritten(String)
        case notRead(String)

        package var description: String {
            switch self {
            case .notSet: "there is no list of erased people to write to"
            case .notWritten(let path): "\(path) can't be written, so nobody is erased"
            case .notRead(let path): "\(path) can't be read"
            }
        }
    }

    /// The contents of the list, each person once, in the list's order.
    package struct Content: Sendable {
        package var lines: [Line] = []
        /// The numbers of invalid lines: a line is cut off if the disk is full or the machine stops.
        package var strange: [Int] = []
    }

    package let path: String

    package init(path: String) { self.path = path }

    private static let head = "erased"

    /// Returns after the line is on the disk. Lines are only appended, and each starts with a line break: so a line
    /// after one that was cut off is still readable.
    package func append(_ line: Line, at now: Timestamp) throws {
        let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw Problem.notWritten(path) }
        defer { close(file) }
        let text = Array("\n\(Self.head) \(line.tenant) \(line.user) \(now.iso)\n".utf8)
        // A line is written by one call, so two processes don't mix their lines.
        guard text.withUnsafeBytes({ write(file, $0.baseAddress, $0.count) }) == text.count, fsync(file) == 0 else {
            throw Problem.notWritten(path)
        }
        try keepName()
    }

    /// The name of a new file is on the disk after its directory is synced.
    private func keepName() throws {
        let parent = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let directory = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw Problem.notWritten(path) }
        defer { close(directory) }
        guard fsync(directory) == 0 else { throw Problem.notWritten(path) }
    }

    /// If there is no file, nobody was erased yet.
    package func content() throws -> Content {
        var content = Content()
        guard access(path, F_OK) == 0 else { return content }
        guard let text = SmallFile.text(path) else { throw Problem.notRead(path) }
        var seen: Set<Line> = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        where !line.isEmpty {
            let parts = line.split(separator: " ")
            guard parts.count == 4, parts[0] == Self.head, let tenant = ID(String(parts[1])),
                let user = ID(String(parts[2]))
            else {
                content.strange.append(index + 1)
                continue
            }
            let found = Line(tenant: tenant, user: user)
            if seen.insert(found).inserted { content.lines.append(found) }
        }
        return content
    }
}
