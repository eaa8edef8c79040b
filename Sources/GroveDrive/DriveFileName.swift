import Foundation
import GroveIdentity

/// What a file or folder of a drive is called between an app and its messenger: the local identifier of its metadata.
/// Messengers read nothing in it, and keep it with their drafts.
struct DriveFileName: Hashable, Sendable, Codable {
  /// Whose drive it is in.
  var account: AccountLabel
  /// Names with a slash before each.
  var path: String

  private static let mark = "grove.drive-file:"

  init(account: AccountLabel, path: String) {
    self.account = account
    self.path = path
  }

  /// Nil for the name of anything else.
  init?(_ localIdentifier: String) {
    guard localIdentifier.hasPrefix(Self.mark),
      let bytes = try? Base64URL.decode(String(localIdentifier.dropFirst(Self.mark.count))),
      let name = try? StrictJSON.decode(DriveFileName.self, from: bytes)
    else { return nil }
    self = name
  }

  var localIdentifier: String {
    get throws { Self.mark + Base64URL.encode(try StrictJSON.encode(self)) }
  }
}
