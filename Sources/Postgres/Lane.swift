import Glibc
import Logging

/// A few threads, each with a connection of its own, and one queue of jobs for them.
///
/// A job waits at most `waitLimit` for a thread, and at most `queueLimit` jobs wait. If the queue is full, a job gets
/// `.exhausted` at once, so that overload is refused while that is still cheap.
final class Lane: @unchecked Sendable {
    struct Settings: Sendable {
        var name: String
        var connections: Int
        var waitLimitMilliseconds: Int
        var queueLimit: Int
        var connectionString: String
        var options: [(String, String)]
        var commitLimitMilliseconds: Int
    }

    private struct Job {
        var deadline: UInt64
        var run: (Connection) -> Void
        var refuse: (DatabaseError) -> Void
    }

    private let settings: Settings
    private let logger: Logger
    private let condition = Condition()
    // Guarded by `condition`. A ring would be faster; the queue is nearly always empty.
    private var queue: [Job] = []
    private var head = 0
    private var stopped = false
    private var threads = 0
    private var busy = 0

    init(_ settings: Settings, logger: Logger) {
        self.settings = settings
        self.logger = logger
    }

    func start() {
        condition.locked { threads = settings.connections + 1 }
        for number in 0..<settings.connections {
            startThread(named: "\(settings.name)-\(number)") { [self] in work() }
        }
        startThread(named: "\(settings.name)-limit") { [self] in refuseLate() }
    }

    /// Lets running jobs finish, refuses waiting ones, and returns when all connections are closed.
    func stop() {
        condition.locked {
            stopped = true
            condition.broadcast()
            while threads > 0 { condition.wait(milliseconds: 100) }
        }
    }

    var waiting: Int { condition.locked { queue.count - head } }
    var working: Int { condition.locked { busy } }

    func submit(_ run: @escaping (Connection) -> Void, refuse: @escaping (DatabaseError) -> Void) {
        let deadline = monotonicNanoseconds() + UInt64(settings.waitLimitMilliseconds) * 1_000_000
        let refusal: DatabaseError? = condition.locked {
            if stopped { return .unavailable("the server is stopping") }
            if queue.count - head >= settings.queueLimit { return .exhausted }
            queue.append(Job(deadline: deadline, run: run, refuse: refuse))
            return nil
        }
        if let refusal { return refuse(refusal) }
        // Signalled outside the lock: a thread that wakes inside would only wait again, for the lock.
        condition.signal()
    }

    /// Returns nil if there is no job or, when `waiting`, if the lane is stopped.
    private func next(waiting: Bool) -> Job? {
        condition.locked {
            while head == queue.count {
                if stopped || !waiting { return nil }
                condition.wait()
            }
            let job = queue[head]
            head += 1
            if head == queue.count {
                queue.removeAll(keepingCapacity: true)
                head = 0
            } else if head > 1024 {
                queue.removeFirst(head)
                head = 0
            }
            busy += 1
            return job
        }
    }

    private func work() {
        var connection: Connection?
        while true {
            var job = next(waiting: false)
            if job == nil {
                // No job follows at once: send the COMMIT that is due, so that the transaction does not stay open
                // until one does.
                if let held = connection, (try? held.sendDueCommit()) == nil { connection = nil }
                job = next(waiting: true)
            }
            guard let job else { break }
            if monotonicNanoseconds() > job.deadline {
                job.refuse(.exhausted)
            } else {
                serve(job, on: &connection)
            }
            condition.locked { busy -= 1 }
        }
        connection = nil
        condition.locked {
            threads -= 1
            condition.broadcast()
        }
    }

    private func serve(_ job: Job, on connection: inout Connection?) {
        // At checkout: a connection that is not idle and clean is closed.
        if let held = connection, !held.settle() { connection = nil }
        if connection == nil {
            do {
                connection = try Connection(settings.connectionString, options: settings.options)
                connection?.commitLimitMilliseconds = settings.commitLimitMilliseconds
            } catch {
                logger.error("no connection", metadata: ["lane": "\(settings.name)", "cause": "\(error)"])
                return job.refuse(error)
            }
        }
        guard let held = connection else { return }
        job.run(held)
        // At return, too: if an action left a transaction open, the connection is closed, so that the next tenant
        // never gets it.
        if held.isInTransaction || held.isAbandoned { connection = nil }
    }

    /// Refuses jobs that no thread took in time while they still wait, not when a thread gets to them.
    private func refuseLate() {
        while true {
            let (late, ended): ([Job], Bool) = condition.locked {
                let now = monotonicNanoseconds()
                var late: [Job] = []
                // The queue is in order of deadline, since all jobs of a lane have the same limit.
                while head < queue.count, stopped || queue[head].deadline < now {
                    late.append(queue[head])
                    head += 1
                }
                return (late, stopped)
            }
            for job in late { job.refuse(ended ? .unavailable("the server is stopping") : .exhausted) }
            if ended { break }
            // Does not wait on the condition: a signal for a worker must not wake this thread instead.
            usleep(25_000)
        }
        condition.locked {
            threads -= 1
            condition.broadcast()
        }
    }
}
