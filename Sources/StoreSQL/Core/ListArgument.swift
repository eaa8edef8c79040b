/// A list of texts as arguments of `IN`. Its places are as many as the next of a few sizes, so that texts of statements
/// stay few; those left over repeat the last value.
struct ListArgument {
  /// `(?, ?, …)`
  let sql: String
  let values: [(any SQLArgument)?]

  /// - Parameter texts: none of them empty.
  init(_ texts: [String]) {
    var places = 1
    while places < texts.count { places *= 4 }
    // Where there are none, the empty text stands for them, which nothing is equal to.
    let rest = texts.last ?? ""
    values = texts + Array(repeating: rest, count: places - texts.count)
    sql = "(" + Array(repeating: "?", count: places).joined(separator: ", ") + ")"
  }
}
