import Foundation
import GroveIdentity

/// The app account this device is signed in to, kept in a file that only its owner can read.
struct AppSessionFile: Codable, Sendable, Redacted {
  var origin: Origin
  var account: AccountLabel
  var displayName: String
  /// Secret.
  var token: String
  /// Shows the app's server at the next signing in that this device is known. Secret.
  var device: String?

  private static func path(in folder: String) -> String { folder + "/app-session.json" }

  /// Nil where nobody is signed in.
  static func load(from folder: String) throws -> AppSessionFile? {
    guard let bytes = FileManager.default.contents(atPath: path(in: folder)) else { return nil }
    return try StrictJSON.decode(Self.self, from: Array(bytes))
  }

  /// Replaces the file in one step, so a crash leaves the old one or the new one.
  func save(in folder: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let path = Self.path(in: folder)
    let temporary = path + ".new"
    guard
      FileManager.default.createFile(
        atPath: temporary, contents: Data(try StrictJSON.encode(self)),
        attributes: [.posixPermissions: 0o600]),
      rename(temporary, path) == 0
    else { throw CommandFailure("The app session cannot be written to \(folder).") }
  }
}
