import Foundation
import GroveIdentity
import Synchronization

/// The subscriptions of a container: in a file beside the session where that is kept, else as long as this object.
final class SubscriptionBook: Sendable {
  /// A subscription as it is kept.
  struct Entry: Hashable, Sendable, Codable {
    /// The person's name in the container.
    var user: String
    var scope: Int
    var id: CKSubscription.ID
    /// nil: of the whole database.
    var zone: CKRecordZoneID.Archived?
    var info: NotificationTexts?
  }

  /// Of one person in one container.
  static let most = 100

  private let place: @Sendable () -> String?
  private let entries = Mutex<[Entry]?>(nil)

  /// - Parameter place: the file's path; nil where there is none. Asked when it is first needed.
  init(_ place: @escaping @Sendable () -> String?) { self.place = place }

  func all(of user: String) -> [Entry] { entries.withLock { read(&$0) }.filter { $0.user == user } }

  /// One of the same name is replaced.
  func save(_ entry: Entry) throws(CKError) {
    try entries.withLock { entries throws(CKError) in
      var next = read(&entries).filter {
        ($0.user, $0.scope, $0.id) != (entry.user, entry.scope, entry.id)
      }
      guard next.count(where: { $0.user == entry.user }) < Self.most else {
        throw CKError(.limitExceeded, "At most 100 subscriptions are kept.")
      }
      next.append(entry)
      try write(next)
      entries = next
    }
  }

  /// - Returns: whether there was one.
  func delete(_ id: CKSubscription.ID, _ scope: Int, of user: String) throws(CKError) -> Bool {
    try entries.withLock { entries throws(CKError) in
      let before = read(&entries)
      let next = before.filter { ($0.user, $0.scope, $0.id) != (user, scope, id) }
      guard next.count < before.count else { return false }
      try write(next)
      entries = next
      return true
    }
  }

  /// What cannot be read is none: an app saves its subscriptions again.
  private func read(_ entries: inout [Entry]?) -> [Entry] {
    if let entries { return entries }
    let bytes = place().flatMap { FileManager.default.contents(atPath: $0) }
    let found = bytes.flatMap { try? StrictJSON.decode([Entry].self, from: Array($0)) } ?? []
    entries = found
    return found
  }

  private func write(_ entries: [Entry]) throws(CKError) {
    guard let path = place() else { return }
    let folder = (path as NSString).deletingLastPathComponent
    try? FileManager.default.createDirectory(
      atPath: folder.isEmpty ? "." : folder, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    do {
      try Data(try StrictJSON.encode(entries)).write(
        to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw CKError(.internalError, "The file of the subscriptions cannot be written.")
    }
  }
}
