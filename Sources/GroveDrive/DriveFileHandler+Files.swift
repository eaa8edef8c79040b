import Foundation
import GroveIdentity
import GroveSystem
import GroveWire
import KeptFolders
import SharedWithYouCore

extension DriveFileHandler: SystemFileHandler {
  func metadata(ofFile url: URL) async throws(SystemFileRefusal) -> CollaborationMetadata? {
    switch drive.place(of: url) {
    case .elsewhere: return nil
    case .foreign(let server):
      throw SystemFileRefusal(
        "Its drive is at \(server.text), and this app can invite only to what is at its own server."
      )
    case .drive:
      throw SystemFileRefusal("A whole drive cannot be shared: choose something in it.")
    case .item(let account, let path):
      var metadata = try await metadata(of: path, account)
      metadata?.show(text: Self.words(url))
      return metadata
    }
  }

  /// Kind and size, for the card in the conversation; nil of a folder: that it is one says nothing of what is in it.
  private static func words(_ file: URL) -> String? {
    guard let path = KeptFolderList.resolved(file),
      let known = try? FileManager.default.attributesOfItem(atPath: path)
    else { return nil }
    guard known[.type] as? FileAttributeType != .typeDirectory else { return nil }
    return FileWords.kindAndSize(
      file.lastPathComponent, isFolder: false, (known[.size] as? NSNumber)?.uint64Value ?? 0)
  }

  private func metadata(of path: String, _ account: DriveAccount) async throws(SystemFileRefusal)
    -> CollaborationMetadata?
  {
    let isOfOthers = path.split(separator: "/").first == "Shared"
    let share: DriveShareState?
    do {
      try await account.confirm()
      share = isOfOthers ? try await account.share(around: path) : try await account.share(at: path)
    } catch {
      throw SystemFileRefusal(GroveDriveError(any: error).sentence)
    }
    let metadata = Self.metadata(path, share, account)
    guard !isOfOthers else {
      let owner = share.map { "“\($0.ownerDisplayName)”, who shares it," } ?? "whoever shares it"
      throw SystemFileRefusal("Only \(owner) can invite others to it.", shared: metadata)
    }
    return metadata
  }

  private static func metadata(
    _ path: String, _ share: DriveShareState?, _ account: DriveAccount
  ) -> CollaborationMetadata? {
    let name = DriveFileName(account: account.account, path: share?.path ?? path)
    guard let identifier = try? name.localIdentifier else { return nil }
    let choice = share.map { SharingChoice($0.terms) } ?? SharingChoice()
    return CollaborationMetadata(
      localIdentifier: identifier, collaborationID: share?.collaborationID,
      title: share?.name ?? path.split(separator: "/").last.map(String.init) ?? "",
      initiatorHandle: account.account.text,
      defaultShareOptions: try? choice.options(.everything).systemOptions())
  }

  func knownCollaboration(ofFile url: URL) -> CollaborationID? {
    guard case .item(let account, let path) = drive.place(of: url) else { return nil }
    if let known = account.knownShare(around: path) { return known }
    // The next question may be answered.
    drive.look()
    return nil
  }

  func collaboration(ofFile url: URL) async -> CollaborationID? {
    guard case .item(let account, let path) = drive.place(of: url) else { return nil }
    return try? await account.share(around: path)?.collaborationID
  }

  @MainActor
  func managed(_ metadata: CollaborationMetadata, delegate: AnyObject?)
    -> (any GroveManagedShare)?
  {
    guard let name = DriveFileName(metadata.localIdentifier),
      let account = drive.own.first(where: { $0.account == name.account })
    else { return nil }
    return ManagedDriveFile(
      drive: drive, account: account,
      share: metadata.collaborationID.map { .known($0) } ?? .at(name.path))
  }
}
