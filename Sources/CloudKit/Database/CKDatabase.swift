public import Foundation
import GroveClient
import GroveIdentity
import GroveWire

/// One of a container's databases: where records are saved, looked up and told of.
///
/// Functions that are given several items throw only where none of them could be looked at: there is no network, no
/// account, or more than 400 items. What is wrong with one is said of that one.
public final class CKDatabase: NSObject, Sendable {
  /// Whose records.
  public enum Scope: Int, Hashable, Sendable {
    /// Everybody's who is signed in.
    case `public` = 1
    /// One's own.
    case `private`
    /// What others share.
    case shared
  }

  public let databaseScope: Scope
  let context: ContainerContext

  init(_ scope: Scope, _ context: ContainerContext) {
    databaseScope = scope
    self.context = context
  }

  /// Runs it on this database.
  public func add(_ operation: CKDatabaseOperation) {
    operation.database = self
    context.operations.addOperation(operation)
  }

  public override var description: String {
    "<CKDatabase \(context.identifier) \(databaseScope)>"
  }

  /// - Throws: where nobody is signed in, or the container is not kept.
  func place() async throws(CKError) -> DatabasePlace {
    let user = try await context.userName()
    let scope: RecordScope =
      switch databaseScope {
      case .public: .public
      case .private: .private
      case .shared: .shared
      }
    return DatabasePlace(
      scope: scope, user: user, origin: try context.cloud.client().origin.text)
  }
}
