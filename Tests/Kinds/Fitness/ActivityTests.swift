import Console
import Core
import HTML
import HTTPTypes
import JSON
import Postgres
import Support
import Templates
import Testing
import Web

@testable import Fitness
@testable import roost

extension OnFitness {
    /// Activities as apps bring them: known again, told apart, matched to what was planned, taken back.
    @Suite struct ActivityTests {
        let site: FitnessSite

        init() async throws { site = try await FitnessSite() }

        private func send(_ json: String, by user: TestUser? = nil) async -> Answer {
            await site.write(.post, user ?? site.anna, "activities", json)
        }

        private func send(_ text: String, _ format: TrackerFormat, by user: TestUser? = nil) async -> Answer {
            await site.app(of: user ?? site.anna).write(
                .post, "/v1/me/activities/files", type: format.mediaType, Array(text.utf8))
        }

        private func activities() async throws -> [JSONText] {
            let answer = await site.get(site.anna, "activities")
            #expect(answer.status == 200, "\(answer.text)")
            return try JSONReader.read(Array(answer.text.utf8))["activities"]?.elements ?? []
        }

        private func plan(_ sessions: [(String, String)], in goal: ID) async throws {
            var browser = try site.console.browser(of: site.manager)
            for (day, title) in sessions {
                let answer = await browser.post("\(site.goals)/\(goal)/plan", [("day", day), ("title", title)])
                #expect(answer.status == 303, "\(answer.text)")
            }
        }

        private func counts(_ answer: Answer) throws -> [Int] {
            #expect(answer.status == 200, "\(answer.text)")
            let body = try JSONReader.read(Array(answer.text.utf8))
            return ["found", "added", "duplicates", "matched", "skipped"].map { body[$0]?.int ?? -1 }
        }

        @Test func `FI11: one run told by four sources counts once, and the same again is nothing new`() async throws {
            #expect(try counts(await send(TrackerSamples.garminGPX, .gpx)) == [1, 1, 0, 0, 0])
            #expect(try counts(await send(TrackerSamples.garminGPX, .gpx)) == [1, 0, 0, 0, 0])
            #expect(try counts(await send(TrackerSamples.strava())) == [1, 1, 1, 0, 0])
            #expect(try counts(await send(TrackerSamples.appleHealth())) == [1, 1, 1, 0, 0])
            #expect(try counts(await send(TrackerSamples.strava())) == [1, 0, 0, 0, 0])
            let all = try await activities()
            #expect(all.count == 3)
            let first = try #require(all.first { $0["source"]?.text == "gpx" })
            #expect(first["duplicate_of"] == .null && first["metres"]?.int == 2224 && first["kind"]?.text == "run")
            for other in all where other["source"]?.text != "gpx" {
                #expect(other["duplicate_of"]?.text == first["id"]?.text)
            }
            // The same on another day is another one.
            let later = TrackerSamples.strava(id: "2", start: "2024-05-02T04:30:02Z")
            #expect(try counts(await send(later)) == [1, 1, 0, 0, 0])
            #expect(try site.events("activities.added") == 4)
        }

        @Test func `FI11: its day is that of the zone it was in, else of the workspace's`() async throws {
            // Half past ten at night in Madrid is the next day in Moscow; the file says neither.
            let late = TrackerSamples.garminGPX.replacing("2024-05-01T04", with: "2024-05-01T20")
                .replacing("2024-05-01T05", with: "2024-05-01T21")
            _ = await send(late, .gpx)
            _ = await send(TrackerSamples.strava(id: "7", type: "Swim", start: "2024-05-01T21:30:00Z"))
            let days = try await activities().map { ($0["source"]?.text ?? "", $0["day"]?.text ?? "") }
            #expect(days.contains { $0 == ("gpx", "2024-05-01") } && days.contains { $0 == ("strava", "2024-05-02") })
        }

        @Test
        func `FI11: what was planned for its day and is of its kind is ticked, says by what, and can be taken back`()
            async throws
        {
            let goal = try await site.inProgress()
            try await plan([("2024-05-01", "Swim"), ("2024-05-01", "Run 2 km"), ("2024-05-02", "Run")], in: goal)
            #expect(try counts(await send(TrackerSamples.garminGPX, .gpx)) == [1, 1, 0, 1, 0])
            // Another source tells the same, and ticks no other run.
            #expect(try counts(await send(TrackerSamples.strava())) == [1, 1, 1, 0, 0])
            let shown = await site.get(site.igor, "goals/\(goal)/plan")
            let sessions = try JSONReader.read(Array(shown.text.utf8))["sessions"]?.elements ?? []
            #expect(sessions.filter { $0["ticked_at"]?.text != nil }.map { $0["title"]?.text } == ["Run 2 km"])
            #expect(sessions.first { $0["title"]?.text == "Run 2 km" }?["tracker"]?.text == "gpx")
            let feed = await site.get(site.igor, "goals/\(goal)/feed")
            #expect(feed.has("\"act\":\"tick\"") && feed.has("\"tracker\":\"gpx\",\"activity\":\"run\""))
            var browser = try site.console.browser(of: site.manager)
            let page = await browser.get("\(site.goals)/\(goal)")
            #expect(page.has("Run · GPX") && page.has("ticked “Run 2 km”"))
            #expect(await browser.get("\(site.goals)/\(goal)/plan?month=2024-05-01").has("GPX"))
            #expect(await browser.get("/t/\(site.tenant.slug)/users/\(site.anna.id)").has("Strava"))
            // Of a sponsor nobody gets the recipient's activities.
            #expect(await site.get(site.igor, "activities").has("\"activities\":[]"))
            let activity = try #require(
                try await activities().first { $0["source"]?.text == "gpx" }?["id"]?.text)
            #expect(await site.write(.delete, site.igor, "activities/\(activity)/match").status == 404)
            #expect(await site.write(.delete, site.anna, "activities/\(activity)/match").status == 200)
            #expect(await site.write(.delete, site.anna, "activities/\(activity)/match").status == 404)
            #expect(!(await site.get(site.anna, "goals/\(goal)/plan").has("\"tracker\":\"gpx\"")))
            // It came before, and ticks nothing again.
            #expect(try counts(await send(TrackerSamples.garminGPX, .gpx)) == [1, 0, 0, 0, 0])
            #expect(try site.events("goal.ticked") == 1 && site.events("goal.unticked") == 1)
        }

        @Test func `FI9: what a tracker measured is written in the reader's language, digits and units`() async throws {
            let goal = try await site.inProgress()
            let yesterday = String(Timestamp.now.adding(seconds: -86_400).iso.prefix(10))
            _ = await send(TrackerSamples.garminGPX.replacing("2024-05-01", with: yesterday), .gpx)
            func post(_ user: TestUser) async throws -> JSONText {
                let feed = await site.get(user, "goals/\(goal)/feed?limit=1")
                return try #require(try JSONReader.read(Array(feed.text.utf8))["posts"]?.elements.first, "\(feed.text)")
            }
            let english = try await post(site.anna)
            #expect(english["act"]?.text == "record" && english["metres"]?.int == 2224)
            let seconds = try #require(english["seconds"]?.int)
            let minutes = max(1, (seconds + 30) / 60)
            #expect(english["text"]?.text == "2.2 km · \(Strings.fitness_minutes(count: minutes).resolve(in: .en))")
            #expect(try #require(english["done_at"]?.text).hasPrefix(yesterday))
            try site.installation.set("update users set language = 'fa' where id = \(site.igor.id)")
            let persian = try #require(try await post(site.igor)["text"]?.text)
            #expect(
                persian.contains("۲٫۲") && persian.contains("کیلومتر") && !persian.contains(/[0-9a-z]/), "\(persian)")
            try site.installation.set("update users set language = 'ru' where id = \(site.igor.id)")
            #expect(try await post(site.igor)["text"]?.text?.hasPrefix("2,2 км") == true)
            let miles = #"{"units":"imperial"}"#
            #expect(await site.write(.put, site.anna, "measures", miles).status == 204)
            #expect(try await post(site.anna)["text"]?.text?.hasPrefix("1.38 mi") == true)
            var browser = try site.console.browser(of: site.manager)
            #expect(await browser.get("\(site.goals)/\(goal)").has("GPX · 2.2 km"))
        }

        @Test func `FI11: an admin takes a tick of a tracker back with a plain form`() async throws {
            let goal = try await site.inProgress()
            try await plan([("2024-05-01", "Run 2 km")], in: goal)
            _ = await send(TrackerSamples.garminGPX, .gpx)
            var browser = try site.console.browser(of: site.manager)
            let page = await browser.get("\(site.goals)/\(goal)")
            let undo = try #require(
                page.text.firstMatch(of: /action="([^"]*\/unmatching)"/).map { String($0.output.1) })
            let back = await browser.post(undo)
            #expect(back.status == 303 && back.location == "\(site.goals)/\(goal)")
            #expect(await browser.post(undo).status == 404)
            #expect(await browser.get("\(site.goals)/\(goal)").has("unmatching") == false)
        }

        @Test func `FI11: a tick that can't be taken back stands on the page that says so`() async throws {
            let goal = try await site.inProgress()
            try await plan([("2024-05-01", "Run 2 km")], in: goal)
            _ = await send(TrackerSamples.strava())
            var browser = try site.console.browser(of: site.manager)
            let page = "\(site.goals)/\(goal)"
            let undo = try #require(
                await browser.get(page).text.firstMatch(of: /action="([^"]*\/unmatching)"/).map { String($0.output.1) })
            _ = await browser.post("\(page)/percent", [("percent", "100"), ("note", "")] + site.opened(goal: goal))
            #expect(try site.state(goal) == "done")
            for act in [undo, undo.replacing("unmatching", with: "removal")] {
                let refused = await browser.post(act)
                #expect(refused.status == 422, "\(refused.text)")
                // As the page was before the act.
                #expect(refused.has(Strings.fitness_activity_ticked(session: "Run 2 km").resolve(in: .en)), "\(act)")
            }
            #expect(try site.events("goal.unticked") == 0)
            #expect(await browser.get(page).has(undo))
        }

        @Test func `FI11: Fitbit's log is a source like the others, and its run the same as the watch's`() async throws
        {
            let goal = try await site.inProgress()
            try await plan([("2024-05-01", "Run 2 km")], in: goal)
            #expect(try counts(await send(TrackerSamples.fitbit())) == [1, 1, 0, 1, 0])
            #expect(try counts(await send(TrackerSamples.fitbit())) == [1, 0, 0, 0, 0])
            #expect(try counts(await send(TrackerSamples.garminGPX, .gpx)) == [1, 1, 1, 0, 0])
            #expect(await site.get(site.anna, "goals/\(goal)/plan").has("\"tracker\":\"fitbit\""))
            #expect(await site.get(site.anna, "goals/\(goal)/feed").has("\"tracker\":\"fitbit\""))
            var browser = try site.console.browser(of: site.manager)
            #expect(await browser.get("\(site.goals)/\(goal)").has("Fitbit"))
        }

        @Test
        func `FI11: an activity is removed for good, and what it ticked is unticked when nothing else supports it`()
            async throws
        {
            let goal = try await site.inProgress()
            try await plan([("2024-05-01", "Run 2 km")], in: goal)
            _ = await send(TrackerSamples.garminGPX, .gpx)
            _ = await send(TrackerSamples.strava())
            func session() async throws -> JSONText {
                let shown = await site.get(site.anna, "goals/\(goal)/plan")
                return try #require(try JSONReader.read(Array(shown.text.utf8))["sessions"]?.elements.first)
            }
            func activity(_ source: String) async throws -> String {
                try #require(try await activities().first { $0["source"]?.text == source }?["id"]?.text)
            }
            let first = try await activity("gpx")
            #expect(await site.write(.delete, site.igor, "activities/\(first)").status == 404)
            #expect(await site.write(.delete, site.anna, "activities/\(first)").status == 204)
            #expect(await site.write(.delete, site.anna, "activities/\(first)").status == 404)
            // The other source told the same: the session stays ticked, by that one.
            #expect(try await session()["tracker"]?.text == "strava")
            let rest = try await activities()
            #expect(rest.count == 1 && rest.first?["duplicate_of"] == .null && rest.first?["session"]?["id"] != nil)
            // An admin removes that as well, and then nothing supports the tick.
            var browser = try site.console.browser(of: site.manager)
            let page = await browser.get("\(site.goals)/\(goal)")
            let removal = try #require(
                page.text.firstMatch(of: /action="([^"]*\/removal)"/).map { String($0.output.1) })
            let removed = await browser.post(removal)
            #expect(removed.status == 303 && removed.location == "\(site.goals)/\(goal)")
            #expect(try await session()["ticked_at"] == .null)
            #expect(try await activities().isEmpty)
            #expect(try site.events("activities.removed") == 2 && site.events("goal.unticked") == 1)
            // Their sources send them again, and they don't come back.
            #expect(try counts(await send(TrackerSamples.garminGPX, .gpx)) == [1, 0, 0, 0, 0])
            #expect(try counts(await send(TrackerSamples.strava())) == [1, 0, 0, 0, 0])
            #expect(try await session()["ticked_at"] == .null)
        }

        @Test func `FI11: what an absurd activity hid counts once it is removed, and an absurd one is refused`()
            async throws
        {
            let goal = try await site.inProgress()
            try await plan([("2024-05-01", "Run 2 km")], in: goal)
            let car = TrackerSamples.strava().replacing("\"distance\":2231.7", with: "\"distance\":90000")
            let refused = await send(car)
            #expect(refused.status == 422 && refused.has(ActivityFault.badSpeed.words), "\(refused.text)")
            // A tracker that nobody stopped: all of the day's activities are the same as this one.
            let all = TrackerSamples.strava(id: "77", type: "Workout", start: "2024-05-01T00:00:02Z", seconds: "86000")
            #expect(try counts(await send(all)) == [1, 1, 0, 0, 0])
            #expect(try counts(await send(TrackerSamples.garminGPX, .gpx)) == [1, 1, 1, 0, 0])
            let id = try #require(try await activities().first { $0["source"]?.text == "strava" }?["id"]?.text)
            #expect(await site.write(.delete, site.anna, "activities/\(id)").status == 204)
            let shown = await site.get(site.anna, "goals/\(goal)/plan")
            #expect(shown.has("\"tracker\":\"gpx\""), "\(shown.text)")
        }

        @Test func `FI11: a tick that is taken off by hand takes its activity along`() async throws {
            let goal = try await site.inProgress()
            try await plan([("2024-05-01", "Run 2 km")], in: goal)
            _ = await send(TrackerSamples.garminGPX, .gpx)
            let session = try site.installation.text(
                "select sessions.id::text as t from fitness_sessions as sessions where sessions.goal_id = \(goal)")
            #expect(await site.write(.delete, site.anna, "goals/\(goal)/plan/\(session)/tick").status == 200)
            #expect(try await activities().first?["session"] == .null)
            #expect(await site.write(.put, site.anna, "goals/\(goal)/plan/\(session)/tick").status == 200)
            #expect(await site.get(site.anna, "goals/\(goal)/plan").has("\"tracker\":null"))
        }

        @Test func `FI11: what is fresh and not planned is news in the feed, what is old is not`() async throws {
            let goal = try await site.inProgress()
            _ = await send(TrackerSamples.garminGPX, .gpx)
            #expect(!(await site.get(site.igor, "feed").has("\"act\":\"record\"")))
            let fresh = Timestamp.now.adding(seconds: -7200).iso.prefix(19) + "Z"
            #expect(try counts(await send(TrackerSamples.strava(id: "9", start: String(fresh)))) == [1, 1, 0, 0, 0])
            let feed = await site.get(site.igor, "goals/\(goal)/feed")
            #expect(feed.has("\"act\":\"record\"") && feed.has("2.2 km · 30 min") && feed.has("\"tracker\":\"strava\""))
        }

        @Test func `FI11: a hundred activities are one entry a day of a sponsor's feed, with their sums`() async throws
        {
            let goal = try await site.inProgress()
            let now = Timestamp.now
            let list = (0..<100).map { number in
                let start = now.adding(seconds: -7200 - Int64(number) * 600).iso.prefix(19)
                return
                    "{\"id\":\(number + 1),\"sport_type\":\"Walk\",\"start_date\":\"\(start)Z\",\"elapsed_time\":300}"
            }
            let sent = await send("{\"source\":\"strava\",\"activities\":[\(list.joined(separator: ","))]}")
            #expect(try counts(sent) == [100, 100, 0, 0, 0])
            // They began within seventeen hours.
            func posts() throws -> Int {
                try site.installation.number(
                    "select count(*) as n from fitness_posts where fitness_posts.goal_id = \(goal) and fitness_posts.act = 'record'"
                )
            }
            let entries = try posts()
            #expect((1...2).contains(entries))
            #expect(
                try site.installation.number(
                    "select sum(activities)::bigint as n from fitness_posts where fitness_posts.goal_id = \(goal)")
                    == 100)
            #expect(try site.events("goal.recorded") == entries)
            let feed = await site.get(site.igor, "goals/\(goal)/feed?limit=2")
            let post = try #require(try JSONReader.read(Array(feed.text.utf8))["posts"]?.elements.first)
            let count = try #require(post["activities"]?.int)
            #expect(post["seconds"]?.int == count * 300)
            #expect(
                post["text"]?.text?.hasPrefix(Strings.fitness_activities_gathered(count: count).resolve(in: .en))
                    == true,
                "\(feed.text)")
            // One after another is the same as all at once.
            for number in 0..<3 {
                let start = now.adding(seconds: -7000 - Int64(number) * 600).iso.prefix(19)
                let one =
                    "{\"id\":90\(number),\"sport_type\":\"Yoga\",\"start_date\":\"\(start)Z\",\"elapsed_time\":60}"
                #expect(try counts(await send("{\"source\":\"strava\",\"activities\":[\(one)]}")) == [1, 1, 0, 0, 0])
            }
            #expect(try (entries...2).contains(posts()))
        }

        @Test func `FI11: what makes no sense is refused with its place, and nothing of it is stored`() async throws {
            for (body, pointer) in [
                (TrackerSamples.strava(start: "2099-05-01T04:30:02Z"), "/activities/0"),
                (TrackerSamples.strava(start: "2024-05-01T04:30:02"), "/activities/0"),
                (TrackerSamples.strava(seconds: "9223372036854775807"), "/activities/0"),
                (TrackerSamples.strava(more: #","utc_offset":1"#), ""),
                (#"{"source":"garmin","activities":[]}"#, "/source"), (#"{"source":"strava"}"#, "/activities"),
                (#"{"source":"strava","activities":[1]}"#, "/activities/0"),
            ] {
                let answer = await send(body)
                // A member that stands there twice is no JSON.
                #expect(
                    pointer.isEmpty
                        ? answer.status == 400 : answer.status == 422 && answer.has("\"pointer\":\"\(pointer)\""),
                    "\(body): \(answer.text)")
            }
            let none = #"{"source":"strava","activities":[]}"#
            #expect(try counts(await send(none)) == [0, 0, 0, 0, 0])
            for (text, format) in [
                ("<gpx>", TrackerFormat.gpx), ("", .gpx), (TrackerSamples.garminGPX, .tcx),
                ("<!DOCTYPE gpx [<!ENTITY a \"b\">]><gpx/>", .gpx),
                (TrackerSamples.garminGPX.replacing("lat=\"55.71\"", with: "lat=\"NaN\""), .gpx),
            ] {
                let answer = await send(text, format)
                #expect(answer.status == 422 && answer.has("/problems/invalid-body"), "\(answer.text)")
            }
            let wrong = await site.app(of: site.anna).write(.post, "/v1/me/activities/files", type: "text/plain", [1])
            #expect(wrong.status == 415)
            #expect(try await activities().isEmpty)
        }

        @Test func `FI11: files that wait never take all room, and one that stands still makes room for others`()
            async throws
        {
            // One that comes alone may be as long as files may be; four of strangers leave some for a fifth.
            #expect(ActivityUpload.share(waiting: ActivityUpload.largest) == ActivityUpload.largest)
            var waiting = 0
            for _ in 0..<4 {
                var own = 0
                while own + ActivityUpload.largestPiece
                    <= ActivityUpload.share(waiting: waiting + ActivityUpload.largestPiece)
                {
                    own += ActivityUpload.largestPiece
                    waiting += ActivityUpload.largestPiece
                }
            }
            #expect(ActivityUpload.share(waiting: waiting) > 512 << 20, "\(waiting)")
            func add(_ user: TestUser, hours: Int) throws {
                try site.installation.set(
                    """
                    insert into fitness_activity_uploads (tenant_id, id, user_id, format, state, bytes, pieces, created_at, grown_at)
                    values (\(site.tenant.id), \(ID.make()), \(user.id), 'gpx', 'open', 2000000000, 500, now() - interval '20 hours',
                        now() - make_interval(hours => \(Int64(hours))::integer))
                    """, in: site.tenant)
            }
            func left() throws -> Int {
                try site.inTenant { _ = try $0.rows(ActivityQueries.forget) }
                return try site.installation.number(
                    "select count(*) as n from fitness_activity_uploads where tenant_id = \(site.tenant.id)")
            }
            try add(site.anna, hours: 0)
            try add(site.igor, hours: 2)
            // There is room enough: it may go on tomorrow morning.
            #expect(try left() == 2)
            try add(site.olga, hours: 0)
            #expect(try left() == 2)
            let still = "select count(*) as n from fitness_activity_uploads where user_id = \(site.igor.id)" as SQL
            #expect(try site.installation.number(still) == 0)
        }

        @Test func `FI11: an export comes in pieces, is read in the background, and leaves no piece behind`()
            async throws
        {
            let goal = try await site.inProgress()
            try await plan([("2021-05-01", "Run"), ("2024-03-31", "Swim 45 min")], in: goal)
            let more =
                "<Workout workoutActivityType=\"HKWorkoutActivityTypeYoga\" startDate=\"x\" endDate=\"y\"/>\n<Workout workoutActivityType=\"HKWorkoutActivityTypeYoga\" startDate=\"2099-01-01 07:30:00 +0300\" endDate=\"2099-01-01 08:30:00 +0300\"/>\n"
            let file = Array(TrackerSamples.healthExport(records: 2000, more: more).utf8)
            let begun = await site.write(.post, site.anna, "activity-uploads", #"{"format":"apple_export"}"#)
            #expect(begun.status == 200, "\(begun.text)")
            let upload = try #require(try JSONReader.read(Array(begun.text.utf8))["id"]?.text)
            let path = "/v1/me/activity-uploads/\(upload)"
            let app = site.app(of: site.anna)
            for start in stride(from: 0, to: file.count, by: 100_000) {
                let piece = Array(file[start..<min(start + 100_000, file.count)])
                let sent = await app.write(
                    .post, "\(path)/pieces?offset=\(start)", type: "application/octet-stream", piece)
                #expect(sent.status == 200 && sent.has("\"bytes\":\(start + piece.count),"), "\(sent.text)")
            }
            let again = await app.write(.post, "\(path)/pieces?offset=0", type: "application/octet-stream", [1])
            #expect(again.status == 409 && again.has("/problems/other-offset"))
            // Nobody else sees it, and it can't be completed for its user.
            #expect(await site.get(site.igor, "activity-uploads/\(upload)").status == 404)
            #expect(await site.write(.post, site.igor, "activity-uploads/\(upload)/completion").status == 404)
            #expect(await site.write(.post, site.anna, "activity-uploads/\(upload)/completion").status == 200)
            #expect(
                await app.write(.post, "\(path)/pieces", type: "application/octet-stream", [1]).status == 409)
            #expect(await site.write(.post, site.anna, "activity-uploads", #"{"format":"gpx"}"#).status == 409)
            try await site.console.work()
            let done = await site.get(site.anna, "activity-uploads/\(upload)")
            #expect(
                done.has("\"state\":\"done\"") && done.has("\"read\":1.00,\"problem\":null")
                    && done.has("\"found\":4,\"added\":2,\"duplicates\":0,\"matched\":2,\"skipped\":2"), "\(done.text)")
            #expect(
                try site.installation.number(
                    "select count(*) as n from fitness_activity_pieces where tenant_id = \(site.tenant.id)") == 0)
            #expect(try await activities().map { $0["day"]?.text } == ["2024-03-31", "2021-05-01"])
        }

        @Test func `12, FI11: a piece with another offset is another call, also under the same Idempotency-Key`()
            async throws
        {
            // Another offset is another call: with the key of the first piece it is refused, and not answered as that was. The same
            // call gets the same answer, however its offset is written.
            let tail = try await site.write(.post, site.igor, "activity-uploads", #"{"format":"apple_export"}"#)
            let other = try #require(try JSONReader.read(Array(tail.text.utf8))["id"]?.text)
            let (igor, place, key) = (site.app(of: site.igor), "/v1/me/activity-uploads/\(other)/pieces", unique())
            for (query, status) in [("offset=0", 200), ("offset=1", 422), ("offset=%30", 200), ("", 422)] {
                let sent = await igor.write(
                    .post, place + (query.isEmpty ? "" : "?" + query), type: "application/octet-stream", [1], key: key)
                #expect(sent.status == status, "\(query): \(sent.text)")
                #expect(status == 200 || sent.has("/problems/idempotency-key-reused"))
            }
            #expect(
                try site.installation.number(
                    "select count(*) as n from fitness_activity_pieces where tenant_id = \(site.tenant.id)") == 1)
        }

        @Test func `FI11: an export that can't be read says why, and the next may come`() async throws {
            for (text, words) in [
                ("<HealthData>", ActivityFault.damaged.words), ("<gpx/>", ActivityFault.notThisFormat.words),
            ] {
                let begun = await site.write(.post, site.anna, "activity-uploads", #"{"format":"apple_export"}"#)
                let upload = try #require(try JSONReader.read(Array(begun.text.utf8))["id"]?.text)
                _ = await site.app(of: site.anna).write(
                    .post, "/v1/me/activity-uploads/\(upload)/pieces", type: "application/octet-stream",
                    Array(text.utf8))
                #expect(await site.write(.post, site.anna, "activity-uploads/\(upload)/completion").status == 200)
                try await site.console.work()
                let failed = await site.get(site.anna, "activity-uploads/\(upload)")
                #expect(failed.has("\"state\":\"failed\"") && failed.has(words), "\(failed.text)")
            }
            let first = await site.write(.post, site.anna, "activity-uploads", #"{"format":"gpx"}"#)
            let upload = try #require(try JSONReader.read(Array(first.text.utf8))["id"]?.text)
            #expect(await site.write(.post, site.anna, "activity-uploads/\(upload)/completion").status == 409)
            // What was begun and left makes room.
            #expect(await site.write(.post, site.anna, "activity-uploads", #"{"format":"gpx"}"#).status == 200)
            #expect(await site.get(site.anna, "activity-uploads/\(upload)").has("\"state\":\"failed\""))
        }

        @Test func `S2: in the database a user sees no activity and no file of another`() async throws {
            _ = await send(TrackerSamples.garminGPX, .gpx)
            _ = await site.write(.post, site.anna, "activity-uploads", #"{"format":"gpx"}"#)
            for (user, n) in [(site.anna, 1), (site.igor, 0)] {
                try site.inTenant { tx in
                    _ = try tx.rows("select set_config('roost.user', \(user.id.description), true) as x")
                    let row = try #require(
                        try tx.first(
                            """
                            select (select count(*) from fitness_activities) as activities,
                                (select count(*) from fitness_activity_uploads) as uploads
                            """))
                    #expect(try row.int("activities") == n && row.int("uploads") == n)
                    #expect(try tx.execute("delete from fitness_activities") == 0)
                }
            }
        }
    }
}
