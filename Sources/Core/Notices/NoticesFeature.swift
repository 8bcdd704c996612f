import Console
import HTML
import Web

/// What operators are told at the top of every page.
package struct NoticesFeature: Feature {
    package init() {}

    package var place: Place { .installation }
    package var auditActions: [AuditAction] { AuditAction.ofNotice }
    package var caches: [any SharedCache.Type] { [ShellNotices.self] }

    package var routes: [Route] { [.post(operators: "/notices/:notice/seen", AcknowledgeNotice.self)] }
}
