import Images
import Logging
import Sandbox
import Secrets
import Sheets

/// Reads strangers' pictures and workbooks, each in a process of its own that can reach nothing (`roost read-image`).
package struct ConfinedReading: Sendable {
    package static let image = "read-image"
    package static let workbook = "read-workbook"

    /// 24 megapixels take 100 MB as pixels, and as a progressive JPEG twice that in coefficients.
    private static let imageLimits = Confinement(memory: 512 << 20, seconds: 10)
    /// The packed file, 64 MiB of shared texts with what a text costs beside its bytes, a row and expat's buffers.
    private static let workbookLimits = Confinement(memory: 512 << 20, seconds: 60)
    /// Seconds that a picture may take with the start of its process, on a machine that has other things to do.
    private static let imageSeconds = 20
    /// Seconds without a row: half a gigabyte of empty ones is read in a few.
    private static let workbookSilence = 20

    private let program: ConfinedProgram
    private let logger: Logger
    /// One at a time, on threads of their own, since whoever waits for a process holds a thread.
    private let images = WorkGate(width: 1, waiting: 8)
    private let workbooks = WorkGate(width: 1, waiting: 8)

    package init(_ program: ConfinedProgram, logger: Logger) {
        self.program = program
        self.logger = logger
    }

    /// A refusal for what is no sound picture, and for what makes its reader fall over.
    package func image(_ file: [UInt8], _ limits: ImageLimits) async throws -> Result<CheckedImage, ImageRefusal> {
        guard file.count <= limits.bytes else { return .failure(.tooManyBytes(limit: limits.bytes)) }
        return try await images.run { [self] in
            do throws(ConfinedProblem) {
                let child = try ConfinedChild(
                    program,
                    [
                        Self.image, "\(Self.imageLimits.memory)", "\(Self.imageLimits.seconds)", "\(limits.bytes)",
                        "\(limits.svgBytes)", "\(limits.pixels)", "\(limits.side)",
                    ], input: file, within: .whole(seconds: Self.imageSeconds))
                // What is written anew may be longer than what came; the table has the last word.
                let answer = try child.answer(upTo: 8 << 20)
                return ImageAnswer.read(answer, limits) ?? .failure(.unreadable)
            } catch {
                logger.warning("a picture's reader ended", metadata: ["cause": "\(error)", "bytes": "\(file.count)"])
                return .failure(.unreadable)
            }
        }
    }

    /// Work with a file that somebody waits for at a page.
    package func atOnce<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
        try await workbooks.run(work)
    }

    /// The rows of a workbook's sheet, of those that are not hidden; whoever asks for one waits on this thread.
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

/// The rows of a workbook that another process reads. Nobody holds it any more: that process is killed.
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
            // Over without having said so.
            guard !bytes.isEmpty else { throw .ended(0) }
            stream.add(bytes)
        } catch {
            logger.warning("a workbook's reader ended", metadata: ["cause": "\(error)"])
            throw SheetProblem(.unreadable)
        }
    }
}
