/// A part of a user interface, described by what it consists of. Nothing draws it here; the share links
/// in it can be found and used.
@MainActor @preconcurrency
public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {}

/// Collects the parts of a view.
@resultBuilder
public struct ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  @MainActor
  public static func buildBlock<each Content: View>(_ content: repeat each Content)
    -> TupleView<(repeat each Content)>
  {
    var parts: [any View] = []
    for part in repeat each content { parts.append(part) }
    return TupleView(parts: parts, value: (repeat each content))
  }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  public static func buildEither<First: View, Second: View>(first: First)
    -> ConditionalContent<First, Second>
  { .first(first) }
  public static func buildEither<First: View, Second: View>(second: Second)
    -> ConditionalContent<First, Second>
  { .second(second) }
}

/// A view that consists of others rather than of a body.
@MainActor
protocol ViewContainer {
  var parts: [any View] { get }
}

public struct EmptyView: View {
  public nonisolated init() {}
  public var body: Never { return Never.unreachable }
}

extension EmptyView: ViewContainer {
  var parts: [any View] { [] }
}

/// Several views.
public struct TupleView<T>: View, ViewContainer {
  let parts: [any View]
  public let value: T
  public var body: Never { return Never.unreachable }
}

/// One of two views.
public enum ConditionalContent<First: View, Second: View>: View, ViewContainer {
  case first(First)
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
  public nonisolated init(_ content: some StringProtocol) { string = String(content) }
  public nonisolated init(verbatim content: String) { string = content }
  public var body: Never { return Never.unreachable }
  var parts: [any View] { [] }
}
