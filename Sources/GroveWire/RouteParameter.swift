/// A member of a route's query, or a header field that means something there.
public struct RouteParameter: Hashable, Sendable {
  /// Where it stands.
  public enum Place: String, Hashable, Sendable { case query, header }

  /// What it looks like.
  public enum Form: Hashable, Sendable {
    /// What an earlier answer gave, unread.
    case text
    /// A 64-bit integer in decimal digits.
    case decimal
    /// An integer, and what counts where there is none.
    case integer(ClosedRange<Int>, default: Int)
    /// `true` or `false`; `false` where there is none.
    case flag
    /// So many bytes in base64url.
    case bytes(Int)
  }

  public let name: String
  public let place: Place
  public let form: Form
  public let isRequired: Bool
  public let meaning: String

  public init(
    _ name: String, _ form: Form, in place: Place = .query, isRequired: Bool = false,
    _ meaning: String = ""
  ) {
    self.name = name
    self.place = place
    self.form = form
    self.isRequired = isRequired
    self.meaning = meaning
  }

  /// How much one answer may hold.
  public static func limit(_ most: Int, default usual: Int) -> RouteParameter {
    RouteParameter("limit", .integer(1...most, default: usual), "At most so many; fewer may come.")
  }

  /// Where a list goes on.
  public static let nextPage = RouteParameter("after", .text, "The `next` of the page before.")

  /// A position in a log, as `after` and as `Last-Event-ID`.
  public static let positions = [
    RouteParameter("after", .decimal, "The last position that is known; the beginning without it."),
    RouteParameter("Last-Event-ID", .decimal, in: .header, "Goes before `after`."),
  ]
}
