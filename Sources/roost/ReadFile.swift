import Console
import Glibc
import Images
import Sandbox
import Sheets

/// `roost read-image`, `roost read-workbook` and `roost read-stream`, which nobody types: the server starts them to read a stranger's file from
/// standard input, in a process that can reach nothing. See deploy/decisions/files-are-read-in-a-child.md.
enum ReadFile {
    /// Does not return if the process was started for this.
    static func runIfAsked() {
        let arguments = CommandLine.arguments.dropFirst()
        let numbers = arguments.dropFirst().compactMap { Int($0) }
        switch arguments.first {
        case ConfinedReading.image where numbers.count == 6: image(numbers)
        case ConfinedReading.workbook where numbers.count == 6: workbook(numbers)
        case ConfinedReading.stream where numbers.count == 2: stream(Array(arguments), numbers)
        #if DEBUG
            case ConfinedReading.trespass: trespass(Array(arguments))
        #endif
        default: return
        }
        exit(0)
    }

    private static func image(_ numbers: [Int]) {
        var limits = ImageLimits()
        (limits.bytes, limits.svgBytes, limits.pixels, limits.side) = (numbers[2], numbers[3], numbers[4], numbers[5])
        let file = input(numbers, upTo: limits.bytes)
        let answer = Result { () throws(ImageRefusal) in try ImageReader.check(file, limits) }
        Confinement.answer(ImageAnswer.bytes(of: answer))
    }

    private static func workbook(_ numbers: [Int]) {
        let file = input(numbers, upTo: numbers[2])
        var pending: [UInt8] = []
        do throws(SheetProblem) {
            if numbers[4] == ConfinedReading.Counting.names.rawValue {
                for row in try XLSXReader.sheets(of: file) { pending += RowStream.bytes(of: row) }
                Confinement.answer(pending + RowStream.end)
                return
            }
            let isAny = numbers[4] == ConfinedReading.Counting.any.rawValue
            let reader = try XLSXReader(
                file, at: isAny ? .any(numbers[3]) : .visible(numbers[3]), columns: numbers[5])
            while let row = try reader.row() {
                pending += RowStream.bytes(of: row)
                if pending.count >= SheetFormat.chunk {
                    Confinement.answer(pending)
                    pending = []
                }
            }
            pending += RowStream.end
        } catch {
            pending += RowStream.bytes(of: error)
        }
        Confinement.answer(pending)
    }

    /// Of the kinds, whose readers are found without anything that a console is made of.
    private static func stream(_ words: [String], _ numbers: [Int]) {
        let known = Kinds.all.flatMap(\.features).flatMap(\.fileReaders).first { $0.name == words[1] }
        guard words.count == 5, var reader = known?.init(format: words[2]) else { _exit(2) }
        var buffer = [UInt8](repeating: 0, count: 262_144)
        do {
            try Confinement(memory: numbers[0], seconds: numbers[1]).begin()
        } catch {
            _exit(2)
        }
        while case let count = Confinement.piece(&buffer), count > 0 {
            let answer = buffer.withUnsafeBytes { reader.read(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            Confinement.answer(answer)
        }
        Confinement.answer(reader.finish())
    }

    #if DEBUG
        /// What a library that was taken over by a file would try. No release can be asked for it.
        private static func trespass(_ words: [String]) {
            let confinement = Confinement(memory: 64 << 20, seconds: 10)
            do {
                if words.last == "whole" { _ = try confinement.read(upTo: 1) } else { try confinement.begin() }
            } catch {
                _exit(2)
            }
            var (byte, child): (UInt8, pid_t) = (0, 0)
            switch words.dropFirst().first {
            case "open": _ = open("/etc/passwd", O_RDONLY)
            case "connect": _ = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            case "spawn": _ = posix_spawn(&child, "/bin/true", nil, nil, CommandLine.unsafeArgv, nil)
            case "kill": _ = kill(1, 0)
            case "read": _ = read(words.last == "whole" ? 0 : 2, &byte, 1)
            case "write": _ = write(2, &byte, 1)
            case "execute": _ = mmap(nil, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
            default: Confinement.answer([1])
            }
        }
    #endif

    private static func input(_ numbers: [Int], upTo most: Int) -> [UInt8] {
        do {
            return try Confinement(memory: numbers[0], seconds: numbers[1]).read(upTo: most)
        } catch {
            _exit(2)
        }
    }
}
