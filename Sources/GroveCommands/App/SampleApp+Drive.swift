import GroveClient
import GroveIdentity
import GroveSystem
import GroveWire
import Messenger

extension SampleApp {
  /// The link of a file or folder of the drive, for those who are invited.
  func startDriveItem(_ action: StartCollaborationAction) async throws(ClientError)
    -> StartCollaborationAnswer
  {
    let options = SampleOptions.selected(in: action.metadata.userSelectedShareOptions)
    let share = try await client.shareDriveItem(
      ShareDriveItem(
        requestID: action.actionID, path: action.metadata.localIdentifier, who: .invited,
        access: options.access))
    prepared(share.collaborationID)
    return .fulfilled(
      link: share.link, collaborationID: share.collaborationID, epoch: share.epoch.value)
  }
}
