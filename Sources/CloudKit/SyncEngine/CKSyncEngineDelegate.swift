/// What an app does for its sync engine.
///
/// All of it is called one after the other. Waiting in it for the engine's `fetchChanges` or `sendChanges` waits for
/// ever: these wait for it.
public protocol CKSyncEngineDelegate: AnyObject, Sendable {
  func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async

  /// The next records to be sent, of those that the context's scope contains; nil where there are no more.
  func nextRecordZoneChangeBatch(
    _ context: CKSyncEngine.SendChangesContext, syncEngine: CKSyncEngine
  ) async -> CKSyncEngine.RecordZoneChangeBatch?

  /// What is to be fetched now.
  func nextFetchChangesOptions(
    _ context: CKSyncEngine.FetchChangesContext, syncEngine: CKSyncEngine
  ) async -> CKSyncEngine.FetchChangesOptions
}

extension CKSyncEngineDelegate {
  public func nextFetchChangesOptions(
    _ context: CKSyncEngine.FetchChangesContext, syncEngine: CKSyncEngine
  ) async -> CKSyncEngine.FetchChangesOptions {
    context.options
  }
}

extension CKSyncEngine {
  public struct Configuration: Sendable {
    /// The private or the shared one.
    public var database: CKDatabase
    /// Of the last `stateUpdate` that the app has kept; nil: nothing was fetched yet.
    public var stateSerialization: State.Serialization?
    public var delegate: any CKSyncEngineDelegate
    /// Whether the engine fetches when it hears of changes, and sends what becomes pending, by itself.
    public var automaticallySync = true
    /// A subscription of the database that the engine saves where there is none of this name. It hears of changes
    /// without one; the app's own notifications come with it.
    public var subscriptionID: CKSubscription.ID?

    public init(
      database: CKDatabase, stateSerialization: State.Serialization?,
      delegate: any CKSyncEngineDelegate
    ) {
      self.database = database
      self.stateSerialization = stateSerialization
      self.delegate = delegate
    }
  }
}
