import Console
import Core
import HTML
import Postgres
import Support
import Templates
import Testing

@testable import Fitness
@testable import roost

@Suite struct MeasureTests {
    @Test func `G4: what the kind's features write into the facts of its users, the kind declares`() {
        #expect(Set(Measures.keys).subtracting(FitnessKind().facts.map(\.key)) == [])
    }

    @Test
    func `FI10: what is said in inches and pounds comes back to the tenth, and millimetres and grams as they were`() {
        for tenths in 197...1070 {
            let measures = Measures(height: Measures.height(tenths, in: .imperial))
            #expect(measures.height(in: .imperial) == tenths)
        }
        for tenths in stride(from: 441, through: 8817, by: 7) {
            let measures = Measures(weight: Measures.weight(tenths, in: .imperial))
            #expect(measures.weight(in: .imperial) == tenths)
        }
        #expect(Measures.height(673, in: .imperial) == 1709 && Measures.weight(1411, in: .imperial) == 64_000)
        #expect(Measures.height(1715, in: .metric) == 1715 && Measures.weight(64_204, in: .metric) == 64_200)
    }

    @Test(arguments: [
        (1710, 64_000, 219), (1715, 64_200, 218), (1800, 81_000, 250), (500, 400_000, 16_000), (2720, 20_000, 27),
    ]) func `FI10: body mass index is weight by the square of height, to the tenth`(
        height: Int, weight: Int, tenths: Int
    ) {
        #expect(Measures(height: height, weight: weight).bodyMassIndex == tenths)
        #expect(Measures(height: height).bodyMassIndex == nil)
    }

    @Test func `FI10: facts are read as they are written, and what is no measure is none`() {
        let measures = Measures(
            units: .imperial, height: 1709, weight: 64_090, age: 34, chosen: ["sex": "female", "figure": "pear"])
        #expect(measures.facts["height"] == "170.9" && measures.facts["weight"] == "64.09")
        #expect(Measures(facts: measures.facts) == measures)
        let odd = Measures(facts: ["height": "tall", "weight": "1.2345", "age": "-3", "sex": "x", "units": "cubits"])
        #expect(odd == Measures())
    }
}

extension OnFitness {
    @Suite struct MyMeasureTests {
        let site: FitnessSite

        init() async throws { site = try await FitnessSite() }

        @Test func `FI10: a user says it in one system and reads it in both, and the console shows it`() async throws {
            let nothing = await site.get(site.anna, "measures")
            #expect(nothing.has("\"height\":null") && nothing.has("\"body_mass_index\":null"))
            let saved = await site.write(
                .put, site.anna, "measures",
                #"{"units":"imperial","height":673,"weight":1411,"age":34,"body_type":"asthenic","sponsor_type":"friend"}"#
            )
            #expect(saved.status == 204, "\(saved.text)")
            let imperial = await site.get(site.anna, "measures")
            #expect(imperial.has("\"units\":\"imperial\",\"height\":673,\"weight\":1411,\"age\":34"))
            let metric = await site.get(site.anna, "measures?units=metric")
            #expect(metric.has("\"height\":1709,\"weight\":64000") && metric.has("\"body_mass_index\":21.9"))
            #expect(metric.has("\"body_type\":\"asthenic\"") && metric.has("\"sex\":null"))
            var browser = try site.console.browser(of: site.manager)
            let page = await browser.get("/t/\(site.tenant.slug)/users/\(site.anna.id)")
            #expect(page.has("170.9") && page.has(Strings.fitness_body_asthenic.resolve(in: .en)))
            // All of it anew.
            #expect(await site.write(.put, site.anna, "measures", #"{"units":"metric","age":35}"#).status == 204)
            #expect(await site.get(site.anna, "measures").has("\"height\":null,\"weight\":null,\"age\":35"))
            #expect(await site.get(site.igor, "measures").has("\"age\":null"))
            #expect(try site.events("user.changed") == 2)
        }

        @Test func `FI10: all that is wrong is said at once`() async {
            let body = #"{"units":"metric","height":49,"weight":1,"age":0,"sex":"x"}"#
            let answer = await site.write(.put, site.anna, "measures", body)
            for place in ["height", "weight", "age", "sex"] {
                #expect(answer.has("\"pointer\":\"/\(place)\""), "\(place): \(answer.text)")
            }
        }

        @Test func `S4: what is wrong with a parameter is said in words with an example, never as an expression`() async
        {
            var patterns = 0
            for route in site.console.console.routes {
                guard case .service(let call) = route.work else { continue }
                for parameter in call.summary.parameters {
                    guard case .pattern = parameter.form else { continue }
                    patterns += 1
                    let why = parameter.fault("no such\u{1}thing") ?? ""
                    #expect(!why.isEmpty && !why.contains("^") && !why.contains("["), "\(parameter.name): \(why)")
                }
            }
            #expect(patterns > 8)
            let day = await site.get(site.anna, "week?day=2026-13-01")
            #expect(day.status == 422 && day.has("A day like 2026-11-22."), "\(day.text)")
        }

        @Test(arguments: [
            (#"{"units":"metric","height":49}"#, "/height"), (#"{"units":"imperial","weight":1}"#, "/weight"),
            (#"{"units":"metric","age":0}"#, "/age"), (#"{"units":"metric","age":1.5}"#, "/age"),
            (#"{"units":"metric","sex":"x"}"#, "/sex"), (#"{"height":1700}"#, "/units"),
            (#"{"units":"metric","height":9223372036854775807}"#, "/height"),
        ]) func `FI10: what is wrong is said by its place`(body: String, place: String) async {
            let answer = await site.write(.put, site.anna, "measures", body)
            #expect(answer.status == 422 && answer.has("\"pointer\":\"\(place)\""), "\(answer.text)")
        }
    }
}
