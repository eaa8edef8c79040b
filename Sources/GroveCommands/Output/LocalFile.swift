import Foundation

/// A file that is sent as a copy.
struct LocalFile: Sendable {
  let name: String
  let bytes: [UInt8]

  init(path: String) throws {
    let place = path.hasPrefix("/") ? path : (CommandScope.current?.directory ?? ".") + "/" + path
    guard let data = FileManager.default.contents(atPath: place) else {
      throw CommandFailure("The file \(path) cannot be read.")
    }
    name = URL(fileURLWithPath: path).lastPathComponent
    bytes = Array(data)
  }

  /// By the ending, which is all a terminal knows.
  var mediaType: String {
    switch name.split(separator: ".").last?.lowercased() {
    case "txt": "text/plain"
    case "md": "text/markdown"
    case "png": "image/png"
    case "jpg", "jpeg": "image/jpeg"
    case "pdf": "application/pdf"
    default: "application/octet-stream"
    }
  }
}
