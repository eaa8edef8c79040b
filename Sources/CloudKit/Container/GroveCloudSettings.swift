import Foundation
import GroveIdentity

/// Which container a program means by its default one, and the Grove server that keeps it.
struct GroveCloudSettings: Hashable, Sendable, Codable {
  var container: String
  var server: Origin
  /// Where the session of the signed-in person is kept.
  var session: String?

  /// The file's name, beside the program or in its working directory.
  static let fileName = "grove-cloud.json"

  /// What a program is told from outside: the environment before the files, the first file before the second.
  static func found(environment: [String: String], files: [(path: String, bytes: [UInt8])])
    throws(GroveCloudError) -> GroveCloudSettings
  {
    if let container = environment["GROVE_CLOUD_CONTAINER"],
      let server = environment["GROVE_CLOUD_SERVER"]
    {
      guard let server = try? Origin(server) else { throw .serverMalformed }
      return GroveCloudSettings(
        container: container, server: server, session: environment["GROVE_CLOUD_SESSION_FILE"])
    }
    guard let file = files.first else { throw .notConfigured }
    guard var settings = try? StrictJSON.decode(GroveCloudSettings.self, from: file.bytes) else {
      throw .fileMalformed(file.path)
    }
    if let session = environment["GROVE_CLOUD_SESSION_FILE"] { settings.session = session }
    return settings
  }

  static func found() throws(GroveCloudError) -> GroveCloudSettings {
    // Not what it was called by: a shell finds a program along its PATH.
    let program = Bundle.main.executableURL?.deletingLastPathComponent().path
    let paths = [program, FileManager.default.currentDirectoryPath].compactMap(\.self).map {
      $0 + "/" + fileName
    }
    return try found(
      environment: ProcessInfo.processInfo.environment,
      files: paths.compactMap { path in
        FileManager.default.contents(atPath: path).map { (path, Array($0)) }
      })
  }

  /// Where the session is kept: as it was said, or in the person's home, in a file for this container.
  var sessionPath: String {
    let name = String(container.map { $0.isLetter || $0.isNumber || $0 == "." ? $0 : "_" })
    return session ?? NSHomeDirectory() + "/.grove/cloud/" + name + ".json"
  }
}
