import CPosix
import Glibc

/// A mutex with one condition variable. The threads of a pool wait on it for work.
final class Condition: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    func locked<R>(_ body: () throws -> R) rethrows -> R {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body()
    }

    /// Call it only inside `locked`. Returns false if `milliseconds` pass without a signal.
    @discardableResult
    func wait(milliseconds: Int? = nil) -> Bool {
        guard let milliseconds else {
            pthread_cond_wait(condition, mutex)
            return true
        }
        var until = timespec()
        clock_gettime(CLOCK_MONOTONIC, &until)
        let nanoseconds = until.tv_nsec + (milliseconds % 1000) * 1_000_000
        until.tv_sec += milliseconds / 1000 + nanoseconds / 1_000_000_000
        until.tv_nsec = nanoseconds % 1_000_000_000
        return pthread_cond_timedwait(condition, mutex, &until) == 0
    }

    func broadcast() { pthread_cond_broadcast(condition) }

    /// One thread's place to sleep, so that another can choose whom it wakes.
    final class Bed {
        private let condition: Condition
        private let woken = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
        private var isCalled = false

        init(_ condition: Condition) {
            self.condition = condition
            pthread_cond_init(woken, nil)
        }

        deinit {
            pthread_cond_destroy(woken)
            woken.deallocate()
        }

        /// Call it only inside `locked`. Returns after a `call` that follows.
        func sleep() {
            isCalled = false
            while !isCalled { pthread_cond_wait(woken, condition.mutex) }
        }

        /// Call it only inside `locked`. The thread wakes with `signal`.
        func call() { isCalled = true }

        func signal() { pthread_cond_signal(woken) }
    }
}

/// Starts a thread that runs `body` once. The thread is detached: nobody joins it.
package func startThread(named name: String, _ body: @escaping @Sendable () -> Void) {
    final class Box {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    let box = Unmanaged.passRetained(Box(body))
    let failed = pthread_create(
        &thread, nil,
        { raw in
            Unmanaged<Box>.fromOpaque(raw!).takeRetainedValue().body()
            return nil
        }, box.toOpaque())
    guard failed == 0 else {
        box.release()
        return
    }
    pthread_setname_np(thread, String(name.prefix(15)))
    pthread_detach(thread)
}
