import HTML
import Sheets
import Templates
import Web

/// The page that begins an export: what will be in it, why it is made, and in which format.
package struct ExportForm {
    package var title: StringKey
    /// Menu path and name of the list that is exported.
    package var menu: (path: String, label: StringKey)
    /// The list's own address; a file's is this one with the format behind it.
    package var list: Link
    package var count: LocalText
    /// The filter in words; empty for everything.
    package var narrowing: [String]
    package var everything: StringKey
    package var lineHint: StringKey
    package var query: [(name: String, value: String)]
    /// Too many rows for the page to wait for: the file is made in the background.
    package var isLarge = false

    package init(
        title: StringKey, menu: (path: String, label: StringKey), list: Link, count: LocalText, narrowing: [String],
        everything: StringKey, lineHint: StringKey, query: [(name: String, value: String)], isLarge: Bool = false
    ) {
        self.title = title
        self.menu = menu
        self.list = list
        self.count = count
        self.narrowing = narrowing
        self.everything = everything
        self.lineHint = lineHint
        self.query = query
        self.isLarge = isLarge
    }

    /// Up to so many rows a file streams at once. A list is counted exactly up to here, and so many are some two
    /// megabytes: there in a moment on any line. A longer stream that breaks off has to be begun again by hand.
    package static let largestAtOnce = Totals.exactLimit

    package func page(error: LocalText?, _ actor: Actor, _ services: Services) -> ExportPage {
        func format(_ format: SheetFormat, _ label: StringKey, _ hint: StringKey, _ icon: String) -> ExportFormat {
            ExportFormat(
                label: LocalText(label), hint: LocalText(hint), format: format.rawValue,
                action: isLarge ? nil : "\(list)\(".\(format.rawValue)")", icon: icon)
        }
        return ExportPage(
            frame: actor.frame(LocalText(title), services, current: menu.path, crumb: (LocalText(menu.label), list)),
            heading: LocalText(title), count: count, narrowing: narrowing, everything: LocalText(everything),
            formats: [
                format(.csv, Strings.export_csv, Strings.export_csv_hint, "text"),
                format(.xlsx, Strings.export_xlsx, Strings.export_xlsx_hint, "report"),
                format(.jsonl, Strings.export_jsonl, lineHint, "key"),
            ],
            hidden: query.map { HiddenValue($0.name, $0.value) },
            background: isLarge
                ? .init(action: "\(list)/export", csrf: actor.session?.csrf ?? "", hours: StoredExport.hours) : nil,
            past: actor.tenant.isInstallation ? nil : actor.link("exports"),
            reason: Field(
                "reason", label: LocalText(Strings.export_reason), hint: LocalText(Strings.export_reason_hint),
                error: error,
                isRequired: true),
            cancel: list.with(query: query.map { ($0.name, $0.value) }))
    }
}

/// Format and reason, as the address of a file has them.
package struct ExportRequest: Sendable {
    package let format: SheetFormat
    package let reason: String
    /// The page's form asks why; a script that asks for the file alone need not say.
    package let lacksReason: Bool

    package init(_ request: WebRequest) throws {
        guard let format = SheetFormat.allCases.first(where: { request.path.hasSuffix(".\($0.rawValue)") }) else {
            throw Refusal.notFound
        }
        self.format = format
        reason = String((request.query.trimmed("reason") ?? "").prefix(500))
        lacksReason = request.query["reason"] != nil && reason.isEmpty
    }
}

/// What the trail says about an export: that it began, and how it ended.
package struct ExportRecord: Sendable {
    package var begun: AuditEvent
    /// How it ended; nil for what has no end of its own.
    private var ends: (finished: AuditAction, brokenOff: AuditAction)?

    package init(
        _ actions: (begun: AuditAction, finished: AuditAction, brokenOff: AuditAction), on kind: ObjectKind,
        _ request: ExportRequest, list: String? = nil, filter: [(name: String, value: String)]
    ) {
        begun = AuditEvent(
            actions.begun, on: kind,
            changes: (list.map { [.init("list", new: $0)] } ?? []) + [
                .init("format", new: request.format.rawValue), .init("filter", new: Self.words(filter)),
            ],
            reason: request.reason)
        ends = (actions.finished, actions.brokenOff)
    }

    /// Of what is recorded once.
    package init(_ event: AuditEvent) { begun = event }

    /// What is searched for may be a name: it is sealed in no one's key, so only that
    /// there was something is written down.
    package static func words(_ filter: [(name: String, value: String)]) -> String {
        filter.map { $0.name == "q" ? "q" : "\($0.name)=\($0.value)" }.joined(separator: "&")
    }

    package func ended(isWhole: Bool, rows: Int) -> AuditEvent? {
        ends.map { ends in
            AuditEvent(
                isWhole ? ends.finished : ends.brokenOff, on: begun.objectKind,
                changes: [.init("rows", new: String(rows)), .init("export", new: begun.id.description)],
                reason: begun.reason)
        }
    }
}
