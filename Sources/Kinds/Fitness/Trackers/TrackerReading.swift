import Console
import Sheets

/// A file of a tracker that another process reads, piece by piece.
struct TrackerReading {
    private let stream: ConfinedStream
    private var answers = TrackAnswers()
    private var isOver = false
    /// Activities that the reader passed over; known at the end.
    private(set) var skipped = 0

    /// `isShort`: a call waits for all of it.
    init(_ format: TrackerFormat, _ services: Services, isShort: Bool = false) throws(ActivityFault) {
        do {
            stream = try services.reading.stream(TrackerFileReader.self, format.rawValue, isShort: isShort)
        } catch {
            throw .unreadable
        }
    }

    /// What is found by now.
    mutating func feed(_ piece: [UInt8]) throws(ActivityFault) -> [ReadActivity] {
        do {
            return try told(try stream.feed(piece))
        } catch let fault as ActivityFault {
            throw fault
        } catch {
            throw .unreadable
        }
    }

    /// The rest.
    mutating func finish() throws(ActivityFault) -> [ReadActivity] {
        let rest: [ReadActivity]
        do {
            rest = try told(try stream.finish())
        } catch let fault as ActivityFault {
            throw fault
        } catch {
            throw .unreadable
        }
        // Over without having said so.
        guard isOver else { throw .unreadable }
        return rest
    }

    private mutating func told(_ bytes: [UInt8]) throws(ActivityFault) -> [ReadActivity] {
        var read: [ReadActivity] = []
        for answer in try answers.add(bytes) {
            switch answer {
            case .activity(let activity): read.append(activity)
            case .end(let count): (skipped, isOver) = (count, true)
            case .refused(let fault): throw fault
            }
        }
        return read
    }
}
