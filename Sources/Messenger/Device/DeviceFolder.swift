import GroveSystem
import MessengerStore

/// Where a device's files are: one folder, for its owner only.
struct DeviceFolder: Sendable {
  let path: String

  init(_ path: String) {
    self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  var keyFile: String { path + "/device.keys" }
  var database: String { path + "/messenger.sqlite" }
  var lock: String { path + "/lock" }
  var attachments: String { path + "/attachments" }

  /// Makes what is missing.
  func prepare() throws(MessengerError) {
    do {
      try SecureFile.makeFolder(path)
      try SecureFile.makeFolder(attachments)
    } catch {
      throw MessengerError(.folderUnusable)
    }
  }

  /// The database is made by SQLite with the process's mask; what is in it is nobody else's.
  func openStore() throws(MessengerError) -> SQLiteMessengerStore {
    do {
      if !SecureFile.exists(database) { try SecureFile.replace(database, with: []) }
      return try SQLiteMessengerStore(path: database)
    } catch {
      throw MessengerError(.storeUnavailable)
    }
  }
}
