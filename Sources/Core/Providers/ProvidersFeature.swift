import Console
import HTML
import Templates
import Web

/// Selling: who collects the money, the page on which one pays, and what providers tell.
package struct ProvidersFeature: Feature {
    package init() {}

    package var place: Place { .people }
    package var scopes: [Scope] { Scope.ofCheckout }
    package var auditActions: [AuditAction] { AuditAction.ofProvider }
    package var lists: [ListDeclaration] { [ProviderEventList.list] }
    package var auditFields: [AuditField] {
        [
            AuditField("reference", Strings.payment_reference), AuditField("event", Strings.provider_events_event),
            AuditField("is_on", Strings.provider_use),
        ] + Provider.allCases.flatMap(\.fields).map { AuditField($0.name, $0.label) }
    }

    package var menu: [MenuEntry] {
        [MenuEntry(.people, Strings.providers_title, icon: "plan", path: "providers", needs: .manageTenant)]
    }

    package var routes: [Route] {
        Route.list(ProviderEventList.self, needs: .seeFinance) + [
            .get("providers", needs: .manageTenant, ShowProviders.self),
            .post("providers/:provider", needs: .manageTenant, ChangeProvider.self).stepUp,
            .post("users/:user/subscription/sandbox", needs: .manageSubscriptions, SimulateProviderEvent.self),
            .open(.get, "/shop/:tenant/:checkout", HostedCheckout.show),
            .open(.post, "/shop/:tenant/:checkout", HostedCheckout.submit),
            .open(.post, "/hooks/:tenant/:provider", ProviderHook.take),
            .service(.post, "users/:user/checkouts", scope: .scope(.sell), writes: BeginCheckout.self),
        ]
    }
}
