import Glibc
import Logging

/// A few threads, each with a connection of its own, and one queue of jobs for them.
///
/// A job waits at most `waitLimit` for a thread, and at most `queueLimit` jobs wait. If the queue is full, a job gets
/// `.exhausted` at once, so that overload is refused while that is still cheap.
///
/// A job whose holder uses its share already waits although a thread is free, and the jobs that follow pass it. If it
/// waits too long, or if too many of its holder wait, it gets `.shareInUse`.
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
        var holders: [Holder]
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
    /// The jobs of each holder that run, and those that wait.
    private var running: [Holder: Int] = [:]
    private var queued: [Holder: Int] = [:]
    /// Threads without a job. The one that had a job last gets the next: its connection has the caches of PostgreSQL warm, and
    /// the others need none until there is much to do at once.
    private var idle: [Condition.Bed] = []

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
            while let bed = callIdle() { bed.signal() }
            while threads > 0 { condition.wait(milliseconds: 100) }
        }
    }

    var waiting: Int { condition.locked { queue.count - head } }
    var working: Int { condition.locked { busy } }

    func submit(
        for holders: [Holder], _ run: @escaping (Connection) -> Void, refuse: @escaping (DatabaseError) -> Void
    ) {
        let deadline = monotonicNanoseconds() + UInt64(settings.waitLimitMilliseconds) * 1_000_000
        let (refusal, bed): (DatabaseError?, Condition.Bed?) = condition.locked {
            if stopped { return (.unavailable("the server is stopping"), nil) }
            if queue.count - head >= settings.queueLimit { return (.exhausted, nil) }
            guard holders.allSatisfy({ queued[$0, default: 0] < $0.mostWaiting(of: settings.queueLimit) }) else {
                return (.shareInUse, nil)
            }
            for holder in holders { queued[holder, default: 0] += 1 }
            let job = Job(deadline: deadline, holders: holders, run: run, refuse: refuse)
            queue.append(job)
            // Whoever looks for a job looks at all that wait: nobody is woken for one that must wait.
            return (nil, mayRun(job) ? callIdle() : nil)
        }
        if let refusal { return refuse(refusal) }
        // Signalled outside the lock: a thread that wakes inside would only wait again, for the lock.
        bed?.signal()
    }

    /// Call it only inside `locked`.
    private func callIdle() -> Condition.Bed? {
        let bed = idle.popLast()
        bed?.call()
        return bed
    }

    /// Returns nil if there is no job that may run or, when `waiting`, if the lane is stopped.
    private func next(in bed: Condition.Bed, waiting: Bool) -> Job? {
        condition.locked {
            while true {
                if let place = (head..<queue.count).first(where: { mayRun(queue[$0]) }) { return take(place) }
                // Once stopped, what still waits is refused.
                if stopped || !waiting { return nil }
                idle.append(bed)
                bed.sleep()
            }
        }
    }

    /// Call it only inside `locked`, as all that follows here.
    private func mayRun(_ job: Job) -> Bool {
        job.holders.allSatisfy { running[$0, default: 0] < $0.most(of: settings.connections) }
    }

    private func take(_ place: Int) -> Job {
        let job = queue[place]
        if place == head { head += 1 } else { queue.remove(at: place) }
        if head == queue.count {
            queue.removeAll(keepingCapacity: true)
            head = 0
        } else if head > 1024 {
            queue.removeFirst(head)
            head = 0
        }
        leaveQueue(job)
        for holder in job.holders { running[holder, default: 0] += 1 }
        busy += 1
        // A job that ended may have made room for two.
        if (head..<min(queue.count, head + 8)).contains(where: { mayRun(queue[$0]) }) { callIdle()?.signal() }
        return job
    }

    private func leaveQueue(_ job: Job) { for holder in job.holders { Self.lessen(&queued, holder) } }

    private static func lessen(_ counts: inout [Holder: Int], _ holder: Holder) {
        counts[holder] = counts[holder].flatMap { $0 > 1 ? $0 - 1 : nil }
    }

    private func ended(_ job: Job) {
        condition.locked {
            busy -= 1
            for holder in job.holders { Self.lessen(&running, holder) }
        }
    }

    private func work() {
        var connection: Connection?
        let bed = Condition.Bed(condition)
        while true {
            var job = next(in: bed, waiting: false)
            if job == nil {
                // No job follows at once: send the COMMIT that is due, so that the transaction does not stay open
                // until one does.
                if let held = connection, (try? held.sendDueCommit()) == nil { connection = nil }
                job = next(in: bed, waiting: true)
            }
            guard let job else { break }
            if monotonicNanoseconds() > job.deadline {
                job.refuse(.exhausted)
            } else {
                serve(job, on: &connection)
            }
            ended(job)
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
                connection?.isOfPool = true
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
            let (late, isEnding): ([(Job, DatabaseError)], Bool) = condition.locked {
                let now = monotonicNanoseconds()
                var late: [(Job, DatabaseError)] = []
                // The queue is in order of deadline, since all jobs of a lane have the same limit.
                while head < queue.count, stopped || queue[head].deadline < now {
                    leaveQueue(queue[head])
                    late.append((queue[head], mayRun(queue[head]) ? .exhausted : .shareInUse))
                    head += 1
                }
                return (late, stopped)
            }
            for (job, why) in late { job.refuse(isEnding ? .unavailable("the server is stopping") : why) }
            if isEnding { break }
            // Does not wait on the condition: a signal for a worker must not wake this thread instead.
            usleep(25_000)
        }
        condition.locked {
            threads -= 1
            condition.broadcast()
        }
    }
}
