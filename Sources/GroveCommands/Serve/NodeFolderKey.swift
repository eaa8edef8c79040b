import Crypto
import Foundation
import GroveIdentity
import GroveServing

/// What nodes share that work with one data folder: a secret in it, made by whichever comes first.
struct NodeFolderKey: Sendable {
  static let fileName = "nodes-key"
  private static let byteCount = 32

  private let secret: SecretBytes

  /// - Throws: `StartFailure` where it cannot be read or made.
  init(folder: String) throws {
    let path = folder + "/" + Self.fileName
    var generator = SystemRandomNumberGenerator()
    let fresh = (0..<Self.byteCount).map { _ in UInt8.random(in: 0...255, using: &generator) }
    do {
      // Where another was quicker, its counts.
      try AtomicFile.write(fresh, to: path, isNew: true)
    } catch let fault as DiskFault {
      throw StartFailure(fault)
    }
    try self.init(path: path)
  }

  private init(path: String) throws {
    guard let bytes = FileManager.default.contents(atPath: path), bytes.count == Self.byteCount
    else { throw CommandFailure("The file \(path) cannot be read, or is not one of Grove's.") }
    secret = SecretBytes(Array(bytes))
  }

  /// The one that is there; nil where no node has run on the folder.
  /// - Throws: `CommandFailure` where it cannot be read.
  static func found(in folder: String) throws -> Self? {
    let path = folder + "/" + fileName
    return FileManager.default.fileExists(atPath: path) ? try Self(path: path) : nil
  }

  /// Tells other data folders apart, and says nothing of the secret.
  var folderID: [UInt8] { derived("folder") }

  /// Recognises the relay's sign-in challenges, whichever node issued them.
  var challengeKey: SecretBytes { SecretBytes(derived("sign-in challenges")) }

  /// Names accounts and addresses among the nodes, which count together what is tried.
  var aliasKey: SecretBytes { SecretBytes(derived("aliases")) }

  private func derived(_ purpose: String) -> [UInt8] {
    secret.withUnsafeBytes { secret in
      Array(
        HMAC<SHA256>.authenticationCode(
          for: Array("grove nodes: \(purpose)".utf8), using: SymmetricKey(data: secret)))
    }
  }
}
