/// A part of a user interface, described by what it consists of. Nothing draws it here; the share links
/// in it can be found and used.
@MainActor @preconcurrency
public protocol View {
  /// `Never` for the framework's own views, which are made of parts.
  associatedtype Body: View
  /// What the view consists of.
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {}

/// Collects the parts of a view.
@resultBuilder
public struct ViewBuilder {
  /// Each line of a view's body.
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  /// An empty body.
  public static func buildBlock() -> EmptyView { EmptyView() }
  /// A body of one line.
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  /// A body of several lines.
  @MainActor
  public static func buildBlock<each Content: View>(_ content: repeat each Content)
    -> TupleView<(repeat each Content)>
  {
    var parts: [any View] = []
    for part in repeat each content { parts.append(part) }
    return TupleView(parts: parts, value: (repeat each content))
  }
  /// An `if` without `else`: nil where it does not hold.
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  /// The branch of an `if` that holds.
  public static func buildEither<First: View, Second: View>(first: First)
    -> ConditionalContent<First, Second>
  { .first(first) }
  /// The branch of an `else`.
  public static func buildEither<First: View, Second: View>(second: Second)
    -> ConditionalContent<First, Second>
  { .second(second) }
}

/// A view that consists of others rather than of a body.
@MainActor
protocol ViewContainer {
  var parts: [any View] { get }
}

/// No view: what an empty body is.
public struct EmptyView: View {
  /// Written where a view is asked for and nothing is to be shown.
  public nonisolated init() {}
  public var body: Never { return Never.unreachable }
}

extension EmptyView: ViewContainer {
  var parts: [any View] { [] }
}

/// Several views: a body of more than one line.
public struct TupleView<T>: View, ViewContainer {
  let parts: [any View]
  /// The views themselves, as a tuple.
  public let value: T
  public var body: Never { return Never.unreachable }
}

/// One of two views: an `if` with an `else`. The platform calls it `_ConditionalContent`.
public enum ConditionalContent<First: View, Second: View>: View, ViewContainer {
  /// The `if` holds.
  case first(First)
  /// It does not.
  case second(Second)

  public var body: Never { return Never.unreachable }
  var parts: [any View] {
    switch self {
    case .first(let view): [view]
    case .second(let view): [view]
    }
  }
}

extension Optional: View where Wrapped: View {
  public var body: Never { return Never.unreachable }
}

extension Optional: ViewContainer where Wrapped: View {
  var parts: [any View] { map { [$0] } ?? [] }
}

/// Text to show.
public struct Text: View, ViewContainer, Hashable, Sendable {
  /// What it says.
  public let string: String
  /// Shows the text as it is: nothing is looked up in a table of translations.
  public nonisolated init(_ content: some StringProtocol) { string = String(content) }
  /// The same here; the platform translates the other form.
  public nonisolated init(verbatim content: String) { string = content }
  public var body: Never { return Never.unreachable }
  var parts: [any View] { [] }
}
