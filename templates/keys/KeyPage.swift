import HTML

/// One API key.
package struct KeyPage: Sendable {
    package var frame: Frame
    package var name: String
    package var state: StatusBadge
    package var facts: [Fact]
    package var scopes: [KeyScope]
    /// nil: not used.
    package var chart: Chart?
    package var endpoints: [KeyEndpointRow]
    /// For how many days the numbers are.
    package var days: LocalText
    /// nil for somebody who may not see it.
    package var trail: TrailCard?
    /// nil: not allowed, or senseless in this state.
    package var disable: ReasonForm?
    package var enable: Link?
    package var rotate: RotationForm?
    package var delete: ReasonForm?

    package init(
        frame: Frame, name: String, state: StatusBadge, facts: [Fact], scopes: [KeyScope],
        chart: Chart?, endpoints: [KeyEndpointRow], days: LocalText, trail: TrailCard?, disable: ReasonForm?,
        enable: Link?, rotate: RotationForm?, delete: ReasonForm?
    ) {
        self.frame = frame
        self.name = name
        self.state = state
        self.facts = facts
        self.scopes = scopes
        self.chart = chart
        self.endpoints = endpoints
        self.days = days
        self.trail = trail
        self.disable = disable
        self.enable = enable
        self.rotate = rotate
        self.delete = delete
    }

    /// Both ask for a `reason`: their ids must differ.
    package var disableMenu: ReasonMenu? {
        disable.map {
            ReasonMenu(
                LocalText(Strings.key_disable), icon: frame.icon("pause"),
                advice: LocalText(Strings.key_disable_advice),
                form: $0.prefixed("disable-"), confirm: LocalText(Strings.key_disable_now))
        }
    }

    package var deleteMenu: ReasonMenu? {
        delete.map {
            ReasonMenu(
                LocalText(Strings.key_delete), icon: frame.icon("trash"), advice: LocalText(Strings.key_delete_advice),
                form: $0.prefixed("delete-"), confirm: LocalText(Strings.key_delete_now), isDanger: true)
        }
    }

    package var enableButton: ActButton? {
        enable.map { ActButton(LocalText(Strings.key_enable), icon: frame.icon("play"), action: $0, csrf: frame.csrf) }
    }

    package static var sample: KeyPage {
        func confirm(_ action: Link) -> ReasonForm {
            ReasonForm(action: action, csrf: "sample", reason: Field("reason", label: LocalText(Strings.user_reason)))
        }
        return KeyPage(
            frame: .sample("Billing server", at: "key", crumbs: [Crumb(label: "API keys", link: "/t/rooster-me/keys")]),
            name: "Billing server \"<&>\"", state: StatusBadge(LocalText(Strings.key_state_active), tone: .good),
            facts: [
                Fact(LocalText(Strings.key_lookup), "rst_live_0aB9zQ7kLmN3xY5w", isCode: true),
                Fact(LocalText(Strings.key_addresses), "10.0.0.0/8, 2001:db8:85a3:8d3:1319:8a2e:370:7348/128"),
                Fact(LocalText(Strings.key_expires), "20 Feb 2027, 09:14"),
            ],
            scopes: [
                KeyScope(name: "users.read", label: LocalText(Strings.scope_users_read)),
                KeyScope(name: "things.do", label: LocalText(Strings.scope_unknown)),
            ],
            chart: .sample,
            endpoints: [
                KeyEndpointRow(
                    name: "GET /v1/users", requests: "12,408", errors: "3",
                    points: "0.0,24.0 40.0,3.0 80.0,12.0 120.0,0.0"),
                KeyEndpointRow(name: "GET /v1/users/:user", requests: "77", errors: "0", points: "0.0,24.0 120.0,0.0"),
            ], days: Strings.fact_days(count: 30), trail: .sample, disable: confirm("/t/rooster-me/keys/1/suspension"),
            enable: nil,
            rotate: RotationForm(
                action: "/t/rooster-me/keys/1/rotation", csrf: "sample",
                overlap: Choice(
                    "overlap", label: LocalText(Strings.key_overlap),
                    options: [.init(value: "24", label: "24 hours", isSelected: true)])),
            delete: confirm("/t/rooster-me/keys/1/deletion"))
    }

    package static var sampleDisabled: KeyPage {
        var page = sample
        page.state = StatusBadge(LocalText(Strings.key_state_disabled), tone: .off)
        page.disable = nil
        page.enable = "/t/rooster-me/keys/1/suspension/end"
        page.trail = nil
        page.chart = nil
        page.endpoints = []
        page.frame.theme = "dark"
        return page
    }
}
