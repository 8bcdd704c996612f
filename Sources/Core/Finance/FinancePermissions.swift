import Console
import HTML
import Templates

/// What admins may do about money.
extension Permission {
    package static let seeFinance = Permission(
        "finance.see", Strings.permission_finance_see, in: .oversight, roles: [.manager, .analyst, .auditor])

    /// All of them, as the feature declares them.
    package static let ofFinance: [Permission] = [
        .seeFinance
    ]
}
