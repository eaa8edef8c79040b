import Foundation
import GroveIdentity
import GroveSystem
import SharedWithYouCore
import SharingUI

/// A record share that an app hands to a share sheet, a drop target or a collaboration button.
struct RecordShareOffer: Sendable {
  enum Content: Sendable {
    case existing(CKShare)
    case prepared(@Sendable () async throws -> CKShare)
  }

  let id = UUID().uuidString
  let container: CKContainer
  let allowed: CKAllowedSharingOptions.Values
  let content: Content

  init(_ content: Content, _ container: CKContainer, _ allowed: CKAllowedSharingOptions) {
    self.content = content
    self.container = container
    self.allowed = allowed.values
  }

  var name: SharedRecordName {
    switch content {
    case .existing(let share):
      SharedRecordName(container: container.context.identifier, share: share.recordID)
    case .prepared: SharedRecordName(container: container.context.identifier, offer: id)
    }
  }

  /// What the share sheet is told. From then on the offer can be answered for.
  func metadata() throws -> SWCollaborationMetadata {
    guard container.context.cloud.app.value != nil else {
      throw CKError(
        .missingEntitlement, "Nothing says which app the records' container belongs to.")
    }
    guard !allowed.permissions.isEmpty, !allowed.access.isEmpty else {
      throw CKError(.invalidArguments, "The app allows no way of sharing this.")
    }
    var metadata = CollaborationMetadata(
      localIdentifier: try name.localIdentifier, collaborationID: nil, title: "")
    var choice = SharingChoice()
    switch content {
    case .existing(let share):
      metadata.collaborationID = share.collaborationID
      metadata.title = share[CKShare.SystemFieldKey.title] ?? ""
      choice = share.choice
    case .prepared: container.context.cloud.shares.keep(self)
    }
    let shown = SWCollaborationMetadata(metadata)
    shown.defaultShareOptions = choice.options(allowed)
    return shown
  }

  /// The picture that the share itself has.
  var thumbnail: Data? {
    guard case .existing(let share) = content else { return nil }
    return share[CKShare.SystemFieldKey.thumbnailImageData]
  }
}

extension RecordShareOffer: Transferable {
  /// Collaboration metadata, as of an app's own infrastructure; and for this process that it is a record share.
  static var transferRepresentation: some TransferRepresentation {
    DataRepresentation<RecordShareOffer>(
      exportedContentType: UTType(exportedAs: SWCollaborationMetadataTypeIdentifier)
    ) { try MetadataRepresentation.encode(try $0.metadata()) }
    DataRepresentation<RecordShareOffer>(
      exportedContentType: UTType(exportedAs: SystemContent.typeIdentifier)
    ) { Data(try $0.name.localIdentifier.utf8) }
    .visibility(.ownProcess)
  }
}

extension CKShare {
  /// Through which people take part; nil before it was saved.
  var collaborationID: CollaborationID? {
    url.flatMap { try? CollaborationID($0.lastPathComponent) }
  }
}
