import Foundation
import GroveClient
import GroveIdentity
import GroveWire
import KeptFolders
import Synchronization

/// An account's drive, with the folders of this machine that are kept like it.
final class DriveAccount: Sendable {
  let account: AccountLabel
  let client: CollaborationClient
  let folders: [KeptFolder]
  /// What is shared of it, and with it, as far as it was heard of: by path.
  private let known = Mutex<[String: CollaborationID]>([:])
  /// Whether the server has said that the credentials are this account's.
  private let isConfirmed = Mutex(false)

  init(_ account: AccountLabel, _ client: CollaborationClient, _ folders: [KeptFolder]) {
    self.account = account
    self.client = client
    self.folders = folders
  }

  /// Makes sure whose drive is asked: the same path in another one is another file.
  /// - Throws: `noDrive` where the credentials are another account's.
  func confirm() async throws {
    guard !isConfirmed.withLock(\.self) else { return }
    guard try await client.me().account == account else { throw GroveDriveError.noDrive }
    isConfirmed.withLock { $0 = true }
  }

  // MARK: What is shared

  /// Everything that is shared of this drive, or with its account.
  func shares() async throws -> [DriveShareState] {
    try await confirm()
    var shares: [DriveShareState] = []
    var place: String?
    repeat {
      let page = try await client.driveShares(after: place)
      shares += page.shares
      place = page.next
    } while place != nil
    shares += try await client.sharedDriveItems()
    let all = shares.map { ($0.path, $0.collaborationID) }
    known.withLock { $0 = Dictionary(all) { one, _ in one } }
    return shares
  }

  /// Of exactly this file or folder; nil where it is not shared.
  func share(at path: String) async throws -> DriveShareState? {
    try await shares().first { $0.path == path }
  }

  /// Of a file or folder, or of the nearest folder around it.
  func share(around path: String) async throws -> DriveShareState? {
    let shares = try await shares()
    return Self.ways(up: path).lazy.compactMap { way in shares.first { $0.path == way } }.first
  }

  /// The same, as far as it was heard of.
  func knownShare(around path: String) -> CollaborationID? {
    let known = known.withLock(\.self)
    return Self.ways(up: path).lazy.compactMap { known[$0] }.first
  }

  func heard(of share: DriveShareState) {
    known.withLock { $0[share.path] = share.collaborationID }
  }

  func forget(_ id: CollaborationID) {
    known.withLock { $0 = $0.filter { $0.value != id } }
  }

  /// The path, and those of the folders around it, the nearest first.
  static func ways(up path: String) -> [String] {
    let names = path.split(separator: "/")
    return names.indices.reversed().map { names[...$0].map { "/" + $0 }.joined() }
  }

  /// Where something in the drive is on this machine; nil where no folder here has it.
  func file(at path: String) -> URL? {
    // Where the drive itself is shown nothing has to be carried first.
    let ways = folders.sorted { $0.use == .mount && $1.use != .mount }
    return ways.lazy.compactMap { $0.file(at: path) }.first.map { URL(fileURLWithPath: $0) }
  }
}
