import Console
import HTML
import Postgres
import Templates
import Web

/// Selling: payment providers, the checkout page, and the events of providers.
package struct ProvidersFeature: Feature {
    package init() {}

    package var guide: GuideTopic? {
        GuideTopic("providers", Strings.providers_title, about: Strings.guide_about_providers)
    }
    package var place: Place { .people }
    package var scopes: [Scope] { Scope.ofCheckout }
    package var auditActions: [AuditAction] { AuditAction.ofProvider }
    package var lists: [ListDeclaration] { [ProviderEventList.list] }
    package var timers: [HouseTimer] {
        [
            HouseTimer("provider events that wait", every: 60) { services, _ in
                try await RetryProviderEventsAcrossTenants(services: services).run(now: .now)
            }
        ]
    }
    package var auditFields: [AuditField] {
        [
            AuditField("reference", Strings.payment_reference), AuditField("event", Strings.provider_events_event),
            AuditField("is_on", Strings.provider_use),
        ] + Provider.allCases.flatMap(\.fields).map { AuditField($0.name, $0.label) }
    }

    package var menu: [MenuEntry] {
        [MenuEntry(.money, Strings.providers_title, icon: "plan", path: "providers", needs: .manageTenant)]
    }

    package var userReferences: [UserReference] {
        [
            UserReference(Strings.users_by_order) { text in
                ID(text).map { "select checkouts.user_id from checkouts where checkouts.id = \($0)" }
            }
        ]
    }
    package var personalData: [PersonalTable] {
        [
            PersonalTable(
                "checkouts", Strings.personal_checkouts,
                columns: [
                    "plan", "version", "period", "currency", "price", "provider", "state", "return_url", "created_at",
                    "expires_at", "finished_at",
                ], sums: PersonalSums(["price"]), erased: .deleted),
            PersonalTable(
                "provider_events", Strings.provider_events_title,
                columns: [
                    "provider", "event", "kind", "at", "received_at", "outcome", "refunded", "reference", "facts",
                    "completed_facts", "payer",
                    "method",
                ],
                erased: .emptied([
                    ("user_id", "null"), ("match_user", "null"), ("payer", "''"), ("method", "''"),
                    ("card", "''"),
                ]), kept: .bookkeeping),
        ]
    }
    package var demo: (any DemoRows.Type)? { ProviderDemo.self }

    package var routes: [Route] {
        Route.list(ProviderEventList.self, needs: .seeFinance) + [
            .get("provider-events/:event", needs: .seeFinance, ShowProviderEvent.self),
            .post("provider-events/:event/match", needs: .manageSubscriptions, MatchProviderEvent.self),
            .get("providers", needs: .manageTenant, ShowProviders.self),
            .post("providers/:provider", needs: .manageTenant, ChangeProvider.self).stepUp,
            .post("users/:user/subscription/sandbox", needs: .manageSubscriptions, SimulateProviderEvent.self),
            .open(.get, "/shop/:tenant/:checkout", inTenant: HostedCheckout.show),
            .open(.post, "/shop/:tenant/:checkout", inTenant: HostedCheckout.submit),
            .open(.post, "/hooks/:tenant/:provider", inTenant: ProviderHook.take).accepting(ProviderHook.longest),
            .service(.post, "users/:user/checkouts", scope: .scope(.sell), BeginCheckout.self),
        ]
    }
}
