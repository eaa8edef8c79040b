import Foundation
package import GroveAgent
package import GroveIdentity
package import GroveSystem

/// The registry on disk, beside the device: replaced as a whole, readable by its owner only.
package struct AppRegistryFile: Sendable {
  package let path: String

  package init(path: String) { self.path = path }

  /// - Throws: `storeUnavailable` where a file is there and cannot be read: going on without it would
  ///   let anybody register anew.
  func load() throws(MessengerError) -> AppRegistry {
    guard FileManager.default.fileExists(atPath: path) else { return AppRegistry() }
    guard let bytes = FileManager.default.contents(atPath: path),
      let registry = try? StrictJSON.decode(AppRegistry.self, from: Array(bytes))
    else { throw MessengerError(.storeUnavailable, "the list of apps cannot be read") }
    return registry
  }

  func save(_ registry: AppRegistry) throws(MessengerError) {
    let temporary = path + ".new"
    do {
      guard
        FileManager.default.createFile(
          atPath: temporary, contents: nil, attributes: [.posixPermissions: 0o600]),
        let file = FileHandle(forWritingAtPath: temporary)
      else { throw MessengerError(.storeUnavailable) }
      try file.write(contentsOf: Data(try StrictJSON.encode(registry)))
      try file.synchronize()
      try file.close()
      guard rename(temporary, path) == 0 else { throw MessengerError(.storeUnavailable) }
    } catch {
      throw MessengerError(.storeUnavailable, "the list of apps cannot be written")
    }
  }

  /// For a device whose agent is not running.
  package func apps() throws(MessengerError) -> [AgentStatus.App] {
    try load().entries.map {
      AgentStatus.App(
        app: $0.app, registeredAt: $0.registeredAt, connections: 0, answers: false, waiting: 0)
    }
  }

  /// For a device whose agent is not running.
  /// - Returns: whether there was one.
  package func forget(_ origin: Origin) throws(MessengerError) -> Bool {
    var registry = try load()
    guard registry.forget(origin) else { return false }
    try save(registry)
    return true
  }
}
