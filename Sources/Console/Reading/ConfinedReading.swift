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
    package static let stream = "read-stream"
    #if DEBUG
        /// Does one thing that a reader must not be able to do: for the tests of its limits.
        package static let trespass = "trespass"
    #endif

    /// 24 megapixels take 100 MB as pixels, and as a progressive JPEG twice that in coefficients.
    private static let imageLimits = Confinement(memory: 512 << 20, seconds: 10)
    /// Room for the packed file, 64 MiB of shared texts with their overhead, a row and expat's buffers.
    private static let workbookLimits = Confinement(memory: 512 << 20, seconds: 60)
    /// The most seconds for a picture, including the start of its process, on a busy machine.
    private static let imageSeconds = 20
    /// The most seconds without a row: half a gigabyte of empty rows is read in a few seconds.
    private static let workbookSilence = 20
    /// Of a file that comes piece by piece, as long as it may be: a gigabyte of XML takes half a minute and no more memory than a
    /// kilobyte of it.
    private static let streamLimits = Confinement(memory: 128 << 20, seconds: 600)
    private static let streamSilence = 60
    /// The same of a file that comes whole, while a call waits for it: megabytes are read in a second.
    private static let shortStreamLimits = Confinement(memory: 128 << 20, seconds: 15)
    private static let shortStreamSilence = 20

    private let program: ConfinedProgram
    private let logger: Logger
    /// One at a time, on threads of their own, since waiting for a process blocks a thread.
    private let images = WorkGate(width: 1, waiting: 8)
    private let workbooks = WorkGate(width: 1, waiting: 8)
    /// The same for users of apps, who are many and strangers: what they send never keeps an admin waiting.
    private let usersImages = WorkGate(width: 1, waiting: 8)
    private let usersFiles = WorkGate(width: 1, waiting: 8)

    package init(_ program: ConfinedProgram, logger: Logger) {
        self.program = program
        self.logger = logger
    }

    /// A refusal for what is no sound picture, and for what makes its reader fall over.
    package func image(
        _ file: [UInt8], _ limits: ImageLimits, from sender: FileSender = .admin
    ) async throws -> Result<CheckedImage, ImageRefusal> {
        guard file.count <= limits.bytes else { return .failure(.tooManyBytes(limit: limits.bytes)) }
        return try await (sender == .user ? usersImages : images).run { [self] in
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

    /// Runs work on a file for which a page or a call is waiting.
    package func atOnce<T: Sendable>(
        from sender: FileSender = .admin, _ work: @escaping @Sendable () throws -> T
    ) async throws -> T {
        try await (sender == .user ? usersFiles : workbooks).run(work)
    }

    /// How the reader's process is told which sheet of a workbook is wanted.
    package enum Counting: Int, Sendable {
        case visible, any
        /// No sheet: the names of all of them.
        case names
    }

    /// Returns the rows of a workbook's sheet, by default the first visible one; reading a row blocks the calling
    /// thread.
    /// - Parameter columns: the most that a row may have, up to `SheetLimits.mostColumns`.
    package func workbook(
        _ file: [UInt8], at place: SheetPlace = .visible(0), columns: Int = SheetLimits.columns
    ) throws(SheetProblem) -> any SheetReader {
        switch place {
        case .visible(let number): try workbook(file, [number, Counting.visible.rawValue, columns])
        case .any(let number): try workbook(file, [number, Counting.any.rawValue, columns])
        }
    }

    /// Returns the names of a workbook's sheets, in their order, and whether a person sees them. Blocks the calling
    /// thread.
    package func sheets(of file: [UInt8]) throws -> [(name: String, isHidden: Bool)] {
        let reader = try workbook(file, [0, Counting.names.rawValue, SheetLimits.columns])
        var sheets: [(name: String, isHidden: Bool)] = []
        while let row = try reader.next() { sheets.append((row.cells.first ?? "", row.cells.count > 1)) }
        return sheets
    }

    private func workbook(_ file: [UInt8], _ wanted: [Int]) throws(SheetProblem) -> any SheetReader {
        do throws(ConfinedProblem) {
            let limits = Self.workbookLimits
            let child = try ConfinedChild(
                program,
                [Self.workbook] + ([limits.memory, limits.seconds, file.count] + wanted).map { "\($0)" }, input: file,
                within: .piece(seconds: Self.workbookSilence))
            return ConfinedWorkbook(child, logger: logger)
        } catch {
            logger.warning("a workbook's reader ended", metadata: ["cause": "\(error)", "bytes": "\(file.count)"])
            throw SheetProblem(.unreadable)
        }
    }

    /// A file that a feature reads in a manner of its own, in a process of its own; whoever hands pieces over waits on this thread.
    /// `isShort`: it is there as a whole, and a call waits for it.
    package func stream(
        _ reader: any ConfinedFileReader.Type, _ format: String, isShort: Bool = false
    ) throws(SheetProblem) -> ConfinedStream {
        do throws(ConfinedProblem) {
            let limits = isShort ? Self.shortStreamLimits : Self.streamLimits
            let child = try ConfinedChild(
                program, [Self.stream, reader.name, format, "\(limits.memory)", "\(limits.seconds)"],
                within: .piece(seconds: isShort ? Self.shortStreamSilence : Self.streamSilence))
            return ConfinedStream(child, logger: logger)
        } catch {
            logger.warning("a file's reader ended", metadata: ["cause": "\(error)", "reader": "\(reader.name)"])
            throw SheetProblem(.unreadable)
        }
    }
}

/// Who has uploaded a file.
package enum FileSender: Sendable { case admin, user }

/// What a feature reads of strangers' files (`Feature.fileReaders`), in a process that can reach nothing. It is made there, gets the
/// file piece by piece, and what it answers is not believed: whoever gets it checks it.
package protocol ConfinedFileReader {
    /// Nothing else is called so.
    static var name: String { get }
    /// nil for a format that it doesn't know.
    init?(format: String)
    /// What is answered to the next bytes. A file that is refused is refused in the answer; its rest is passed over.
    mutating func read(_ piece: UnsafeRawBufferPointer) -> [UInt8]
    /// The file is over.
    mutating func finish() -> [UInt8]
}

/// The answers of a `ConfinedFileReader`. Nobody holds it any more: its process is killed.
package final class ConfinedStream {
    /// Bytes that a reader answers to one piece; beyond them something is wrong with it.
    private static let most = 16 << 20

    private let child: ConfinedChild
    private let logger: Logger

    fileprivate init(_ child: ConfinedChild, logger: Logger) {
        self.child = child
        self.logger = logger
    }

    package func feed(_ piece: [UInt8]) throws(SheetProblem) -> [UInt8] {
        try told { () throws(ConfinedProblem) in try child.exchange(piece) }
    }

    /// All that is still to be answered.
    package func finish() throws(SheetProblem) -> [UInt8] {
        child.endInput()
        return try told { () throws(ConfinedProblem) in try child.answer(upTo: Self.most) }
    }

    private func told(_ work: () throws(ConfinedProblem) -> [UInt8]) throws(SheetProblem) -> [UInt8] {
        do throws(ConfinedProblem) {
            return try work()
        } catch {
            logger.warning("a file's reader ended", metadata: ["cause": "\(error)"])
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
