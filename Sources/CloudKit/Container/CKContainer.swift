public import Foundation
import GroveClient
import GroveWire

/// One app's records at a Grove server: everybody's public ones, the signed-in person's own, and what others share with
/// them.
public final class CKContainer: NSObject, Sendable {
  let context: ContainerContext
  public let privateCloudDatabase: CKDatabase
  public let publicCloudDatabase: CKDatabase
  public let sharedCloudDatabase: CKDatabase

  /// The container that `GroveCloud` says this program has.
  ///
  /// Ends the process where nothing says which one that is, as it does elsewhere in a program without the right to any.
  public static func `default`() -> CKContainer {
    do {
      return GroveCloud.shared.container(try GroveCloud.shared.settings().container)
    } catch {
      // Traps because: the program was installed without saying where its records are; no input leads here.
      fatalError("CKContainer.default(): " + error.sentence)
    }
  }

  /// A container at the server that `GroveCloud` says. Where nothing says so, or the server keeps no such container,
  /// each call fails.
  public convenience init(identifier containerIdentifier: String) {
    self.init(GroveCloud.shared.context(of: containerIdentifier))
  }

  init(_ context: ContainerContext) {
    self.context = context
    privateCloudDatabase = CKDatabase(.private, context)
    publicCloudDatabase = CKDatabase(.public, context)
    sharedCloudDatabase = CKDatabase(.shared, context)
    super.init()
    context.cloud.answerForShares()
  }

  public var containerIdentifier: String? { context.identifier }

  /// The same object as the property of that name.
  public func database(with databaseScope: CKDatabase.Scope) -> CKDatabase {
    switch databaseScope {
    case .public: publicCloudDatabase
    case .private: privateCloudDatabase
    case .shared: sharedCloudDatabase
    }
  }

  public override var description: String { "<CKContainer \(context.identifier)>" }
}

extension CKContainer {
  /// Whether somebody is signed in, as the server says. Where it cannot be reached, whoever has a session is.
  /// - Throws: `CKError.badContainer` where the server keeps no such container, `missingEntitlement` where nothing says
  ///   which server it is.
  @discardableResult
  public func accountStatus() async throws -> CKAccountStatus {
    let cloud = context.cloud
    if cloud.keepsSession {
      _ = try cloud.client()
      guard try cloud.session() != nil else { return .noAccount }
    }
    do {
      _ = try await cloud.client().recordUser(in: context.identifier)
      return .available
    } catch let error as ClientError {
      switch error.problemCode {
      case .unauthenticated: return .noAccount
      case .accountDisabled: return .restricted
      default: break
      }
      if error.isTemporary { return .available }
      throw CKError(error)
    }
  }

  public func accountStatus(
    completionHandler: @escaping @Sendable (CKAccountStatus, (any Error)?) -> Void
  ) {
    context.start({ result in
      switch result {
      case .success(let status): completionHandler(status, nil)
      case .failure(let error): completionHandler(.couldNotDetermine, error)
      }
    }) { try await self.accountStatus() }
  }

  /// How this container names whoever is signed in: nothing of their account is in it, and other containers name them
  /// differently.
  /// - Throws: `CKError.notAuthenticated` where nobody is.
  @discardableResult
  public func userRecordID() async throws -> CKRecord.ID {
    CKRecord.ID(recordName: try await context.userName())
  }

  public func fetchUserRecordID(
    completionHandler: @escaping @Sendable (CKRecord.ID?, (any Error)?) -> Void
  ) {
    context.start(pair(completionHandler)) { try await self.userRecordID() }
  }

  /// Runs it. A database operation that names no database is for the private one.
  public func add(_ operation: CKOperation) {
    if let operation = operation as? CKDatabaseOperation, operation.database == nil {
      operation.database = privateCloudDatabase
    }
    if let operation = operation as? CKSharingOperation { operation.container = self }
    context.operations.addOperation(operation)
  }
}

/// A handler of a value or an error, as one of a result.
func pair<Value: Sendable>(_ handler: @escaping @Sendable (Value?, (any Error)?) -> Void)
  -> @Sendable (Result<Value, any Error>) -> Void
{
  { result in
    switch result {
    case .success(let value): handler(value, nil)
    case .failure(let error): handler(nil, error)
    }
  }
}
