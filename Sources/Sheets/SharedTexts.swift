/// The texts to which cells refer by number. Phonetic runs beside a text are dropped.
final class SharedTexts: XMLHandler {
    private(set) var texts: [String] = []
    private var size = 0
    private var current: [UInt8] = []
    private var isInText = false
    private var readings = 0

    func began(_ name: XMLName, _ attributes: XMLAttributes) {
        if name == "si" {
            current = []
        } else if name == "t" {
            isInText = readings == 0
        } else if name == "rPh" {
            readings += 1
        }
    }

    func ended(_ name: XMLName) throws(SheetProblem) {
        if name == "t" {
            isInText = false
        } else if name == "rPh" {
            readings -= 1
        } else if name == "si" {
            // Besides its bytes, a text costs its place in the array.
            size += current.count + 16
            guard size <= SheetLimits.sharedTexts else { throw SheetProblem(.bomb) }
            texts.append(CellValue.unescaped(current))
        }
    }

    func text(_ utf8: UnsafeRawBufferPointer) throws(SheetProblem) {
        guard isInText else { return }
        guard current.count + utf8.count <= SheetLimits.cell else { throw SheetProblem(.longCell) }
        current.append(contentsOf: utf8)
    }
}
