public import Foundation
import Synchronization

/// Tells an app what share sheets and the sharing controller did to its container's shares, in this process: they save
/// and end them without its code.
///
/// Blocks of one observer run one after the other on a queue of its own. An observer that nobody keeps hears nothing;
/// at most 256 hear at once.
public final class CKSystemSharingUIObserver: NSObject, Sendable {
  public typealias SaveBlock =
    @Sendable (_ recordID: CKRecord.ID, _ saveResult: Result<CKShare, any Error>) -> Void
  public typealias StopBlock =
    @Sendable (_ recordID: CKRecord.ID, _ deleteResult: Result<Void, any Error>) -> Void

  private struct Blocks: Sendable {
    var save: SaveBlock?
    var stop: StopBlock?
  }

  let container: String
  private let blocks = Mutex(Blocks())
  private let queue = DispatchQueue(label: "grove.cloudkit.sharing-observer")

  public init(container: CKContainer) {
    self.container = container.context.identifier
    super.init()
    container.context.cloud.shares.add(self)
  }

  /// Called with the share's name and what became of saving it: also where a share was sent as it was. Not called where
  /// the app's own preparation handler threw: no share was there to be saved.
  public var systemSharingUIDidSaveShareBlock: SaveBlock? {
    get { blocks.withLock(\.save) }
    set { blocks.withLock { $0.save = newValue } }
  }

  /// Called with the share's name and what became of ending it.
  public var systemSharingUIDidStopSharingBlock: StopBlock? {
    get { blocks.withLock(\.stop) }
    set { blocks.withLock { $0.stop = newValue } }
  }

  func saved(_ id: CKRecordID, _ result: Result<CKShare, CKError>) {
    let result = result.mapError { $0 as any Error }
    queue.async { [self] in systemSharingUIDidSaveShareBlock?(id, result) }
  }

  func stopped(_ id: CKRecordID, _ result: Result<Void, CKError>) {
    let result = result.mapError { $0 as any Error }
    queue.async { [self] in systemSharingUIDidStopSharingBlock?(id, result) }
  }
}
