import Foundation

/// Measurements side by side, each with its ratio to the first.
enum Table {
  static func print(_ title: String, _ measurements: [Measurement]) {
    Output.line("\n\(title)")
    Output.line(row("", "per second", "µs each", "ratio"))
    let first = measurements.first?.microsecondsEach ?? 0
    for one in measurements {
      let ratio = first > 0 ? one.microsecondsEach / first : 0
      Output.line(
        row(
          one.name, String(format: "%.0f", one.perSecond),
          String(format: "%.1f", one.microsecondsEach), String(format: "%.2f", ratio)))
    }
  }

  private static func row(_ name: String, _ columns: String...) -> String {
    let left = name.padding(toLength: 44, withPad: " ", startingAt: 0)
    return columns.reduce("  " + left) { line, column in
      line + String(repeating: " ", count: max(1, 12 - column.count)) + column
    }
  }
}
