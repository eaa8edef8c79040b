public import Foundation
import SharedWithYouCore
public import SharingUI
import Synchronization

/// Shows who takes part in a share and lets its owner change that; or makes a share and sends it.
///
/// Presenting it gives a model to the process's presenter, as a share sheet does.
@MainActor
open class UICloudSharingController: UIViewController {
  /// What may be chosen; none of a kind stands for all of it.
  public struct PermissionOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let allowPublic = PermissionOptions(rawValue: 1)
    public static let allowPrivate = PermissionOptions(rawValue: 2)
    public static let allowReadOnly = PermissionOptions(rawValue: 4)
    public static let allowReadWrite = PermissionOptions(rawValue: 8)
  }

  public typealias PreparationHandler = (
    UICloudSharingController, @escaping (CKShare?, CKContainer?, (any Error)?) -> Void
  ) -> Void

  /// Told of what was done; not kept alive.
  public weak var delegate: (any UICloudSharingControllerDelegate)?
  public var availablePermissions: PermissionOptions = []
  /// As it was saved last; nil before it was made.
  public private(set) var share: CKShare?
  private var container: CKContainer?
  private var prepare: PreparationHandler?
  private typealias Prepared = (CKShare?, CKContainer?, (any Error)?)

  /// For a share that was saved.
  public init(share: CKShare, container: CKContainer) {
    self.share = share
    self.container = container
    super.init()
    whenPresented = { [weak self] in self?.show() }
  }

  /// For a share that is yet to be made.
  ///
  /// - Parameter preparationHandler: called when the controller is presented; makes the share, saves it, and calls its
  ///   completion. The share sheet comes then.
  public init(preparationHandler: @escaping PreparationHandler) {
    prepare = preparationHandler
    super.init()
    whenPresented = { [weak self] in self?.show() }
  }

  /// For a share that is known by its name.
  init(container: CKContainer) {
    self.container = container
    super.init()
  }

  /// Always nil: controllers are not archived here.
  public required init?(coder: NSCoder) { nil }

  private func show() {
    let isTaken = FrameworkTasks.shared.run { [weak self] in
      await self?.presented()
      await self?.finished()
    }
    guard !isTaken else { return }
    failed(CKError(.requestRateLimited, "Too much is going on; try again."))
  }

  private func finished() { presentingViewController?.dismiss(animated: true) }

  /// Shows it and returns when the person is done: for programs that have no controller to present from. Not in the
  /// platform's framework.
  @discardableResult
  public func presented() async -> ManageResult {
    if let prepare { return await prepared(prepare) }
    guard let share, let container else { return .failed(reason: "There is nothing to share.") }
    return await GroveSharing.presenter.manage(
      managed(share.recordID, container, availablePermissions.allowed))
  }

  /// What the app's handler made; its completion counts once, however often it is called.
  private func made(by prepare: PreparationHandler) async -> Prepared {
    await withCheckedContinuation { (continuation: CheckedContinuation<Prepared, Never>) in
      let waiting = Mutex<CheckedContinuation<Prepared, Never>?>(continuation)
      prepare(self) { share, container, error in
        let once = waiting.withLock { waiting in
          defer { waiting = nil }
          return waiting
        }
        once?.resume(returning: (share, container, error))
      }
    }
  }

  private func prepared(_ prepare: PreparationHandler) async -> ManageResult {
    let (share, container, error) = await made(by: prepare)
    guard let share, let container, share.url != nil else {
      failed(error ?? CKError(.invalidArguments, "The app did not save what is to be shared."))
      return .failed(reason: "The app could not prepare what is to be shared.")
    }
    (self.share, self.container, self.prepare) = (share, container, nil)
    delegate?.cloudSharingControllerDidSaveShare(self)
    let picker = NSSharingServicePicker(items: [item(share, container)])
    if let app = container.context.cloud.app.value { picker.groveApp = app }
    switch await picker.presented() {
    case .failed(let reason, _):
      failed(CKError(.serverRejectedRequest, reason))
      return .failed(reason: reason)
    default: return .done
    }
  }

  /// The share for an activity controller.
  public func activityItemSource() -> any UIActivityItemSource { CloudShareSource(self) }

  fileprivate var item: Any? {
    guard let share, let container else { return nil }
    return item(share, container)
  }

  private func item(_ share: CKShare, _ container: CKContainer) -> NSItemProvider {
    let provider = NSItemProvider()
    if let title = delegate?.itemTitle(for: self) { provider.suggestedName = title }
    if let picture = delegate?.itemThumbnailData(for: self) {
      provider.previewImageHandler = { $0(picture, nil) }
    }
    let allowed = availablePermissions.allowed
    provider.registerCKShare(
      share, container: container,
      allowedSharingOptions: CKAllowedSharingOptions(
        allowedParticipantPermissionOptions: allowed.permissions,
        allowedParticipantAccessOptions: allowed.access))
    return provider
  }

  // MARK: What happened

  func managed(
    _ id: CKRecordID, _ container: CKContainer, _ allowed: CKAllowedSharingOptions.Values
  ) -> ManagedRecordShare {
    ManagedRecordShare(container: container, id: id, allowed: allowed) { self.told($0) }
  }

  private func told(_ event: ManagedRecordShare.Event) {
    switch event {
    case .saved(let share):
      self.share = share
      delegate?.cloudSharingControllerDidSaveShare(self)
    case .stopped:
      share = nil
      delegate?.cloudSharingControllerDidStopSharing(self)
    case .failed(let error): failed(error)
    }
  }

  private func failed(_ error: any Error) {
    delegate?.cloudSharingController(self, failedToSaveShareWithError: error)
  }
}

extension UICloudSharingController.PermissionOptions {
  var allowed: CKAllowedSharingOptions.Values {
    CKAllowedSharingOptions.Values(
      anyone: contains(.allowPublic), invited: contains(.allowPrivate),
      reading: contains(.allowReadOnly), writing: contains(.allowReadWrite))
  }
}

extension CKAllowedSharingOptions.Values {
  /// None of a kind stands for all of it.
  init(anyone: Bool, invited: Bool, reading: Bool, writing: Bool) {
    access = anyone == invited ? .any : anyone ? .anyoneWithLink : .specifiedRecipientsOnly
    permissions = reading == writing ? .any : reading ? .readOnly : .readWrite
  }
}

/// A controller's share among the items of an activity controller.
@MainActor
private final class CloudShareSource: NSObject, UIActivityItemSource {
  private let controller: UICloudSharingController

  init(_ controller: UICloudSharingController) { self.controller = controller }

  func activityViewControllerPlaceholderItem(_ controller: UIActivityViewController) -> Any {
    NSItemProvider()
  }

  func activityViewController(
    _ controller: UIActivityViewController,
    itemForActivityType activityType: UIActivity.ActivityType?
  ) -> Any? { self.controller.item }
}
