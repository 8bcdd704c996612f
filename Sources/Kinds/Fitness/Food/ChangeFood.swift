import Console
import HTML
import Postgres
import Templates
import Web

/// What admins do to what a recipient is advised to eat. What is refused brings the page back with what was typed.
protocol FoodChange: Changing {
    var id: ID { get }
    /// Which form of the page, what was typed, and what is wrong with it.
    var typed: FoodPageMaker.Refused { get }
    static var done: StringKey { get }
    /// Changes it and returns its text for the audit trail.
    func change(_ goal: Goal, in tx: borrowing TenantTransaction, by actor: Actor) throws -> PlanOutcome
}

extension FoodChange {
    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        var work = try GoalWork.open(id, in: tx)
        var refused = typed
        var event: AuditEvent?
        if refused.errors.isEmpty {
            do {
                try work.check(.plan)
                let step = try work.step(.plan, in: tx, now: actor.now) { goal, tx in
                    try change(goal, in: tx, by: actor)
                }
                switch step {
                case .done(let taken, _): event = taken
                case .wrong(let found): refused.errors = found
                case .changed(let back):
                    throw Refusal.changed(try FoodPageMaker(id, refused: back).page(in: tx, by: actor, services).page)
                }
            } catch let refusal as GoalRefusal {
                refused.errors = ["": refusal.text]
            }
        }
        guard let event else {
            throw Refusal.form(try FoodPageMaker(id, refused: refused).page(in: tx, by: actor, services).page)
        }
        return Change(event, next: .to(FoodPageMaker.link(id, actor), flash: Self.done))
    }
}

struct AddFood: FoodChange {
    static let done = Strings.fitness_food_added
    let id: ID
    private let form: FoodForm

    init(_ request: WebRequest) throws {
        id = try request.id("goal")
        form = FoodForm(request.form)
    }

    var typed: FoodPageMaker.Refused { .init(form: "", typed: form.typed, errors: form.errors) }

    func change(_ goal: Goal, in tx: borrowing TenantTransaction, by actor: Actor) throws -> PlanOutcome {
        guard try tx.first(FoodQueries.count(of: id))?.int("n") ?? 0 < Food.most else {
            return .wrong(["": Strings.fitness_food_full(max: Food.most)])
        }
        try tx.execute(
            FoodQueries.add(
                .make(at: actor.now), tenant: tx.tenant, goal: id, user: goal.user, day: form.day, form.meal ?? .any,
                form.text, now: actor.now))
        return .done(.init(text: form.text))
    }
}

struct EditFood: FoodChange {
    static let done = Strings.fitness_food_saved
    let id: ID
    private let food: ID
    private let form: FoodForm
    private let opened: OpenedForm

    init(_ request: WebRequest) throws {
        id = try request.id("goal")
        food = try request.id("food")
        form = FoodForm(request.form)
        opened = OpenedForm(request.form, FoodForm.fields.map { $0.name })
    }

    var typed: FoodPageMaker.Refused { .init(form: food.description, typed: form.typed, errors: form.errors) }

    func change(_ goal: Goal, in tx: borrowing TenantTransaction, by actor: Actor) throws -> PlanOutcome {
        guard let row = try tx.first(FoodQueries.one(food, of: id)) else {
            guard opened.isOfPage else { throw Refusal.notFound }
            // What was typed comes back in the form that adds a piece of advice.
            return .changed(
                .init(form: "", typed: form.typed, errors: ["": LocalText(Strings.fitness_food_gone_typed)]))
        }
        let stored = try Food(row)
        let merged = FoodForm.merge(opened, form, with: stored, actor.language)
        if let back = opened.edited(food, over: stored.version, merged, Strings.fitness_food_changed) {
            return .changed(back)
        }
        try tx.execute(FoodQueries.edit(food, day: form.day, form.meal ?? .any, form.text))
        return .done(.init(text: form.text))
    }
}

struct DeleteFood: FoodChange {
    static let done = Strings.fitness_food_deleted
    let id: ID
    private let food: ID
    private let form: FoodForm
    private let opened: OpenedForm

    init(_ request: WebRequest) throws {
        id = try request.id("goal")
        food = try request.id("food")
        form = FoodForm(request.form)
        opened = OpenedForm(request.form, FoodForm.fields.map { $0.name })
    }

    var typed: FoodPageMaker.Refused { .init(form: food.description, errors: [:]) }

    func change(_ goal: Goal, in tx: borrowing TenantTransaction, by actor: Actor) throws -> PlanOutcome {
        guard let row = try tx.first(FoodQueries.one(food, of: id)) else {
            guard opened.isOfPage else { throw Refusal.notFound }
            return .changed(.init(form: "gone", errors: ["": LocalText(Strings.fitness_food_gone)]))
        }
        let stored = try Food(row)
        let merged = FoodForm.merge(opened, form, with: stored, actor.language)
        if let back = opened.deleted(
            food, over: stored.version, merged, Strings.fitness_food_changed, Strings.fitness_food_changed_delete)
        {
            return .changed(back)
        }
        try tx.execute(FoodQueries.delete(food))
        return .done(.init(text: stored.text))
    }
}
