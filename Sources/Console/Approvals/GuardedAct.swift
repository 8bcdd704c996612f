import HTML
import Templates

/// An act for which a tenant may require two-person approval, declared by its feature (`Feature.guardedActs`). Audit
/// actions name their act (`guardedAct`), so everything that records such an action is covered.
package struct GuardedAct: Sendable, Hashable {
    /// Stored in the tenant's setting.
    package let id: String
    package let label: StringKey
    package let explanation: StringKey

    package init(_ id: String, _ label: StringKey, _ explanation: StringKey) {
        self.id = id
        self.label = label
        self.explanation = explanation
    }

    /// An act that no tenant chooses.
    private init(always id: String) { self.init(id, Strings.approval_policy_title, Strings.approval_policy_advice) }

    /// Ending two-person approval itself: otherwise one admin could end it, act alone, and start it again.
    package static let choice = GuardedAct(always: "choice")
    /// Acts that need a second admin in every tenant.
    package static let always = GuardedAct(always: "always")
    /// For actions that shared code records for many features: the catalogue or the import declares which act it is.
    /// An event that still has this value needs approval if the tenant requires any.
    package static let declared = GuardedAct(always: "declared")

    /// The name of the act's setting in the audit trail: `four-eyes-roles`.
    package var choice: String { "four-eyes-" + id }
    var auditField: AuditField { AuditField(choice, label, value: AuditWords.onOrOff) }

    package static func == (a: GuardedAct, b: GuardedAct) -> Bool { a.id == b.id }
    package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension Declarations {
    /// Returns the declared act with that id. An act that an old process doesn't know needs no approval there.
    package func guardedAct(_ id: String) -> GuardedAct? { guardedActs.first { $0.value.id == id }?.value }

    /// Returns the acts that the tenant can choose.
    package func guardedActs(in tenant: Tenant) -> [GuardedAct] {
        guardedActs.filter { $0.place.includes(tenant) }.map(\.value)
    }
}
