import GroveSystem
import SharedWithYouCore
import SharingUI

extension RecordShareHandler {
  @MainActor
  func managed(_ metadata: CollaborationMetadata, delegate: AnyObject?)
    -> (any GroveManagedShare)?
  {
    guard let name = SharedRecordName(metadata.localIdentifier), let id = name.shareID else {
      return nil
    }
    let container = cloud.container(name.container)
    let allowed =
      metadata.defaultShareOptions.map(SharingChoice.values)
      ?? CKAllowedSharingOptions.standard.values
    if let delegate = delegate as? any NSCloudSharingServiceDelegate {
      let chosen = delegate.options(for: NSSharingService(), share: NSItemProvider()).allowed
      return ManagedRecordShare(container: container, id: id, allowed: allowed.within(chosen)) {
        delegate.told($0)
      }
    }
    let controller = UICloudSharingController(container: container)
    controller.delegate = delegate as? any UICloudSharingControllerDelegate
    return controller.managed(id, container, allowed)
  }
}

extension NSCloudSharingServiceDelegate {
  fileprivate func told(_ event: ManagedRecordShare.Event) {
    let service = NSSharingService()
    switch event {
    case .saved(let share): sharingService(service, didSave: share)
    case .stopped(let share): sharingService(service, didStopSharing: share)
    case .failed(let error): sharingService(service, didCompleteForItems: [], error: error)
    }
  }
}
