import Foundation

/// The bytes of a file, and those compressed forms that stand beside it.
package struct PageRepresentations: Sendable {
  var bytes: [UInt8]
  var compressed: [PageCoding: [UInt8]]

  package init(bytes: [UInt8], compressed: [PageCoding: [UInt8]] = [:]) {
    self.bytes = bytes
    self.compressed = compressed
  }
}

/// Reads the files of a folder that pages may consist of, once and into memory.
struct PageFolder {
  static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8", "map": "application/json", "json": "application/json",
    "webmanifest": "application/manifest+json", "svg": "image/svg+xml", "png": "image/png",
    "ico": "image/x-icon", "webp": "image/webp", "woff2": "font/woff2",
  ]

  /// In bytes.
  static let largestFile = 4 << 20
  static let largestFolder = 16 << 20

  let path: String
  /// By their paths below the folder, with slashes. A compressed form belongs to its file: `a.js.br`
  /// to `a.js`.
  private(set) var files: [String: PageRepresentations] = [:]
  private var total = 0

  /// Files of kinds that pages have no use for, and names that begin with a dot, are left out.
  ///
  /// - Throws: `PageProblem` for links, which may lead anywhere, and for what is larger than pages are.
  init(path: String) throws(PageProblem) {
    self.path = path
    try read("")
  }

  static func type(of path: String) -> String? {
    path.split(separator: "/").last?.split(separator: ".").dropFirst().last.flatMap {
      types[String($0)]
    }
  }

  private mutating func read(_ below: String) throws(PageProblem) {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path + "/" + below)
    } catch {
      throw PageProblem("the folder \(path)/\(below) cannot be read")
    }
    for name in names.sorted() where !name.hasPrefix(".") {
      let place = below + name
      let attributes = try? FileManager.default.attributesOfItem(atPath: path + "/" + place)
      switch attributes?[.type] as? FileAttributeType {
      case .typeDirectory: try read(place + "/")
      case .typeRegular where Self.isServed(place): try take(place)
      case .typeSymbolicLink:
        throw PageProblem("\(path)/\(place) is a link; pages are made of plain files")
      default: continue
      }
    }
  }

  /// An address is compared as it comes, so a name with characters that are escaped in addresses
  /// could never be asked for.
  private static func isServed(_ path: String) -> Bool {
    type(of: path) != nil
      && path.utf8.allSatisfy {
        ("a"..."z").contains(Character(UnicodeScalar($0)))
          || ("A"..."Z").contains(Character(UnicodeScalar($0)))
          || "0123456789_-./".utf8.contains($0)
      }
  }

  private mutating func take(_ place: String) throws(PageProblem) {
    var forms = PageRepresentations(bytes: try bytes(place))
    for coding in PageCoding.allCases {
      guard let suffix = coding.suffix,
        FileManager.default.fileExists(atPath: path + "/" + place + suffix)
      else { continue }
      forms.compressed[coding] = try bytes(place + suffix)
    }
    files[place] = forms
  }

  private mutating func bytes(_ place: String) throws(PageProblem) -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path + "/" + place) else {
      throw PageProblem("\(path)/\(place) cannot be read")
    }
    total += data.count
    guard data.count <= Self.largestFile, total <= Self.largestFolder else {
      throw PageProblem("\(path)/\(place): larger than pages may be")
    }
    return Array(data)
  }
}
