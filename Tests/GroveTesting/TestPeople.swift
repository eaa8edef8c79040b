public import GroveIdentity
import GroveMessage

/// Names that tests of the sharing side agree on. Texts are literals that their types accept.
public enum TestPeople {
  public static let docs = checked { try Origin("https://docs.example") }
  public static let other = checked { try Origin("https://other.example") }
  public static let collaboration = checked { try CollaborationID("doc-7f3a") }

  /// For literals in tests only: a mistake in one shows at the first test that uses it.
  public static func checked<Value>(_ make: () throws -> Value) -> Value {
    do { return try make() } catch { preconditionFailure("a test literal is wrong: \(error)") }
  }
}
