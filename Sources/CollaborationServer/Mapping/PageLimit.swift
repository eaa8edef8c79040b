import GroveServing
import GroveWire

/// How much of a list one answer is to hold, where a body says it: as `QueryParameters.number` takes it from a query.
enum PageLimit {
  /// - Parameter most: also what counts where nothing is said.
  /// - Throws: `malformed` for what is not 1 to `most`.
  static func of(_ wanted: Int?, upTo most: Int) throws(Problem) -> Int {
    guard let wanted else { return most }
    guard (1...most).contains(wanted) else { throw Problem(.malformed, detail: "limit") }
    return wanted
  }
}
