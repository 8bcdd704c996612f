import Console
import HTML
import Images
import Postgres
import Templates
import Web

/// Gives the tenant an icon, or another one.
struct ChangeTenantIcon: Changing {
    static let limits = ImageLimits.icon
    static let field = "icon"

    private let file: UploadedFile?
    private var image = UploadedImage.none

    init(_ request: WebRequest) { file = request.multipart?.files[Self.field] }

    mutating func receive(_ services: Services) async throws {
        image = try await UploadedImage.read(file, Self.limits, services)
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let picture: CheckedImage
        switch image {
        case .sound(let image):
            guard try StoredImage.hasRoom(for: image, in: tx) else {
                throw try refused(LocalText(Strings.error_image_room), in: tx, by: actor, services)
            }
            picture = image
        case .none: throw try refused(LocalText(Strings.error_image_none), in: tx, by: actor, services)
        case .refused(let words): throw try refused(words, in: tx, by: actor, services)
        }
        let old = try tx.first(TenantQueries.lockIcon)?.id("image_id")
        let new = try StoredImage.keep(picture, in: tx, by: actor, services)
        try tx.execute(TenantQueries.setIcon(new))
        return Change(
            AuditEvent(
                .tenantIconChanged, on: .tenant, tx.tenant, name: actor.tenant.name,
                changes: [.init("icon", old: old.map { "\($0)" } ?? "", new: "\(new)")]),
            next: .to("/t/\(actor.tenant.slug)/settings", flash: Strings.icon_saved))
    }

    private func refused(_ error: LocalText, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services)
        throws -> Refusal
    {
        guard let row = try tx.first(TenantQueries.settings) else { return .notFound }
        var form = try TenantSettingsForm(row)
        form.iconError = error
        return .form(form.page(actor, services))
    }
}
