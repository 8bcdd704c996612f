import HTML
import Templates

/// An act that a tenant may want two admins for, declared by its feature (`Feature.guardedActs`). Audit actions belong to one
/// (`guardedAct`), and with that everything that causes them.
package struct GuardedAct: Sendable, Hashable {
    /// Stored in the tenant's choice.
    package let id: String
    package let label: StringKey
    package let explanation: StringKey

    package init(_ id: String, _ label: StringKey, _ explanation: StringKey) {
        self.id = id
        self.label = label
        self.explanation = explanation
    }

    /// One that no tenant chooses.
    private init(always id: String) { self.init(id, Strings.approval_policy_title, Strings.approval_policy_advice) }

    /// Ending the wait itself: else one admin would end it, act alone, and begin it again.
    package static let choice = GuardedAct(always: "choice")
    /// What waits for a second admin in every tenant.
    package static let always = GuardedAct(always: "always")
    /// Of actions that machinery causes for many features: the catalogue or the import declares which act it is. An event that still
    /// has this one waits where anything waits.
    package static let declared = GuardedAct(always: "declared")

    /// As the trail calls the choice of one: `four-eyes-roles`.
    package var choice: String { "four-eyes-" + id }

    package static func == (a: GuardedAct, b: GuardedAct) -> Bool { a.id == b.id }
    package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension Declarations {
    /// Of what is declared, the act with that id: what an old process doesn't know waits for nobody.
    package func guardedAct(_ id: String) -> GuardedAct? { guardedActs.first { $0.value.id == id }?.value }

    /// What a tenant chooses from.
    package func guardedActs(in tenant: Tenant) -> [GuardedAct] {
        guardedActs.filter { $0.place.includes(tenant) }.map(\.value)
    }
}
