import Foundation

/// A file that lives as long as one call.
enum TemporaryFile {
  static func using(
    name: String, _ write: (URL) throws -> Void,
    _ completion: OnceCompletion<URL>
  ) {
    do {
      let folder = try folder()
      defer { try? FileManager.default.removeItem(at: folder) }
      let file = folder.appendingPathComponent(name)
      try write(file)
      completion(file, nil)
    } catch {
      completion(nil, error)
    }
  }

  /// A new folder that only this user can look into.
  static func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("item-" + UUID().uuidString)
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return folder
  }
}

/// A file name from a title: a title may hold a slash, a file name may not.
enum SafeFileName {
  static func make(from title: String, ending: String?) -> String {
    let kept = title.unicodeScalars.map { scalar in
      scalar == "/" || scalar.value < 0x20 || scalar.value == 0x7F ? "-" : Character(scalar)
    }
    var name = String(kept).trimmingCharacters(in: .whitespaces)
    while name.hasPrefix(".") { name.removeFirst() }
    if name.isEmpty { name = "Untitled" }
    guard let ending, !name.lowercased().hasSuffix("." + ending) else { return name }
    return name + "." + ending
  }
}
