/// A list of texts or numbers as arguments of `IN`. Its places are as many as the next of a few sizes, so that texts of
/// statements stay few; those left over repeat the last value.
struct ListArgument {
  /// `(?, ?, …)`
  let sql: String
  let values: [(any SQLArgument)?]

  /// - Parameter texts: none of them empty. Where there are none, the empty text stands for them, which nothing is equal to.
  init(_ texts: [String]) { self.init(texts, orElse: "") }

  /// - Parameter numbers: none of them negative. Where there are none, -1 stands for them.
  init(_ numbers: [Int64]) { self.init(numbers, orElse: -1) }

  private init<Value: SQLArgument>(_ given: [Value], orElse nothing: Value) {
    var places = 1
    while places < given.count { places *= 4 }
    let rest = given.last ?? nothing
    let filled = given + Array(repeating: rest, count: places - given.count)
    values = filled.map { $0 as (any SQLArgument)? }
    sql = "(" + Array(repeating: "?", count: places).joined(separator: ", ") + ")"
  }
}
