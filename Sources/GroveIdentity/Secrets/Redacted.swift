/// A value that holds something secret and therefore prints as nothing (design 5, invariant 12).
///
/// `print`, string interpolation, `dump`, debuggers and test failures all go through one of the
/// three properties given here, and none of them reaches the stored properties. A conforming type
/// must not define `description` again.
public protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
}

extension Redacted {
  /// The type's name and nothing of the value.
  public var description: String { "\(Self.self)(redacted)" }
  /// The same as `description`.
  public var debugDescription: String { description }
  /// Without children, so that `dump` finds nothing.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
