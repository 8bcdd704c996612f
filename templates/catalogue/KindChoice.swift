/// What a part is: choosing another kind comes back with the options of that one.
package struct KindChoice: Sendable {
    package var choice: Choice
    package var change: FormAct

    package init(_ choice: Choice, change: FormAct) {
        self.choice = choice
        self.change = change
    }
}
