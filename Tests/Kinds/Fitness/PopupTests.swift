import Console
import Core
import HTML
import JSON
import Postgres
import Support
import Testing

@testable import Fitness
@testable import roost

extension OnFitness {
    /// What apps show to the user who holds them: pop-ups with their fields, icons.
    @Suite struct PopupTests {
        let site: FitnessSite

        init() async throws { site = try await FitnessSite() }

        @Test
        func `FC4, C1, C3: a pop-up is made, published and read by an app with a user's token, in their language`()
            async throws
        {
            var browser = try site.console.browser(of: site.installation.makeAdmin(.owner, in: site.tenant))
            let list = "/t/\(site.tenant.slug)/fitness-popups"
            let made = await browser.post(
                list,
                [
                    ("key", "weigh_in"), ("form", "popup"), ("name.en", "Weigh in"), ("name.ru", "Взвесьтесь"),
                    ("text.en", "Once a week"), ("text.ru", "Раз в неделю"), ("button.en", "Done"), ("button.ru", ""),
                    ("fields.1.key", "kg"), ("fields.1.kind", "number"), ("fields.1.required", "yes"),
                    ("fields.1.label.en", "How much?"), ("fields.1.label.ru", "Сколько?"),
                ])
            #expect(made.status == 303, "\(made.text)")
            let entry = try #require(made.location)
            #expect(await site.get(site.anna, "popups").has("weigh_in") == false)
            let published = await browser.post("\(entry)/publication", [("from", "")])
            #expect(published.status == 303, "\(published.text)")
            let answer = await site.get(site.anna, "popups?language=en")
            #expect(answer.status == 200, "\(answer.text)")
            let popup = try #require(try JSONReader.read(Array(answer.text.utf8))["popups"]?.elements.first)
            #expect(popup["key"]?.text == "weigh_in" && popup["form"]?.text == "popup" && popup["version"]?.int == 1)
            #expect(
                popup["name"]?.text == "Weigh in" && popup["text"]?.text == "Once a week"
                    && popup["button"]?.text == "Done")
            let field = try #require(popup["fields"]?.elements.first)
            #expect(field["key"]?.text == "kg" && field["kind"]?.text == "number" && field["required"] == true)
            #expect(field["label"]?.text == "How much?")
            // Of a workspace with more languages each reader gets their own.
            _ = try site.installation.makeEntry(
                "fitness-popups", ["published"], in: site.tenant,
                content:
                    #"{"form":"window","name.en":"Weigh in","name.ru":"Взвесьтесь","text.en":"Now","text.ru":"Сейчас","fields.1.key":"kg","fields.1.kind":"number","fields.1.label.en":"How much?","fields.1.label.ru":"Сколько?"}"#
            )
            try site.installation.set("update users set language = 'ru' where id = \(site.anna.id)")
            let russian = await site.get(site.anna, "popups")
            #expect(russian.has("Взвесьтесь") && russian.has("Сколько?"), "\(russian.text)")
            var app = site.app(of: site.anna)
            app.headers[.ifNoneMatch] = try #require(russian.headers[.eTag])
            #expect(await app.get("/v1/me/popups").status == 304)
            // A sponsor's app has them too, another tenant's has not.
            #expect(await site.get(site.igor, "popups?language=en").has("weigh_in"))
            let other = try await FitnessSite()
            #expect(await other.get(other.anna, "popups").has("\"popups\":[]"))
        }

        @Test func `FC1: the icon of a goal type is read with a user's token`() async throws {
            let hidden = try site.installation.addImage(to: site.tenant)
            #expect(await site.get(site.anna, "images/\(hidden)").status == 404)
            let image = try site.installation.addPicture(to: site.tenant)
            let types = await site.get(site.anna, "goal-types")
            let icons = try JSONReader.read(Array(types.text.utf8))["goal_types"]?.elements.map { $0["icon"] ?? .null }
            #expect(icons == [.null, .null, .string("/v1/me/images/\(image)")], "\(types.text)")
            let picture = await site.get(site.anna, "images/\(image)")
            #expect(picture.status == 200 && picture.has("<svg"))
            let other = try await FitnessSite()
            #expect(await other.get(other.anna, "images/\(image)").status == 404)
        }
    }
}
