import Testing

@testable import roost

@Suite struct CountedTests {
    @Test func `a number of things is written in the singular for one alone`() {
        #expect([0, 1, 2].map { Terminal.counted($0, "event") } == ["0 events", "1 event", "2 events"])
    }
}
