import Console
import HTML
import Templates

/// The permissions for finance.
extension Permission {
    package static let seeFinance = Permission(
        "finance.see", Strings.permission_finance_see, in: .oversight, roles: [.manager, .analyst, .auditor])

    /// All of these permissions, as the feature declares them.
    package static let ofFinance: [Permission] = [
        .seeFinance
    ]
}
