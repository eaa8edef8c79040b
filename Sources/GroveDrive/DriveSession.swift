import Foundation
import GroveClient
import GroveIdentity
import GroveWire

/// What grove keeps of the account that a person is signed in to, in a file that only its owner can read.
struct DriveSession: Codable, Sendable, Redacted {
  var origin: Origin
  var account: AccountLabel
  var displayName: String
  /// Secret.
  var token: String
  /// Secret.
  var device: String?

  /// Nil where nobody is signed in, others may read the file, or it holds something else.
  static func load(_ device: String) -> DriveSession? {
    let path = device + "/app-session.json"
    let known = try? FileManager.default.attributesOfItem(atPath: path)
    guard let mode = (known?[.posixPermissions] as? NSNumber)?.intValue, mode & 0o077 == 0,
      let bytes = FileManager.default.contents(atPath: path)
    else { return nil }
    return try? StrictJSON.decode(DriveSession.self, from: Array(bytes))
  }
}

/// The credentials of a drive's account, as grove is signed in to it: read anew for each request, since somebody else may
/// be signed in next.
struct DriveCredentials: CredentialSource {
  let device: String
  let server: Origin
  let account: AccountLabel

  func headers() async throws(ClientError) -> [ClientHeader] {
    guard let session = DriveSession.load(device), session.origin == server,
      session.account == account
    else { throw .problem(Problem(.unauthenticated)) }
    return [ClientHeader("Authorization", "Bearer \(session.token)")]
  }

  func renew(_ refused: [ClientHeader]) async throws(ClientError) -> Bool {
    try await headers() != refused
  }
}
