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

        package var description: String {
            switch self {
            case .notSet: "there is no list of erased people to write to"
            case .notWritten(let path): "\(path) can't be written, so nobody is erased"
            case .notRead(let path): "\(path) can't be read"
            }
        }
    }

    /// What stands in it, each person once, in their order.
    package struct Content: Sendable {
        package var lines: [Line] = []
        /// Numbers of lines that are none: one that was torn when a disk was full or a machine stopped.
        package var strange: [Int] = []
    }

    package let path: String

    package init(path: String) { self.path = path }

    private static let head = "erased"

    /// On the disk before it returns. It is only ever added to, and each line begins a new one: after one that was torn it stands for
    /// itself.
    package func append(_ line: Line, at now: Timestamp) throws {
        let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw Problem.notWritten(path) }
        defer { close(file) }
        let text = Array("\n\(Self.head) \(line.tenant) \(line.user) \(now.iso)\n".utf8)
        // A line is one write: two processes don't mix theirs.
        guard text.withUnsafeBytes({ write(file, $0.baseAddress, $0.count) }) == text.count, fsync(file) == 0 else {
            throw Problem.notWritten(path)
        }
        try keepName()
    }

    /// A new file's name is on the disk when its directory is.
    private func keepName() throws {
        let parent = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let directory = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw Problem.notWritten(path) }
        defer { close(directory) }
        guard fsync(directory) == 0 else { throw Problem.notWritten(path) }
    }

    /// No file: nobody was erased yet.
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
