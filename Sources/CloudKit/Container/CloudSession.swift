import Foundation
import GroveIdentity
import GroveWire

/// The app account that a person is signed in to, kept in a file that only its owner can read. Other programs of this
/// project that sign in to app accounts keep theirs in the same form.
struct CloudSession: Codable, Hashable, Sendable, Redacted {
  var origin: Origin
  var account: AccountLabel
  var displayName: String
  /// Secret.
  var token: String
  /// Shows the server at the next signing in that this device is known. Secret.
  var device: String?

  init(origin: Origin, _ session: AppSession) {
    self.origin = origin
    account = session.account
    displayName = session.displayName
    token = session.token
    device = session.device
  }
}

/// A session's file.
struct CloudSessionFile: Sendable {
  let path: String

  /// Nil where nobody is signed in.
  /// - Throws: `sessionUnusable` where others may read it, or it holds something else.
  func load() throws(GroveCloudError) -> CloudSession? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard let mode = (attributes?[.posixPermissions] as? NSNumber)?.intValue, mode & 0o077 == 0,
      let bytes = FileManager.default.contents(atPath: path),
      let session = try? StrictJSON.decode(CloudSession.self, from: Array(bytes))
    else { throw .sessionUnusable(path) }
    return session
  }

  /// Replaces the file in one step, so a crash leaves the old one or the new one.
  func save(_ session: CloudSession) throws(GroveCloudError) {
    let temporary = path + ".new"
    let folder = (path as NSString).deletingLastPathComponent
    try? FileManager.default.createDirectory(
      atPath: folder.isEmpty ? "." : folder, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    try? FileManager.default.removeItem(atPath: temporary)
    guard let bytes = try? StrictJSON.encode(session),
      FileManager.default.createFile(
        atPath: temporary, contents: Data(bytes), attributes: [.posixPermissions: 0o600]),
      rename(temporary, path) == 0
    else { throw .sessionUnusable(path) }
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
