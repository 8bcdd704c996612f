import Images
import Logging
import Sandbox
import Secrets
import Sheets

/// Reads uploaded pictures and workbooks, each in a process of its own without access to anything else (`roost
/// read-image`).
package struct ConfinedReading: Sendable {
    package static let image = "read-image"
    package static let workbook = "read-workbook"

    /// 24 megapixels take 100 MB as pixels, and as a progressive JPEG twice that in coefficients.
    private static let imageLimits = Confinement(memory: 512 << 20, seconds: 10)
    /// Room for the packed file, 64 MiB of shared texts with their overhead, a row and expat's buffers.
    private static let workbookLimits = Confinement(memory: 512 << 20, seconds: 60)
    /// The most seconds for a picture, including the start of its process, on a busy machine.
    private static let imageSeconds = 20
    /// The most seconds without a row: half a gigabyte of empty rows is read in a few seconds.
    private static let workbookSilence = 20

    private let program: ConfinedProgram
    private let logger: Logger
    /// One at a time, on threads of their own, since waiting for a process blocks a thread.
    private let images = WorkGate(width: 1, waiting: 8)
    private let workbooks = WorkGate(width: 1, waiting: 8)

    package init(_ program: ConfinedProgram, logger: Logger) {
        self.program = program
        self.logger = logger
    }

    /// Returns a refusal for an invalid picture, and for one that crashes its reader.
    func image(_ file: [UInt8], _ limits: ImageLimits) async throws -> Result<CheckedImage, ImageRefusal> {
        guard file.count <= limits.bytes else { return .failure(.tooManyBytes(limit: limits.bytes)) }
        return try await images.run { [self] in
            do throws(ConfinedProblem) {
                let child = try ConfinedChild(
                    program,
                    [
                        Self.image, "\(Self.imageLimits.memory)", "\(Self.imageLimits.seconds)", "\(limits.bytes)",
                        "\(limits.svgBytes)", "\(limits.pixels)", "\(limits.side)",
                    ], input: file, within: .whole(seconds: Self.imageSeconds))
                // The encoded picture may be longer than the upload; the table's own limit decides.
                let answer = try child.answer(upTo: 8 << 20)
                return ImageAnswer.read(answer, limits) ?? .failure(.unreadable)
            } catch {
                logger.warning("a picture's reader ended", metadata: ["cause": "\(error)", "bytes": "\(file.count)"])
                return .failure(.unreadable)
            }
        }
    }

    /// Runs work on a file for which a page is waiting.
    package func atOnce<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
        try await workbooks.run(work)
    }

    /// Returns the rows of a workbook's sheet, counted among the visible ones; reading a row blocks the calling
    /// thread.
    package func workbook(_ file: [UInt8], sheet: Int = 0) throws(SheetProblem) -> any SheetReader {
        do throws(ConfinedProblem) {
            let limits = Self.workbookLimits
            let child = try ConfinedChild(
                program,
                [Self.workbook, "\(limits.memory)", "\(limits.seconds)", "\(file.count)", "\(sheet)"], input: file,
                within: .piece(seconds: Self.workbookSilence))
            return ConfinedWorkbook(child, logger: logger)
        } catch {
            logger.warning("a workbook's reader ended", metadata: ["cause": "\(error)", "bytes": "\(file.count)"])
            throw SheetProblem(.unreadable)
        }
    }
}

/// The rows of a workbook that another process reads. When the last reference is released, that process is killed.
final class ConfinedWorkbook: SheetReader {
    private let child: ConfinedChild
    private let logger: Logger
    private var stream = RowStream.Reader()

    fileprivate init(_ child: ConfinedChild, logger: Logger) {
        self.child = child
        self.logger = logger
    }

    func next() throws -> SheetRow? {
        while true {
            switch try stream.next() {
            case .row(let row): return row
            case .end: return nil
            case .nothing: try more()
            }
        }
    }

    private func more() throws(SheetProblem) {
        do throws(ConfinedProblem) {
            let bytes = try child.read()
            // The process ended without a final message.
            guard !bytes.isEmpty else { throw .ended(0) }
            stream.add(bytes)
        } catch {
            logger.warning("a workbook's reader ended", metadata: ["cause": "\(error)"])
            throw SheetProblem(.unreadable)
        }
    }
}
